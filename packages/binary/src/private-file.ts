import { constants } from "node:fs";
import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { binaryIssue, faultCode } from "./binary-code.js";
import type { JudgeContext } from "./judge-writers.js";
import type { OpenFolder } from "./private-folder.js";
import { readStart } from "./read-head.js";

/**
 * The bytes of a file in a private folder; absent is a success without a value. One that is a link, no plain file, or that
 * others can read or write is refused, and so is one of more than `maxBytes`: what it says would choose a program.
 */
export function readPrivateFile(
  folder: OpenFolder,
  name: string,
  maxBytes: number,
  context: JudgeContext,
): Result<Uint8Array | undefined> {
  const { fs } = context.ports;
  const path = `${folder.path}/${name}`;
  let fd: number | undefined;
  try {
    fd = fs.openSync(
      `${folder.handle}/${name}`,
      constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0),
    );
    const stat = fs.fstatSync(fd, { bigint: true });
    if (!stat.isFile() || stat.uid !== BigInt(context.ports.uid()) || (Number(stat.mode) & 0o077) !== 0)
      return refuse(untrusted(path, "is not a plain file that only you can read and write"));
    if (stat.size > BigInt(maxBytes))
      return refuse(
        binaryIssue({ code: "BINARY_RECORD_TOO_LARGE", message: msg`${path} has more than ${maxBytes} bytes` }),
      );
    return succeed(readStart(fd, maxBytes + 1, context.ports));
  } catch (error) {
    const code = faultCode(error);
    if (code === "UNKNOWN") throw error;
    if (code === "ENOENT") return succeed(undefined);
    return refuse(untrusted(path, code === "ELOOP" ? "is a link" : "cannot be opened"));
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/** Writes a file of a private folder: mode 0600, complete or not at all, on disk when it returns. */
export function replacePrivateFile(
  folder: OpenFolder,
  name: string,
  bytes: Uint8Array,
  context: JudgeContext,
): Result<true> {
  const { fs, randomName } = context.ports;
  const temporary = `${folder.handle}/.${name.replace(/\.json$/u, "")}.${randomName()}.tmp`;
  let fd: number | undefined;
  try {
    fd = fs.openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    // The mode of open is cut by the umask; 0777 would leave a record that nobody can read.
    fs.fchmodSync(fd, 0o600);
    let written = 0;
    while (written < bytes.length) written += fs.writeSync(fd, bytes, written);
    fs.fsyncSync(fd);
    fs.closeSync(fd);
    fd = undefined;
    fs.renameSync(temporary, `${folder.handle}/${name}`);
    syncFolder(folder, context);
    return succeed(true);
  } catch (error) {
    const code = faultCode(error);
    if (code === "UNKNOWN") throw error;
    if (fd !== undefined) fs.closeSync(fd);
    try {
      fs.unlinkSync(temporary);
    } catch {
      // It was never made, or is renamed already.
    }
    return refuse(failed(`${folder.path}/${name}`, "written", code));
  }
}

/** Deletes a file of a private folder; one that is not there is deleted already. */
export function removePrivateFile(folder: OpenFolder, name: string, context: JudgeContext): Result<true> {
  try {
    context.ports.fs.unlinkSync(`${folder.handle}/${name}`);
    syncFolder(folder, context);
    return succeed(true);
  } catch (error) {
    const code = faultCode(error);
    if (code === "UNKNOWN") throw error;
    return code === "ENOENT" ? succeed(true) : refuse(failed(`${folder.path}/${name}`, "deleted", code));
  }
}

/** Without it a crash can lose the name though the bytes are on disk. Windows cannot sync a folder. */
function syncFolder(folder: OpenFolder, context: JudgeContext): void {
  if (context.ports.platform === "win32") return;
  const { fs } = context.ports;
  // The folder's own descriptor is O_PATH and cannot be synced.
  const fd = fs.openSync(`${folder.handle}/.`, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

function failed(path: string, verb: string, code: string): Issue {
  return binaryIssue({ code: "BINARY_RECORD_FAILED", message: msg`${path} cannot be ${verb}: ${code}` });
}

function untrusted(path: string, how: string): Issue {
  return binaryIssue({
    code: "BINARY_RECORD_UNTRUSTED",
    message: msg`${path} ${how}`,
    hint: msg`look at it, then delete it to adopt the program again`,
  });
}
