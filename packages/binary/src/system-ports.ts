import { randomBytes } from "node:crypto";
import * as nodeFs from "node:fs";
import { userInfo } from "node:os";
import type { OwnershipPolicy } from "./bound-binary.js";
import type { AccessListReader } from "./read-access-list.js";
import { readAccessList } from "./read-access-list.js";
import type { PathAccessReader } from "./read-path-access.js";
import { readPathAccess } from "./read-path-access.js";

/** The file system calls that are used: all synchronous, all replaceable in a test. */
export type FilePort = Pick<
  typeof nodeFs,
  | "chmodSync"
  | "closeSync"
  | "fchmodSync"
  | "fstatSync"
  | "fsyncSync"
  | "lstatSync"
  | "mkdirSync"
  | "openSync"
  | "readSync"
  | "readdirSync"
  | "readlinkSync"
  | "realpathSync"
  | "renameSync"
  | "statSync"
  | "statfsSync"
  | "unlinkSync"
  | "writeSync"
>;

/** A user database entry. A process may run under a number that has none (containers): then no home is known. */
export type UserEntry = {
  username: string | undefined;
  gid: number;
  homedir: string | undefined;
  /** The login shell. */
  shell?: string | null;
};

/** The machine at the rim. */
export type BinaryPorts = {
  fs: FilePort;
  platform: NodeJS.Platform;
  /** `process.arch`. */
  arch: string;
  /** The effective user: whose writes count as ours. */
  uid: () => number;
  /** The entry of the user database; `$HOME` takes no part. */
  user: () => UserEntry;
  /** Reads the access list of an open object; asked only where the group may write. */
  accessList: AccessListReader;
  /** Reads the access list behind a path where no descriptor can be asked (macOS, Windows). */
  pathAccess: PathAccessReader;
  /** Wall clock, nanoseconds since 1970: the clock that change times are taken from. */
  now: () => bigint;
  /** The running Node. */
  execPath: string;
  /** A name that no one can guess, for temporary files. */
  randomName: () => string;
};

/** The real machine, with some of its parts replaced. */
export function systemPorts(replaced: Partial<BinaryPorts> = {}): BinaryPorts {
  return {
    fs: nodeFs,
    platform: process.platform,
    arch: process.arch,
    uid: () => process.geteuid?.() ?? -1,
    user: readUserEntry,
    accessList: readAccessList,
    pathAccess: readPathAccess,
    now: () => BigInt(Date.now()) * 1_000_000n,
    execPath: process.execPath,
    randomName: () => randomBytes(12).toString("hex"),
    ...replaced,
  };
}

function readUserEntry(): UserEntry {
  try {
    return userInfo();
  } catch {
    return { username: undefined, gid: process.getegid?.() ?? -1, homedir: undefined };
  }
}

/** `standard` on macOS, where package managers keep group-writable prefixes; `strict` elsewhere. */
export function defaultPolicy(platform: NodeJS.Platform): OwnershipPolicy {
  return platform === "darwin" ? "standard" : "strict";
}
