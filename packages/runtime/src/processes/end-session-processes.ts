import { setTimeout as wait } from "node:timers/promises";
import type { Containment, Survivor, Termination } from "../session.js";
import type { SessionMark } from "./find-session-processes.js";
import { findSessionProcesses } from "./find-session-processes.js";
import { isRunning, readProcess } from "./read-process.js";

/** Milliseconds between the polite signal and SIGKILL: agents save their conversation on SIGTERM. */
export const TERMINATE_GRACE_MS = 5_000;

/** Milliseconds after SIGKILL until what still runs is reported: only a process in uninterruptible sleep takes longer. */
export const KILL_LIMIT_MS = 2_000;

/** Milliseconds between two looks at the process table. One look costs about 5 ms with 300 processes. */
const LOOK_EVERY_MS = 25;

/** Where signals and the process table come from. */
export type ProcessPorts = {
  kill: (pid: number, signal: NodeJS.Signals) => void;
  platform: NodeJS.Platform;
  proc: string;
  now: () => number;
  containment: Containment;
};

/**
 * When SIGKILL is due, by `ports.now()`, and what becomes of processes that left the session. A later, more impatient request
 * may move the time forward while it is waited for.
 */
export type Grace = { until: number; leftovers?: "end" | "leave" };

/**
 * Ends every process of a session: SIGTERM, a grace time, SIGKILL, until two looks in a row find none or the limit is
 * reached. State and start time of a process are read again right before each signal, so that a number which now belongs
 * to a stranger is not hit (Node has no pidfd: a window of microseconds stays). Where there is no `/proc` the process group
 * is all that can be reached.
 */
export async function endSessionProcesses(mark: SessionMark, ports: ProcessPorts, grace: Grace): Promise<Termination> {
  if (ports.platform !== "linux") return endGroup(mark, ports, grace);
  const leaves = grace.leftovers === "leave";
  const look = (): Survivor[] =>
    findSessionProcesses(mark, ports.proc).filter(({ foundBy }) => !leaves || foundBy === "session");
  signalAll(look(), "SIGTERM", ports);
  let left = await waitForNone(look, ports, grace, undefined);
  const killed = left.length > 0;
  if (killed) left = await waitForNone(look, ports, { until: ports.now() + KILL_LIMIT_MS }, "SIGKILL");
  const survivors = leaves ? findSessionProcesses(mark, ports.proc) : left;
  return { survivors, containment: ports.containment, killed };
}

async function waitForNone(
  look: () => Survivor[],
  ports: ProcessPorts,
  limit: Grace,
  signal: NodeJS.Signals | undefined,
): Promise<Survivor[]> {
  let emptyLooks = 0;
  for (;;) {
    const left = look();
    emptyLooks = left.length === 0 ? emptyLooks + 1 : 0;
    if (emptyLooks === 2) return [];
    if (signal !== undefined) signalAll(left, signal, ports);
    if (ports.now() >= limit.until && left.length > 0) return left;
    await wait(LOOK_EVERY_MS);
  }
}

function signalAll(found: readonly Survivor[], signal: NodeJS.Signals, ports: ProcessPorts): void {
  for (const { pid, startTime } of found) {
    const facts = readProcess(pid, ports.proc);
    if (!isRunning(facts) || facts.startTime !== startTime) continue;
    send(pid, signal, ports);
  }
}

async function endGroup(mark: SessionMark, ports: ProcessPorts, grace: Grace): Promise<Termination> {
  if (ports.platform === "win32") {
    send(mark.pid, "SIGKILL", ports);
    return { survivors: [], containment: "group", killed: true };
  }
  if (!send(-mark.pid, "SIGTERM", ports)) return { survivors: [], containment: "group", killed: false };
  while (ports.now() < grace.until) {
    await wait(LOOK_EVERY_MS);
    if (!groupExists(mark.pid)) return { survivors: [], containment: "group", killed: false };
  }
  send(-mark.pid, "SIGKILL", ports);
  return { survivors: [], containment: "group", killed: true };
}

function groupExists(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

/** False when there was nobody to take it. */
function send(pid: number, signal: NodeJS.Signals, ports: ProcessPorts): boolean {
  try {
    ports.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
