import type { ReadStream } from "node:fs";
import { createReadStream } from "node:fs";
import type { Printable } from "@slipway/errors";
import { msg, printable } from "@slipway/errors";

/** Prompt by file or standard input: 1 MiB. Longer than what any agent takes in one turn, small enough to hold in memory. */
export const PROMPT_MAX_BYTES = 1024 * 1024;

/** What came of reading: the bytes, or why there are none. */
export type BoundedRead =
  | { ok: true; bytes: Uint8Array }
  | { ok: false; reason: "too-long" | "unreadable"; error?: Error };

/**
 * Reads a file or a stream to its end, and stops as soon as it is longer than `maxBytes`: a file may be a device that
 * never ends. A path may be a pipe (`<(command)`).
 */
export async function readBounded(source: string | NodeJS.ReadableStream, maxBytes: number): Promise<BoundedRead> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const stream = typeof source === "string" ? createReadStream(source) : (source as ReadStream);
    for await (const chunk of stream) {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Uint8Array);
      length += bytes.length;
      if (length > maxBytes) return { ok: false, reason: "too-long" };
      chunks.push(bytes);
    }
  } catch (error) {
    return { ok: false, reason: "unreadable", error: error as Error };
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
}

const FAILURES: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "does not exist"],
  ["ENOTDIR", "leads through a file as if it were a folder"],
  ["EISDIR", "is a folder"],
  ["EACCES", "may not be read by you"],
  ["EPERM", "may not be read by you"],
  ["ELOOP", "is a link that leads to itself"],
  ["ENAMETOOLONG", "is longer than a path may be"],
]);

/** Why a file could not be read, as what comes after its name. */
export function describeReadFailure(error: Error | undefined): Printable {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  const known = FAILURES.get(code ?? "");
  return known === undefined ? msg`cannot be read: ${code ?? error}` : printable(known);
}
