import type { Survivor } from "../session.js";
import type { ProcessFacts } from "./read-process.js";
import { hasInEnvironment, isRunning, listPids, readProcess } from "./read-process.js";

/** What tells the processes of a session from all others. */
export type SessionMark = {
  /** The child; also the number of its session, because every child begins one. */
  pid: number;
  /** Of the child when it was started; nothing when it was already gone. */
  startTime: string | undefined;
  /**
   * False once the session is known to be empty: its number can then be given to a stranger's, and only the marker counts.
   */
  hasSession: boolean;
  /** 32 hexadecimal digits in the environment of everything the child started. */
  marker: string;
};

/**
 * Every running process of a session: those that are still in the child's session, in whatever process group, and those
 * that left it but carry the marker in their environment. A process that left the session and wiped its environment is
 * not found; nothing in plain Linux tells it from a stranger.
 */
export function findSessionProcesses(mark: SessionMark, proc = "/proc"): Survivor[] {
  const scanSession = mark.hasSession && mark.startTime !== undefined && !isReused(mark, readProcess(mark.pid, proc));
  const found: Survivor[] = [];
  for (const pid of listPids(proc)) {
    if (pid <= 1 || pid === process.pid) continue;
    const facts = readProcess(pid, proc);
    if (!isRunning(facts)) continue;
    // What was there before the child is none of its, and on most machines that is nearly everything.
    if (isOlder(facts, mark)) continue;
    const inSession = scanSession && facts.session === mark.pid;
    if (!inSession && !hasInEnvironment(pid, mark.marker, proc)) continue;
    found.push({
      pid,
      startTime: facts.startTime,
      command: facts.command,
      foundBy: inSession ? "session" : "marker",
    });
  }
  return found;
}

/** The number of a session can be given to a new process only when no process of the session is left. */
function isReused(mark: SessionMark, leader: ProcessFacts | undefined): boolean {
  return leader !== undefined && leader.startTime !== mark.startTime;
}

function isOlder(facts: ProcessFacts, mark: SessionMark): boolean {
  return mark.startTime !== undefined && BigInt(facts.startTime) < BigInt(mark.startTime);
}
