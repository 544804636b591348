import { spawn } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import type { Readable } from "node:stream";
import type { Result } from "@slipway/errors";
import { issue, msg, refuse, succeed } from "@slipway/errors";
import { CAGE_TOOLS, findSystemTool } from "./find-tools.js";
import { CAGE_ROOT, INIT_SCRIPT, SET_UP_SCRIPT } from "./set-up-script.js";

/** The user inside when the host side is root: `nobody`, who owns nothing. */
const NOBODY = 65_534;

/** Bytes kept of each output of a caged program; an agent's whole conversation is below 1 MiB. */
export const CAGE_OUTPUT_MAX_BYTES = 8 * 1024 * 1024;

/** A file or folder of the host that is seen in the cage as `/run/cage/NAME`. */
export interface BroughtPlace {
  readonly from: string;
  /** Letters, digits, dots, dashes, underscores; `/` for a file in a folder of its own. */
  readonly name: string;
  /** A writable folder must belong to {@link cagedUser}. */
  readonly writable?: boolean;
}

export interface CageRequest {
  /** Absolute paths as seen inside. */
  readonly command: readonly [string, ...string[]];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly places: readonly BroughtPlace[];
  /** The working folder, as seen inside. */
  readonly cwd: string;
  /** After this many milliseconds everything in the cage is killed. */
  readonly timeoutMs: number;
  /** Gets standard output as it comes. */
  readonly onOutput?: (chunk: Buffer) => void;
}

export interface CagedRun {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `runInCage` takes from the host; tests give others. */
export interface CagePorts {
  readonly platform?: NodeJS.Platform;
  readonly toolFolders?: readonly string[];
}

/** The user that programs run as in the cage: `nobody` when we are root, else ourselves without any privilege. */
export function cagedUser(): { readonly uid: number; readonly gid: number } {
  const uid = process.getuid?.() ?? NOBODY;
  return uid === 0 ? { uid: NOBODY, gid: NOBODY } : { uid, gid: process.getgid?.() ?? uid };
}

/** The path of a brought place inside the cage. */
export function inCage(name: string): string {
  return `${CAGE_ROOT}/${name}`;
}

/**
 * Path-named sockets of the host (container daemons, session buses, key agents). A network namespace does not cut them
 * off and a read-only mount does not either, so each is covered. Read from the host's side: the list is per network.
 */
export function hostSockets(): string[] {
  const lines = readFileSync("/proc/net/unix", "utf8").split("\n").slice(1);
  const paths = lines.map((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.[1]);
  return [...new Set(paths.filter((path) => path !== undefined))];
}

interface CageTools {
  readonly setpriv: string;
  readonly unshare: string;
  readonly sh: string;
  readonly env: string;
}

function findCageTools(ports: CagePorts): Result<CageTools> {
  if ((ports.platform ?? process.platform) !== "linux") {
    const message = msg`the cage needs Linux namespaces; this is ${ports.platform ?? process.platform}`;
    const hint = msg`run it on Linux; agents are never run on the open network instead`;
    return refuse(issue({ code: "CONFORMANCE_CAGE_PLATFORM", message, hint }));
  }
  const found = new Map<string, string>();
  const missing = [];
  for (const [tool, debianPackage] of CAGE_TOOLS) {
    const path = findSystemTool(tool, ports.toolFolders);
    if (path !== undefined) found.set(tool, path);
    else {
      const message = msg`the cage needs ${tool}, which is in none of the system folders`;
      const hint = msg`install the package ${debianPackage}`;
      missing.push(issue({ code: "CONFORMANCE_CAGE_TOOL_MISSING", message, hint }));
    }
  }
  if (missing.length > 0) return refuse(...missing);
  const path = (tool: string): string => found.get(tool) ?? "";
  return succeed({ setpriv: path("setpriv"), unshare: path("unshare"), sh: path("sh"), env: path("env") });
}

function cageArguments(request: CageRequest, tools: CageTools): string[] {
  const root = process.getuid?.() === 0;
  const user = cagedUser();
  const namespaces = ["mnt", "net", "pid"].map((kind) => readlinkSync(`/proc/self/ns/${kind}`));
  const places = request.places.flatMap((place) => [place.writable === true ? "rw" : "ro", place.name, place.from]);
  const sockets = hostSockets();
  const environment = Object.entries(request.env).map(([name, value]) => `${name}=${value}`);
  return [
    // The end of this process, however it comes, is the end of the cage.
    ...["--pdeathsig", "KILL", tools.unshare],
    ...(root ? [] : ["--user", "--map-current-user", "--keep-caps"]),
    ...["--net", "--mount", "--pid", "--ipc", "--fork", "--kill-child", "--mount-proc"],
    ...[tools.sh, "-c", SET_UP_SCRIPT, "cage", ...namespaces, String(user.uid), String(user.gid)],
    // In a user namespace nobody may change groups; there the process keeps its own.
    ...[root ? "clear" : "keep", request.cwd],
    ...[String(request.places.length), ...places, String(sockets.length), ...sockets],
    ...[tools.env, "-i", ...environment, tools.sh, "-c", INIT_SCRIPT, "init", ...request.command],
  ];
}

function collect(stream: Readable, onChunk?: (chunk: Buffer) => void): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    onChunk?.(chunk);
    if (size < CAGE_OUTPUT_MAX_BYTES) chunks.push(chunk.subarray(0, CAGE_OUTPUT_MAX_BYTES - size));
    size += chunk.length;
  });
  return () => Buffer.concat(chunks).toString("utf8");
}

