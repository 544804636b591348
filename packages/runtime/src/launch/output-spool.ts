import { closeSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { runtimeIssue } from "../runtime-error.js";

/** Bytes that wait in a file for one stalled reader; beyond it the child waits. */
export const OUTPUT_SPOOL_MAX_BYTES = 1024 * 1024 * 1024;

/** Bytes read from the file at once. */
const PIECE_BYTES = 64 * 1024;

/** A file of bytes, first in, first out, that nobody else can open and that is gone with the process. */
export class OutputSpool {
  #readAt = 0;
  #writeAt = 0;
  #descriptor: number | undefined;
  readonly #maxBytes: number;
  readonly #path: string;

  constructor(descriptor: number, path: string, maxBytes: number) {
    this.#descriptor = descriptor;
    this.#path = path;
    this.#maxBytes = maxBytes;
  }

  /** Bytes that were written and not read yet. */
  get pending(): number {
    return this.#writeAt - this.#readAt;
  }

  /** False when the file is full or cannot be written: nothing of the chunk is in it then. */
  write(chunk: Uint8Array): boolean {
    if (this.#descriptor === undefined || this.pending + chunk.length > this.#maxBytes) return false;
    try {
      let done = 0;
      while (done < chunk.length)
        done += writeSync(this.#descriptor, chunk, done, chunk.length - done, this.#writeAt + done);
    } catch {
      return false;
    }
    this.#writeAt += chunk.length;
    return true;
  }

  /** The oldest bytes, or nothing when none are left. */
  read(): Uint8Array | undefined {
    if (this.#descriptor === undefined || this.pending === 0) return undefined;
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, this.pending));
    const count = readSync(this.#descriptor, piece, 0, piece.length, this.#readAt);
    this.#readAt += count;
    if (this.pending === 0) {
      ftruncateSync(this.#descriptor, 0);
      this.#readAt = 0;
      this.#writeAt = 0;
    }
    return piece.subarray(0, count);
  }

  /** Gives up the oldest bytes. */
  skip(bytes: number): void {
    this.#readAt += Math.min(bytes, this.pending);
  }

  /** Frees the descriptor. What is left is lost. */
  close(): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
    this.#readAt = this.#writeAt;
    if (process.platform === "win32") unlinkQuietly(this.#path);
  }
}

/**
 * Makes the file in a folder that only this user can enter, and takes its name away at once: what an agent printed is not
 * left on a disk, also when the host is killed. Windows cannot take the name of an open file; there it goes at the end.
 */
export function openOutputSpool(folder: string, name: string, maxBytes: number): Result<OutputSpool> {
  const path = join(folder, `output-${name}`);
  try {
    const descriptor = openSync(path, "wx+", 0o600);
    if (process.platform !== "win32") unlinkSync(path);
    return succeed(new OutputSpool(descriptor, path, maxBytes));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return refuse(
      runtimeIssue({
        code: "RUNTIME_SPOOL_UNAVAILABLE",
        message: msg`no file for output can be made in ${folder}: ${code}`,
        hint: msg`free some space, or choose another stall policy`,
      }),
    );
  }
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Somebody removed it; it is gone.
  }
}
