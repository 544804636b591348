import { closeSync, openSync, readSync } from "node:fs";
import type { Issue, Printable } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { problem } from "../catalog-tools-code.js";

/** A catalog: 4 MiB, twice what the parser takes, so that the parser itself refuses what is too long. */
export const CATALOG_MAX_BYTES = 4 * 1024 * 1024;
/** A signature or a key: 32 KiB; the longest comment line that minisign writes is 8 KiB. */
export const SIGNATURE_MAX_BYTES = 32 * 1024;

/** What was read, or the one reason why not. */
export type FileReading = { ok: true; bytes: Uint8Array } | { ok: false; issue: Issue };

/** Reads a file whole, but never more than `maxBytes`: it may be a device without an end. `-` is standard input. */
export function readFileBounded(path: string, maxBytes: number): FileReading {
  let descriptor: number | undefined;
  try {
    descriptor = path === "-" ? 0 : openSync(path, "r");
    const buffer = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let count = -1; count !== 0 && length <= maxBytes; length += count)
      count = readSome(descriptor, buffer.subarray(length));
    if (length > maxBytes)
      return refuse(msg`${path} is longer than ${maxBytes} bytes`, msg`check that it is the right file`);
    return { ok: true, bytes: new Uint8Array(buffer.subarray(0, length)) };
  } catch (error) {
    return refuse(describeFailure(path, error as NodeJS.ErrnoException), msg`check the path`);
  } finally {
    if (descriptor !== undefined && descriptor !== 0) closeSync(descriptor);
  }
}

function readSome(descriptor: number, buffer: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, buffer, 0, buffer.length, null);
    } catch (error) {
      // Standard input may be a pipe or terminal that another program set to non-blocking.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

const FAILURES: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "does not exist"],
  ["ENOTDIR", "leads through a file as if it were a folder"],
  ["EISDIR", "is a folder"],
  ["EACCES", "may not be read by you"],
  ["EPERM", "may not be read by you"],
]);

/** Why a file could not be used, in words. */
export function describeFailure(path: string, { code, message }: NodeJS.ErrnoException): Printable {
  const known = FAILURES.get(code ?? "");
  return known === undefined ? msg`${path} cannot be read: ${code ?? message}` : msg`${path} ${known}`;
}

function refuse(message: Printable, hint: Printable): FileReading {
  return { ok: false, issue: problem("CATALOG_TOOLS_UNREADABLE", message, hint) };
}
