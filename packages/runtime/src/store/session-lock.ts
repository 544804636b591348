import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, stringifyJson, succeed } from "@slipway/errors";
import { isRunning, readProcess } from "../processes/read-process.js";
import { runtimeIssue } from "../runtime-error.js";
import { readPrivateFile, removeQuietly, writeSynced } from "./write-private-file.js";

/** A lock that is held; `release` may be called twice. */
export type SessionLock = { release: () => void };

/** Who holds a lock, as its file says it. */
type Owner = {
  pid: number;
  startTime: string;
  since: string;
  nonce: string;
  host: string;
  boot: string;
  space: string;
};

/** Bytes of a lock file. A real one has about 250. */
const LOCK_MAX_BYTES = 4_096;

/**
 * Takes the lock of one conversation: two agents that write one conversation lose turns. The lock is a file that appears
 * whole (a link to a finished one, which fails when the name is taken). One that exists is taken over only when its owner
 * is proven dead: on this host, in this boot and this pid namespace, no process with that number and start time. Anything
 * less is `RUNTIME_SESSION_IN_USE`, with the owner's pid and start. Losing a race is a result, not a wait.
 */
export function takeSessionLock(folder: string, key: string, now: () => Date): Result<SessionLock> {
  const path = join(folder, `${key}.lock`);
  const owner = describeSelf(now);
  const taken = place(folder, path, owner);
  if (taken !== undefined) return succeed(taken);

  const found = readOwner(path);
  if (found === "absent") return retry(folder, path, owner);
  if (found === "damaged") return refuse(stuck(path));
  if (!isProvenDead(found)) return refuse(inUse(found));

  // One process at a time may take over, or a slow one would remove the lock that a fast one has just placed.
  const guard = place(folder, `${path}.takeover`, owner);
  if (guard === undefined) {
    const taker = readOwner(`${path}.takeover`);
    return refuse(typeof taker === "object" && isProvenDead(taker) ? stuck(`${path}.takeover`) : inUse(found));
  }
  try {
    const still = readOwner(path);
    if (typeof still === "object" && still.nonce === found.nonce) removeQuietly(path);
    return retry(folder, path, owner);
  } finally {
    guard.release();
  }
}

function retry(folder: string, path: string, owner: Owner): Result<SessionLock> {
  const taken = place(folder, path, owner);
  if (taken !== undefined) return succeed(taken);
  const found = readOwner(path);
  return refuse(typeof found === "object" ? inUse(found) : stuck(path));
}

/** Puts a finished lock file under its name; nothing when the name is taken. */
function place(folder: string, path: string, owner: Owner): SessionLock | undefined {
  const temporary = join(folder, `.lock.${randomBytes(8).toString("hex")}`);
  writeSynced(temporary, `${stringifyJson(owner)}\n`);
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  } finally {
    removeQuietly(temporary);
  }
  return {
    release: () => {
      const found = readOwner(path);
      if (typeof found === "object" && found.nonce === owner.nonce) removeQuietly(path);
    },
  };
}

function readOwner(path: string): Owner | "absent" | "damaged" {
  try {
    const text = readPrivateFile(path, LOCK_MAX_BYTES);
    if (text === undefined) return "absent";
    const value = JSON.parse(text) as Partial<Owner> | null;
    const texts = [value?.startTime, value?.since, value?.nonce, value?.host, value?.boot, value?.space];
    if (!Number.isSafeInteger(value?.pid) || texts.some((member) => typeof member !== "string")) return "damaged";
    return value as Owner;
  } catch {
    return "damaged";
  }
}

function describeSelf(now: () => Date): Owner {
  return {
    pid: process.pid,
    startTime: readProcess(process.pid)?.startTime ?? "",
    since: now().toISOString(),
    nonce: randomBytes(16).toString("hex"),
    ...describePlace(),
  };
}

function describePlace(): Pick<Owner, "host" | "boot" | "space"> {
  const read = (get: () => string): string => {
    try {
      return get().trim();
    } catch {
      return "";
    }
  };
  return {
    host: hostname(),
    boot: read(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
    space: read(() => readlinkSync("/proc/self/ns/pid")),
  };
}

/** Never a guess: another host or pid namespace cannot be looked into. */
function isProvenDead(owner: Owner): boolean {
  const here = describePlace();
  if (owner.host !== here.host) return false;
  // After a restart of the machine no process of before lives.
  if (owner.boot !== "" && here.boot !== "" && owner.boot !== here.boot) return true;
  if (owner.space !== here.space) return false;
  if (here.boot !== "") {
    const facts = readProcess(owner.pid);
    return !isRunning(facts) || facts.startTime !== owner.startTime;
  }
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

function inUse(owner: Owner): Issue {
  return runtimeIssue({
    code: "RUNTIME_SESSION_IN_USE",
    message: msg`the session is in use by process ${owner.pid} since ${owner.since}`,
    hint: msg`end it there first`,
  });
}

function stuck(path: string): Issue {
  return runtimeIssue({
    code: "RUNTIME_SESSION_LOCK_STUCK",
    message: msg`the lock ${path} was left by a process that ended while it held it, or cannot be read`,
    hint: msg`remove the file when nothing uses the session`,
  });
}
