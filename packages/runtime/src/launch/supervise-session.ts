import { setTimeout as wait } from "node:timers/promises";
import type { Issue, Result } from "@slipway/errors";
import { refuse, succeed } from "@slipway/errors";
import type { LaunchPlan } from "../launch-plan.js";
import type { Grace, ProcessPorts } from "../processes/end-session-processes.js";
import { endSessionProcesses, TERMINATE_GRACE_MS } from "../processes/end-session-processes.js";
import type { SessionMark } from "../processes/find-session-processes.js";
import { findSessionProcesses } from "../processes/find-session-processes.js";
import { hasInEnvironment, readProcess } from "../processes/read-process.js";
import type { Containment, Session, SessionEnd, Survivor, TerminateOptions, Termination } from "../session.js";
import type { SessionProbe } from "../store-probe/session-probe.js";
import { watchStore } from "../store-probe/watch-store.js";
import { readStartFailure } from "../terminal/read-start-failure.js";
import type { TerminalSize } from "../terminal/terminal-size.js";
import { fitTerminalSize } from "../terminal/terminal-size.js";
import type { ChildExit, ChildHandle, ChildRequest, StartedChild, StreamName } from "./child-handle.js";
import { decodeOutput } from "./decode-output.js";
import { learnSessionId } from "./learn-session-id.js";
import type { StallRule } from "./output-buffer.js";
import { OutputBuffer } from "./output-buffer.js";
import { typeIntoTerminal } from "./type-into-terminal.js";

/** Looks after the end for processes that are merely about to go (a terminal's hang-up reaches them a moment later). */
const SETTLE_LOOKS = 8;
const SETTLE_MS = 25;

/** What a session is made of. */
export type SessionParts = {
  plan: LaunchPlan;
  vector: readonly string[];
  env: Record<string, string>;
  marker: string;
  size: TerminalSize;
  drainMs: number;
  containment: Containment;
  /** For the main stream and for stderr. */
  stalls: readonly [StallRule, StallRule];
  now: () => number;
  /** The agent's store, for a launch whose id may lie there. */
  probe?: SessionProbe;
  signal?: AbortSignal;
  start: (request: ChildRequest) => Promise<StartedChild>;
  /** What would make the start fail, asked again when it may have. */
  recheck: () => Issue[];
};

