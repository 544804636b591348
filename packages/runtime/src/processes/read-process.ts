import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";

/** A process as `/proc/PID/stat` shows it. */
export type ProcessFacts = {
  pid: number;
  /** The kernel's name of it, 15 bytes, chosen by the process: for showing only. */
  command: string;
  /** One letter; `Z` and `X` are dead. */
  state: string;
  parent: number;
  group: number;
  session: number;
  /** Clock ticks since boot (10 ms each): tells a process from a later one with the same number. */
  startTime: string;
};

/** Bytes of an environment that are searched. The kernel allows more; our marker is put in by us, near nothing in particular. */
const ENVIRONMENT_MAX_BYTES = 2 * 1024 * 1024;

/**
 * Reads one process, or nothing when it is gone. The line is split after its last `)`: a process may call itself
 * `a) Z 1 1` and would otherwise choose its own state and parent.
 */
export function readProcess(pid: number, proc = "/proc"): ProcessFacts | undefined {
  let line: string;
  try {
    line = readFileSync(`${proc}/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
  const open = line.indexOf("(");
  const close = line.lastIndexOf(")");
  const fields = line
    .slice(close + 2)
    .trim()
    .split(" ");
  const startTime = fields[19];
  if (open === -1 || close === -1 || startTime === undefined) return undefined;
  return {
    pid,
    command: line.slice(open + 1, close),
    state: fields[0] as string,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    startTime,
  };
}

/** The numbers of all processes that can be seen. */
export function listPids(proc = "/proc"): number[] {
  try {
    return readdirSync(proc).flatMap((name) => (/^[1-9][0-9]*$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

/** True for a process that runs: neither gone nor a zombie (which `kill(pid, 0)` calls alive). */
export function isRunning(facts: ProcessFacts | undefined): facts is ProcessFacts {
  return facts !== undefined && facts.state !== "Z" && facts.state !== "X";
}

/** Filled and searched in one go, by one caller at a time. */
const CHUNK = Buffer.alloc(64 * 1024);

/** True when the process was started with this text in its environment. False also for processes of other users. */
export function hasInEnvironment(pid: number, text: string, proc = "/proc"): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(`${proc}/${pid}/environ`, "r");
  } catch {
    return false;
  }
  try {
    let carry = "";
    for (let total = 0; total < ENVIRONMENT_MAX_BYTES; ) {
      const count = readSync(descriptor, CHUNK, 0, CHUNK.length, null);
      if (count === 0) return false;
      total += count;
      const piece = carry + CHUNK.toString("latin1", 0, count);
      if (piece.includes(text)) return true;
      carry = piece.slice(-text.length);
    }
    return false;
  } catch {
    return false;
  } finally {
    closeSync(descriptor);
  }
}
