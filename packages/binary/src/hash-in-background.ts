import { createHash } from "node:crypto";
import { read } from "node:fs";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";

/** Files from this size on are hashed in a worker: below, starting a thread costs about as much as the hashing. */
export const WORKER_MIN_BYTES = 67_108_864;
/** Bytes of one read; two are in flight, one being read while the other is hashed. */
export const CHUNK_BYTES = 1_048_576;

/** Bytes hashed so far, of how many. */
export type HashProgress = (done: number, total: number) => void;

const readChunk = promisify(read);

/**
 * The same loop as {@link hashHere}, in a thread of its own. As text, so that it is in whatever file a bundler puts this
 * package into; descriptors are shared by all threads of a process.
 */
const WORKER_CODE = `
const { parentPort, workerData } = require("node:worker_threads");
const { createHash } = require("node:crypto");
const read = require("node:util").promisify(require("node:fs").read);
const { fd, chunkBytes, limit } = workerData;
(async () => {
  const hash = createHash("sha256");
  let [current, next] = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)];
  let position = 0;
  let told = 0;
  let pending = read(fd, current, 0, chunkBytes, 0);
  for (;;) {
    const { bytesRead } = await pending;
    if (bytesRead === 0 || position > limit) break;
    position += bytesRead;
    pending = read(fd, next, 0, chunkBytes, position);
    hash.update(current.subarray(0, bytesRead));
    [current, next] = [next, current];
    if (position - told >= 16 * chunkBytes) parentPort.postMessage({ done: (told = position) });
  }
  parentPort.postMessage({ done: position, sha256: hash.digest("hex") });
})().catch((error) => parentPort.postMessage({ code: error.code ?? "UNKNOWN" }));
`;

/** What was hashed: how many bytes there were, and their SHA-256. */
export type Hashed = { bytes: number; sha256: string };

/**
 * SHA-256 of an open file without blocking the caller, up to `limit` bytes and one read more. Rejects with the file
 * system's error, or with the reason of the signal. The descriptor stays open, and must until the promise is settled.
 */
export function hashInBackground(
  fd: number,
  size: number,
  limit: number,
  { onProgress, signal }: { onProgress?: HashProgress; signal?: AbortSignal } = {},
): Promise<Hashed> {
  signal?.throwIfAborted();
  return size >= WORKER_MIN_BYTES
    ? hashInWorker(fd, size, limit, onProgress, signal)
    : hashHere(fd, size, limit, onProgress, signal);
}

async function hashHere(
  fd: number,
  size: number,
  limit: number,
  onProgress?: HashProgress,
  signal?: AbortSignal,
): Promise<Hashed> {
  const hash = createHash("sha256");
  let [current, next] = [Buffer.allocUnsafe(CHUNK_BYTES), Buffer.allocUnsafe(CHUNK_BYTES)];
  let position = 0;
  let pending = readChunk(fd, current, 0, CHUNK_BYTES, 0);
  try {
    for (;;) {
      const { bytesRead } = await pending;
      if (bytesRead === 0 || position > limit) break;
      signal?.throwIfAborted();
      position += bytesRead;
      pending = readChunk(fd, next, 0, CHUNK_BYTES, position);
      hash.update(current.subarray(0, bytesRead));
      [current, next] = [next, current];
      onProgress?.(position, size);
    }
  } finally {
    // The caller closes the descriptor next: a read that is under way would go to whatever file gets its number.
    await pending.catch(() => undefined);
  }
  return { bytes: position, sha256: hash.digest("hex") };
}

function hashInWorker(
  fd: number,
  size: number,
  limit: number,
  onProgress?: HashProgress,
  signal?: AbortSignal,
): Promise<Hashed> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER_CODE, {
      eval: true,
      workerData: { fd, chunkBytes: CHUNK_BYTES, limit },
      // Nothing of the host's command line or environment (a preload, a loader) takes part in hashing.
      execArgv: [],
      env: {},
    });
    // The descriptor may be closed, and its number given to another file, only once the thread has ended.
    let outcome: (() => void) | undefined;
    const settle = (how: () => void) => {
      outcome ??= how;
      void worker.terminate();
    };
    const abort = () => settle(() => reject(signal?.reason as Error));
    signal?.addEventListener("abort", abort, { once: true });
    worker.on("message", ({ done, sha256, code }: { done: number; sha256?: string; code?: string }) => {
      if (code !== undefined) settle(() => reject(Object.assign(new Error("the file cannot be read"), { code })));
      else {
        onProgress?.(done, size);
        if (sha256 !== undefined) settle(() => resolve({ bytes: done, sha256 }));
      }
    });
    worker.on("error", (error) => settle(() => reject(error)));
    worker.on("exit", () => {
      signal?.removeEventListener("abort", abort);
      (outcome ?? (() => reject(new Error("the thread that hashes ended early"))))();
    });
  });
}