/** Starts the child and follows it to its true end. */
export async function superviseSession(parts: SessionParts): Promise<Result<Session>> {
  const { plan, now } = parts;
  const inTerminal = plan.surface === "pty";
  const store = parts.probe === undefined ? undefined : await watchStore(parts.probe);
  const learner = learnSessionId(plan, now, store);
  const buffers = makeBuffers(inTerminal, parts.stalls, () => child);
  const head = new HeadOfOutput();
  const write = (data: string | Uint8Array): void => {
    learner.noteInput(data);
    child?.write(data);
  };
  const typing = typeIntoTerminal(plan, write, now);
  let child: ChildHandle | undefined;
  let exited: (exit: ChildExit) => void = () => {};
  const exit = new Promise<ChildExit>((resolve) => {
    exited = resolve;
  });

  if (plan.stdin !== undefined) learner.noteInput(plan.stdin);
  const started = await parts.start({
    vector: parts.vector,
    cwd: plan.cwd,
    env: parts.env,
    ...(plan.stdin === undefined ? {} : { stdin: plan.stdin }),
    size: parts.size,
    drainMs: parts.drainMs,
    events: {
      data: (stream, chunk) => {
        head.push(chunk);
        learner.push(stream, chunk);
        typing.see(chunk);
        buffers.of(stream).push(chunk);
      },
      gone: () => buffers.finish(),
      exit: (how) => exited(how),
    },
  });
  if (!started.ok) {
    typing.end();
    buffers.end();
    return refuse(...learner.issues, started.issue);
  }
  child = started.child;
  const mark: SessionMark = {
    pid: child.pid,
    startTime: readProcess(child.pid)?.startTime,
    hasSession: true,
    marker: parts.marker,
  };
  const ports: ProcessPorts = {
    kill: (pid, signal) => process.kill(pid, signal),
    platform: process.platform,
    proc: "/proc",
    now,
    containment: parts.containment,
  };
  const { containment } = parts;
  const ending: { reason?: "terminate" | "abort"; running?: Promise<Termination>; grace?: Grace } = {};
  let isOver = false;

  const terminate = (
    options: TerminateOptions = {},
    reason: "terminate" | "abort" = "terminate",
  ): Promise<Termination> => {
    if (!isOver) ending.reason ??= reason;
    const until = now() + (options.graceMs ?? TERMINATE_GRACE_MS);
    if (ending.running !== undefined && ending.grace !== undefined) {
      ending.grace.until = Math.min(ending.grace.until, until);
      return ending.running;
    }
    ending.grace = { until, ...(options.leftovers === undefined ? {} : { leftovers: options.leftovers }) };
    ending.running = endSessionProcesses(mark, ports, ending.grace).finally(() => {
      // After it has run, what is left can be asked to end again.
      delete ending.grace;
    });
    return ending.running;
  };
  const abort = (): void => void terminate({}, "abort");
  parts.signal?.addEventListener("abort", abort, { once: true });
  if (parts.signal?.aborted === true) abort();

  const ended = exit.then(async (how): Promise<SessionEnd> => {
    isOver = true;
    parts.signal?.removeEventListener("abort", abort);
    typing.end();
    buffers.end();
    learner.end();
    // Ended on request: what is left is known once that has run to its end.
    const survivors =
      ending.running === undefined ? await listSurvivors(mark, ports) : (await ending.running).survivors;
    mark.hasSession = survivors.some(({ foundBy }) => foundBy === "session");
    const rest = { survivors, containment, outputCut: how.outputCut };
    if (ending.reason !== undefined)
      return {
        kind: "killed-by-host",
        reason: ending.reason,
        ...(how.exitCode === undefined ? {} : { exitCode: how.exitCode }),
        ...(how.signal === undefined ? {} : { signal: how.signal }),
        ...rest,
      };
    if (how.signal !== undefined) return { kind: "signalled", signal: how.signal, ...rest };
    const failed =
      inTerminal && how.exitCode === 1 && !head.hasBegun(mark) ? readStartFailure(head.bytes()) : undefined;
    if (failed !== undefined) return { kind: "spawn-failed", issue: parts.recheck()[0] ?? failed, ...rest };
    return { kind: "exited", exitCode: how.exitCode ?? 1, ...rest };
  });

  return succeed(
    {
      pid: child.pid,
      surface: plan.surface,
      output: buffers.main.output,
      errorOutput: buffers.error.output,
      text: () => decodeOutput(buffers.main.output),
      write,
      resize: (columns, rows) => child?.resize(fitTerminalSize({ columns, rows })),
      id: learner.id,
      ended,
      paste: typing.paste,
      promptDelivery: typing.delivery,
      terminate: (options) => terminate(options),
      get dropped() {
        return buffers.main.dropped + buffers.error.dropped;
      },
    },
    learner.issues,
  );
}

async function listSurvivors(mark: SessionMark, ports: ProcessPorts): Promise<Survivor[]> {
  if (ports.platform !== "linux") return [];
  let found: Survivor[] = [];
  for (let look = 0; look < SETTLE_LOOKS; look += 1) {
    found = findSessionProcesses(mark, ports.proc);
    if (found.length === 0) return [];
    await wait(SETTLE_MS);
  }
  return found;
}

function makeBuffers(inTerminal: boolean, stalls: SessionParts["stalls"], child: () => ChildHandle | undefined) {
  const brake = (stream: StreamName) => ({
    pause: () => child()?.pause(stream),
    resume: () => child()?.resume(stream),
  });
  const main = new OutputBuffer(brake(inTerminal ? "pty" : "stdout"), stalls[0]);
  const error = new OutputBuffer(brake("stderr"), stalls[1]);
  if (inTerminal) error.end();
  return {
    main,
    error,
    of: (stream: StreamName) => (stream === "stderr" ? error : main),
    finish: () => {
      main.finish();
      error.finish();
    },
    end: () => {
      main.end();
      error.end();
    },
  };
}

/** The first bytes of a session: enough to recognise the one line of a start that failed. */
class HeadOfOutput {
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  push(chunk: Uint8Array): void {
    if (this.#bytes > 512) return;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks);
  }

  /** The new environment shows only after exec: a process that had it did begin, whatever it printed. */
  hasBegun(mark: SessionMark): boolean {
    return hasInEnvironment(mark.pid, mark.marker);
  }
}