/**
 * Runs a program in the cage: network, mounts and processes of its own, loopback as the only network, every
 * mount read-only but the writable places, `/run`, shared and home folders empty, sockets covered, an ordinary user
 * without capabilities who cannot gain any, and the given environment only. When the program ends, everything it
 * started is killed.
 *
 * A cage that cannot be had is a refusal (`CONFORMANCE_CAGE_PLATFORM`, `_TOOL_MISSING`, `_FORBIDDEN`); the program is never
 * run without it. Use {@link probeCage} first: it proves that the cage holds here.
 */
export async function runInCage(request: CageRequest, ports: CagePorts = {}): Promise<Result<CagedRun>> {
  const tools = findCageTools(ports);
  if (!tools.ok) return tools;
  const child = spawn(tools.value.setpriv, cageArguments(request, tools.value), {
    // A session of its own: no controlling terminal of ours can be reached from inside.
    detached: true,
    cwd: "/",
    env: {},
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const stdout = collect(child.stdout as Readable, request.onOutput);
  const stderr = collect(child.stderr as Readable);
  const ready = collect(child.stdio[3] as Readable);
  let late = false;
  // The end of `unshare` is the end of the cage's first process, and so of every process in it.
  const timer = setTimeout(() => {
    late = true;
    child.kill("SIGKILL");
  }, request.timeoutMs);
  const end = await new Promise<{ exitCode: number | null; signal: NodeJS.Signals | null; fault?: Error }>(
    (resolve) => {
      child.on("error", (fault) => resolve({ exitCode: null, signal: null, fault }));
      child.on("close", (exitCode, signal) => resolve({ exitCode, signal }));
    },
  );
  clearTimeout(timer);
  if (late) {
    const message = msg`what ran in the cage did not end within ${request.timeoutMs} ms and was killed`;
    return refuse(issue({ code: "CONFORMANCE_CAGE_TIMEOUT", message }));
  }
  if (ready() !== "ready") {
    const message = msg`the cage could not be made: ${(end.fault?.message ?? stderr()).trim()}`;
    const hint = msg`run as root, or allow unprivileged user namespaces; agents are never run outside the cage`;
    return refuse(issue({ code: "CONFORMANCE_CAGE_FORBIDDEN", message, hint }));
  }
  return succeed({ exitCode: end.exitCode, signal: end.signal, stdout: stdout(), stderr: stderr() });
}
