import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { msg } from "@slipway/errors";

/** Writes a file whole or not at all, mode 0600, on disk when it returns: temporary file, fsync, rename, fsync of the folder. */
export function writePrivateFile(folder: string, name: string, text: string): void {
  const temporary = join(folder, `.${name}.${randomBytes(8).toString("hex")}`);
  try {
    writeSynced(temporary, text);
    renameSync(temporary, join(folder, name));
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
  syncFolder(folder);
}

/** Creates a file that must not exist, mode 0600, and writes it to disk. */
export function writeSynced(path: string, text: string): void {
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a plain file of ours up to a limit; nothing when it is absent. Throws for anything else: a link, a FIFO, a longer file. */
export function readPrivateFile(path: string, maxBytes: number): string | undefined {
  const tooLong = msg`it is longer than ${maxBytes} bytes`;
  let descriptor: number;
  try {
    // Without O_NONBLOCK a FIFO of that name would hang the reader.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new Error("it is not a plain file");
    if (process.geteuid !== undefined && stat.uid !== process.geteuid()) throw new Error("it belongs to another user");
    if (stat.size > maxBytes) throw new Error(tooLong);
    const bytes = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (;;) {
      const count = readSync(descriptor, bytes, length, bytes.length - length, null);
      length += count;
      if (count === 0 || length > maxBytes) break;
    }
    if (length > maxBytes) throw new Error(tooLong);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length));
  } finally {
    closeSync(descriptor);
  }
}

/** Removes a file for good: its absence is on disk when it returns. Throws when it cannot be removed. */
export function removeFile(folder: string, name: string): void {
  unlinkSync(join(folder, name));
  syncFolder(folder);
}

/** Removes a file that may be gone already. */
export function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone, or it was never made.
  }
}

/** Without it a crash can lose the name though the bytes are on disk. Windows cannot do it and does not need it. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
