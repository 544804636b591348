import { msg } from "@slipway/errors";
import { RuntimeError } from "../runtime-error.js";
import type { SessionOutput } from "../session.js";

/** Bytes kept while nobody reads: the last screens of an agent, enough to attach to it later. */
export const OUTPUT_RING_BYTES = 256 * 1024;

/** Bytes waiting for an attached reader before the child is made to wait. */
export const OUTPUT_HIGH_WATER_BYTES = 256 * 1024;

/** Bytes that may wait at the end, when the child is gone and cannot be made to wait: what pipes and terminals hold, and more. */
export const OUTPUT_FINAL_BYTES = 8 * 1024 * 1024;

/** The source's brake. */
export type Brake = { pause: () => void; resume: () => void };

/**
 * One stream of the child's bytes for one reader at a time. Nobody attached: the last {@link OUTPUT_RING_BYTES} are kept
 * and the rest is counted as dropped; the child never waits. Attached: nothing is dropped, and the child waits when the
 * reader does.
 */
export class OutputBuffer {
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #dropped = 0;
  #attached = false;
  #ended = false;
  #final = false;
  #paused = false;
  #waiting: (() => void)[] = [];
  readonly #brake: Brake;

  constructor(brake: Brake) {
    this.#brake = brake;
  }

  /** Bytes that were lost because nobody read them. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The reader's end. Ending the loop detaches; another reader may then follow. */
  readonly output: SessionOutput = {
    [Symbol.asyncIterator]: () => this.#attach(),
  };

  /** Takes bytes of the child. */
  push(chunk: Uint8Array): void {
    if (chunk.length === 0 || this.#ended) return;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#attached && !this.#final) {
      if (this.#bytes >= OUTPUT_HIGH_WATER_BYTES) this.#pause();
    } else this.#trim(this.#attached ? OUTPUT_FINAL_BYTES : OUTPUT_RING_BYTES);
    this.#wake();
  }

  /** The child is gone: whatever it left is taken without making anybody wait. */
  finish(): void {
    this.#final = true;
    this.#resume();
  }

  /** No more bytes. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  #attach(): AsyncIterator<Uint8Array> {
    if (this.#attached)
      throw new RuntimeError("RUNTIME_OUTPUT_TAKEN", msg`the output already has a reader`, {
        hint: msg`end the first reader's loop, or share what it reads`,
      });
    this.#attached = true;
    let open = true;
    const detach = async (): Promise<IteratorResult<Uint8Array>> => {
      if (open) {
        open = false;
        this.#attached = false;
        this.#resume();
        if (!this.#final) this.#trim(OUTPUT_RING_BYTES);
        this.#wake();
      }
      return { done: true, value: undefined };
    };
    return {
      next: async () => {
        while (open) {
          const chunk = this.#chunks.shift();
          if (chunk !== undefined) {
            this.#bytes -= chunk.length;
            if (this.#bytes < OUTPUT_HIGH_WATER_BYTES / 2) this.#resume();
            return { done: false, value: chunk };
          }
          if (this.#ended) return detach();
          await new Promise<void>((resolve) => {
            this.#waiting.push(resolve);
          });
        }
        return { done: true, value: undefined };
      },
      return: detach,
    };
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  #trim(limit: number): void {
    while (this.#bytes > limit) {
      const oldest = this.#chunks[0] as Uint8Array;
      const excess = this.#bytes - limit;
      const cut = Math.min(excess, oldest.length);
      if (cut === oldest.length) this.#chunks.shift();
      else this.#chunks[0] = oldest.subarray(cut);
      this.#bytes -= cut;
      this.#dropped += cut;
    }
  }

  #pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#brake.pause();
  }

  #resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#brake.resume();
  }
}
