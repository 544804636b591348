import { spawn } from "node:child_process";
import { once } from "node:events";
import type { BoundBinary } from "@slipway/binary";
import { compileSearch } from "@slipway/pattern";
import type { Comparison } from "./compare.js";
import { median } from "./compare.js";
import { bindWriter, countBytes, launchWriter, planWriter } from "./launch-writer.js";
import { compileWriter } from "./native-writer.js";

/** Bytes of one stream: enough that the start of the program does not count. */
export const STREAM_BYTES = 200_000_000;
/** A stream takes up to a second: fewer pairs than of short subjects, and the ratio of ours to itself says what that costs. */
const TERMINAL_PAIRS = 5;
const PIPE_PAIRS = 15;
const START_PAIRS = 101;
const SEARCH = "session id: ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})";

type Cost = { ms: number; cpuMs: number };

/** Streams and starts through `launch` against the libraries that it stands on, and the host's processor time of each. */
export async function compareRuntime(folder: string): Promise<{ comparisons: Comparison[]; lines: string[] }> {
  const program = compileWriter(folder);
  const binary = bindWriter(program);
  const pty = await import("node-pty" as string);
  const inTerminal = () => readRawTerminal(pty.default ?? pty, program, STREAM_BYTES, folder);
  const inPipe = () => readRawPipe(program, STREAM_BYTES, folder);
  const ours = (surface: "pty" | "headless", on: boolean) => async () => {
    const scanner = on ? makeScanner() : undefined;
    const session = await launchWriter(binary, planWriter(surface, STREAM_BYTES, folder));
    return countBytes(session, (chunk) => scanner?.push(chunk));
  };
  const streams = [
    await compareStreams("terminal, 200 MB, scanner off", ours("pty", false), "node-pty", inTerminal, TERMINAL_PAIRS),
    await compareStreams(
      "terminal, 200 MB, scanner on throughout",
      ours("pty", true),
      "node-pty",
      inTerminal,
      TERMINAL_PAIRS,
    ),
    await compareStreams("pipe, 200 MB, scanner off", ours("headless", false), "child_process", inPipe, PIPE_PAIRS),
    await compareStreams(
      "pipe, 200 MB, scanner on throughout",
      ours("headless", true),
      "child_process",
      inPipe,
      PIPE_PAIRS,
    ),
  ];
  const start = await compareStarts(binary, program, folder);
  return {
    comparisons: [...streams.map(({ comparison }) => comparison), start],
    lines: streams.map(
      ({ comparison, oursCpu, peerCpu }) =>
        `${comparison.title}: host CPU ${oursCpu.toFixed(2)} ms a MB, ${comparison.peer} ${peerCpu.toFixed(2)}; ` +
        `throughput ${(1 / comparison.ratio).toFixed(2)} of the peer's`,
    ),
  };
}

/** A scanner that never gives up: what the search costs while it goes on. */
function makeScanner() {
  const search = compileSearch(SEARCH);
  if (!search.ok) throw new Error("the pattern of the bench does not compile");
  return search.value.scanner({
    budgetBytes: Number.POSITIVE_INFINITY,
    timeBudgetMs: Number.POSITIVE_INFINITY,
  } as object);
}

async function compareStreams(
  title: string,
  ours: () => Promise<number>,
  peerName: string,
  peer: () => Promise<number>,
  pairs: number,
): Promise<{ comparison: Comparison; oursCpu: number; peerCpu: number }> {
  const read = async (subject: () => Promise<number>): Promise<Cost> => {
    return measure(async () => {
      const bytes = await subject();
      if (bytes !== STREAM_BYTES) throw new Error("bytes are missing", { cause: { title, bytes } });
    });
  };
  await read(ours);
  await read(peer);
  const [times, selves, oursCpu, peerCpu]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0;
    const first = await read(order ? ours : peer);
    const second = await read(order ? peer : ours);
    const again = await read(ours);
    const [own, other] = order ? [first, second] : [second, first];
    times.push(own.ms / other.ms);
    selves.push(order ? again.ms / own.ms : own.ms / again.ms);
    oursCpu.push(own.cpuMs);
    peerCpu.push(other.cpuMs);
  }
  const perMb = (values: readonly number[]): number => median(values) / (STREAM_BYTES / 1e6);
  return {
    comparison: {
      title,
      ours: "launch",
      peer: peerName,
      ratio: median(times),
      selfRatio: median(selves),
      pairs,
    },
    oursCpu: perMb(oursCpu),
    peerCpu: perMb(peerCpu),
  };
}

/** Processor time of the host from the call to the first byte, the re-check of the binding included. */
async function compareStarts(binary: BoundBinary, program: string, folder: string): Promise<Comparison> {
  const plan = planWriter("headless", 1, folder);
  const ours = async (): Promise<Cost> => {
    let end: Promise<unknown> | undefined;
    const cost = await measure(async () => {
      const session = await launchWriter(binary, plan);
      end = session.ended;
      await session.output[Symbol.asyncIterator]().next();
    });
    await end;
    return cost;
  };
  const peer = async (): Promise<Cost> => {
    let end: Promise<unknown> | undefined;
    const cost = await measure(async () => {
      const child = spawn(program, ["1"], { cwd: folder, env: {}, stdio: ["pipe", "pipe", "pipe"], detached: true });
      child.stdin.end();
      end = once(child, "close");
      await once(child.stdout, "data");
    });
    await end;
    return cost;
  };
  for (let warm = 0; warm < 50; warm += 1) {
    await ours();
    await peer();
  }
  const [ratios, selves]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < START_PAIRS; pair += 1) {
    const order = pair % 2 === 0;
    const first = await (order ? ours : peer)();
    const second = await (order ? peer : ours)();
    const again = await ours();
    const [own, other] = order ? [first, second] : [second, first];
    ratios.push(own.cpuMs / other.cpuMs);
    selves.push(order ? again.cpuMs / own.cpuMs : own.cpuMs / again.cpuMs);
  }
  return {
    title: "call to first byte, host CPU",
    ours: "launch, re-checked",
    peer: "child_process",
    ratio: median(ratios),
    selfRatio: median(selves),
    pairs: START_PAIRS,
  };
}

async function measure(subject: () => Promise<unknown>): Promise<Cost> {
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  await subject();
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1e3 };
}

type RawPty = {
  spawn: (
    file: string,
    args: string[],
    options: object,
  ) => { onData: (take: (data: Uint8Array) => void) => void; onExit: (ended: () => void) => void };
};

/** The library alone. It drops the end of the output when the child is gone, so that the reading ends with the last byte. */
function readRawTerminal(pty: RawPty, program: string, bytes: number, cwd: string): Promise<number> {
  return new Promise((resolve) => {
    const terminal = pty.spawn(program, [String(bytes)], { cwd, env: {}, cols: 80, rows: 24, encoding: null });
    let total = 0;
    terminal.onData((data) => {
      total += data.length;
    });
    // What it loses at the end (up to 15 KB) is counted as read: the peer is not to be made slower by it.
    terminal.onExit(() => resolve(bytes - total <= 65_536 ? bytes : total));
  });
}

function readRawPipe(program: string, bytes: number, cwd: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, [String(bytes)], { cwd, env: {}, stdio: ["ignore", "pipe", "ignore"] });
    let total = 0;
    child.stdout.on("data", (data: Uint8Array) => {
      total += data.length;
    });
    child.once("close", () => resolve(total));
  });
}
