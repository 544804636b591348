import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { lstat, open, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Issue, Result } from "@slipway/errors";
import { issue, msg, printable, refuse, succeed } from "@slipway/errors";
import type { MinisignCode } from "./minisign-error.js";

/** Bytes of a key or signature file. The longest that is read has 9,406; the rest is for lines that are not read. */
export const KEY_FILE_MAX_BYTES = 65_536;

/** Bytes read at once from a message. */
const CHUNK_BYTES = 1_048_576;

/** What `errno` means, in the words of the C library. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "No such file or directory"],
  ["EACCES", "Permission denied"],
  ["EISDIR", "Is a directory"],
  ["ENOTDIR", "Not a directory"],
  ["ELOOP", "Too many levels of symbolic links"],
  ["EEXIST", "File exists"],
  // Ours.
  ["ENOTREG", "Not a regular file"],
]);

/** The issue for a file operation that failed. */
export function describeFailure(path: string, error: unknown): Issue {
  const code = (error as { code?: unknown } | null)?.code;
  const reason = typeof code === "string" ? (REASONS.get(code) ?? code) : "cannot be read or written";
  const hint = printable("check the path and its permissions");
  return issue({ code: "MINISIGN_FILE_UNREADABLE" satisfies MinisignCode, message: msg`${path}: ${reason}`, hint });
}

/** `any` reads pipes and devices as the C tool does; `regular` refuses them. */
export type ReadableKind = "any" | "regular";

/**
 * Opens a file for reading. A named pipe put in place of a regular file would hold whoever opens it until somebody writes,
 * and one of the few threads of the file system with it; a device may have no end.
 */
async function openToRead(path: string, kind: ReadableKind): Promise<FileHandle> {
  if (kind === "any") return open(path, constants.O_RDONLY);
  // Does not wait for a writer; of no meaning for a regular file, and not there on Windows.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stats = await file.stat();
  if (stats.isFile()) return file;
  await file.close();
  throw Object.assign(new Error("not a regular file"), { code: stats.isDirectory() ? "EISDIR" : "ENOTREG" });
}

/** Reads a key or signature file; `mode` is that of the very file that was read. */
export async function readKeyBytes(
  path: string,
  kind: ReadableKind = "any",
): Promise<Result<{ bytes: Uint8Array; mode: number }>> {
  let file: FileHandle | undefined;
  try {
    file = await openToRead(path, kind);
    const stats = await file.stat();
    if (stats.isDirectory()) return refuse(describeFailure(path, { code: "EISDIR" }));
    const buffer = new Uint8Array(KEY_FILE_MAX_BYTES + 1);
    let length = 0;
    // Never more than the limit: it may be a device without an end.
    for (let count = -1; count !== 0 && length < buffer.length; length += count) {
      count = (await file.read(buffer, length, buffer.length - length, null)).bytesRead;
    }
    const bytes = buffer.slice(0, length);
    buffer.fill(0);
    if (length <= KEY_FILE_MAX_BYTES) return succeed({ bytes, mode: stats.mode });
    const message = msg`${path} is longer than ${KEY_FILE_MAX_BYTES} bytes`;
    return refuse(issue({ code: "MINISIGN_FILE_TOO_LARGE" satisfies MinisignCode, message }));
  } catch (error) {
    return refuse(describeFailure(path, error));
  } finally {
    await file?.close();
  }
}

/** The bytes of a file in parts; each part is overwritten by the next. Errors of the file system are thrown. */
export async function* readParts(path: string, kind: ReadableKind = "any"): AsyncGenerator<Uint8Array> {
  const file = await openToRead(path, kind);
  try {
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/**
 * Writes a file so that there is never half of it: beside it under a random name, forced to the disk, renamed. What is no
 * regular file (`/dev/stdout`) is written directly. The mode holds from the first byte; the umask may take from it.
 */
export async function writeWhole(path: string, text: string, mode: number): Promise<Result<string>> {
  try {
    const existing = await lstat(path).catch(() => undefined);
    if (existing !== undefined && !existing.isFile()) {
      await writeThrough(path, text, constants.O_WRONLY | constants.O_TRUNC, mode);
      return succeed(path);
    }
    const folder = dirname(path);
    const beside = join(folder, `.${basename(path)}.${randomBytes(8).toString("hex")}`);
    try {
      await writeThrough(beside, text, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
      await rename(beside, path);
    } catch (error) {
      await unlink(beside).catch(() => undefined);
      throw error;
    }
    // The rename itself is on the disk only with its folder; some platforms cannot open one.
    const opened = await open(folder, constants.O_RDONLY).catch(() => undefined);
    await opened?.sync().catch(() => undefined);
    await opened?.close();
    return succeed(path);
  } catch (error) {
    return refuse(describeFailure(path, error));
  }
}

async function writeThrough(path: string, text: string, flags: number, mode: number): Promise<void> {
  const file = await open(path, flags, mode);
  try {
    await file.writeFile(text);
    await file.sync().catch(() => undefined);
  } finally {
    await file.close();
  }
}
