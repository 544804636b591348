import { lstatSync } from "node:fs";
import { userInfo } from "node:os";
import type { Issue, Printable } from "@slipway/errors";
import { msg, verbatim } from "@slipway/errors";
import { runtimeIssue } from "../runtime-error.js";

/**
 * Bytes of the folder's path. Agents put Unix sockets into it, whose whole path has 107 bytes; 60 leave room for their
 * names.
 */
export const TMPDIR_MAX_BYTES = 60;

/**
 * Why a folder cannot be the child's temporary folder, or nothing: it must be a directory (not a link to one), of this user,
 * open to nobody else. Agents execute bytecode they find there; another local user who plants the folder first would choose
 * what runs.
 */
export function checkTmpdir(path: string): Issue | undefined {
  let stat: ReturnType<typeof lstatSync>;
  try {
    stat = lstatSync(path);
  } catch (error) {
    return refused(path, msg`cannot be used: ${(error as NodeJS.ErrnoException).code}`);
  }
  if (!stat.isDirectory()) return refused(path, msg`is not a directory of its own`);
  if (process.platform === "win32") return undefined;
  const me = process.getuid?.() ?? userInfo().uid;
  if (stat.uid !== me) return refused(path, msg`belongs to user ${stat.uid}, not to ${me}`);
  if ((stat.mode & 0o077) !== 0)
    return refused(path, msg`is open to other users (mode ${(stat.mode & 0o777).toString(8)})`);
  return undefined;
}

function refused(path: string, what: Printable): Issue {
  return runtimeIssue({
    code: "RUNTIME_TMPDIR_UNSAFE",
    message: msg`the temporary folder ${path} ${verbatim(what)}`,
    hint: msg`remove it, or set SLIPWAY_HOME to a folder of your own`,
  });
}
