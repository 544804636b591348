import { readFileSync, statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { KILL_LIMIT_MS, TERMINATE_GRACE_MS } from "./end-session-processes.js";
import { isRunning, listPids, readProcess } from "./read-process.js";

/** The variable that names the host of a session: its number and start time, so that a later process is not taken for it. */
export const HOST_NAME = "SLIPWAY_SESSION_HOST";

/** A process of a session whose host is gone. */
export type Leftover = { pid: number; startTime: string; command: string };

/** Milliseconds between two looks. */
const LOOK_EVERY_MS = 50;

const HOST = /^([1-9]\d{0,9}):(\d{1,20})$/;

let described: string | undefined;

/** What {@link HOST_NAME} says in the children of this process; nothing where there is no process table to read. */
export function describeHost(): string | undefined {
  // It never changes, and every launch asks.
  if (described === undefined) {
    const own = readProcess(process.pid);
    if (own !== undefined) described = `${own.pid}:${own.startTime}`;
  }
  return described;
}

/**
 * Every running process of this user that a host started which is gone: killed, crashed, or ended without ending them.
 * Found by their environment; one that wiped it is not found. This process and those above it are never among them. Empty
 * where there is no `/proc`.
 */
export function findLeftovers(proc = "/proc"): Leftover[] {
  const uid = process.geteuid?.();
  const own = listAncestors(proc);
  return listPids(proc).flatMap((pid): Leftover[] => {
    if (own.has(pid) || !isOwnedBy(pid, uid, proc)) return [];
    const host = HOST.exec(readVariable(pid, HOST_NAME, proc) ?? "");
    if (host === null) return [];
    const [hostPid, hostStart] = [Number(host[1]), host[2]];
    const living = readProcess(hostPid, proc);
    if (isRunning(living) && living.startTime === hostStart) return [];
    const facts = readProcess(pid, proc);
    return isRunning(facts) ? [{ pid, startTime: facts.startTime, command: facts.command }] : [];
  });
}

/**
 * Ends {@link findLeftovers}: SIGTERM, a grace time, SIGKILL. State and start time are read again right before each signal.
 * `left` is what still runs at the end: only a process in uninterruptible sleep.
 */
export async function reapLeftovers(
  options: { graceMs?: number; proc?: string } = {},
): Promise<{ found: Leftover[]; left: Leftover[] }> {
  const proc = options.proc ?? "/proc";
  const found = findLeftovers(proc);
  const until = (ms: number): number => performance.now() + ms;
  let left = signalAll(found, "SIGTERM", proc);
  for (const limit = until(options.graceMs ?? TERMINATE_GRACE_MS); left.length > 0 && performance.now() < limit; ) {
    await wait(LOOK_EVERY_MS);
    left = left.filter((one) => isStill(one, proc));
  }
  left = signalAll(left, "SIGKILL", proc);
  for (const limit = until(KILL_LIMIT_MS); left.length > 0 && performance.now() < limit; ) {
    await wait(LOOK_EVERY_MS);
    left = left.filter((one) => isStill(one, proc));
  }
  return { found, left };
}

function signalAll(processes: readonly Leftover[], signal: NodeJS.Signals, proc: string): Leftover[] {
  return processes.filter((one) => {
    if (!isStill(one, proc)) return false;
    try {
      process.kill(one.pid, signal);
    } catch {
      // It ended between the look and the signal.
    }
    return true;
  });
}

function isStill({ pid, startTime }: Leftover, proc: string): boolean {
  const facts = readProcess(pid, proc);
  return isRunning(facts) && facts.startTime === startTime;
}

/** This process and those that started it: a session that looks for leftovers must not find itself. */
function listAncestors(proc: string): Set<number> {
  const found = new Set<number>();
  for (let pid = process.pid; pid > 0 && !found.has(pid); pid = readProcess(pid, proc)?.parent ?? 0) found.add(pid);
  return found;
}

function isOwnedBy(pid: number, uid: number | undefined, proc: string): boolean {
  try {
    return statSync(`${proc}/${pid}`).uid === uid;
  } catch {
    return false;
  }
}

function readVariable(pid: number, name: string, proc: string): string | undefined {
  let environment: string;
  try {
    environment = readFileSync(`${proc}/${pid}/environ`, "latin1");
  } catch {
    return undefined;
  }
  const beginning = `${name}=`;
  return environment
    .split("\0")
    .find((entry) => entry.startsWith(beginning))
    ?.slice(beginning.length);
}
