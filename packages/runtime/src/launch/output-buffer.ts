import { msg } from "@slipway/errors";
import { RuntimeError } from "../runtime-error.js";
import type { SessionChunk, SessionOutput } from "../session.js";
import type { OutputSpool } from "./output-spool.js";

/** Bytes kept while nobody reads: the last screens of an agent, enough to attach to it later. */
export const OUTPUT_RING_BYTES = 256 * 1024;

/** Bytes waiting for an attached reader before the child is made to wait. */
export const OUTPUT_HIGH_WATER_BYTES = 256 * 1024;

/** Bytes that may wait at the end, when the child is gone and cannot be made to wait: what pipes and terminals hold, and more. */
export const OUTPUT_FINAL_BYTES = 8 * 1024 * 1024;

/** Milliseconds that a child waits for a reader that takes nothing, before the stall policy counts. */
export const OUTPUT_MAX_HOLD_MS = 10_000;

/** The source's brake. */
export type Brake = { pause: () => void; resume: () => void };

/** What becomes of a child whose attached reader takes nothing for `maxHoldMs`; the file goes with the policy `spool`. */
export type StallRule =
  | { maxHoldMs: number; policy: "wait" | "drop-oldest" }
  | { maxHoldMs: number; policy: OutputSpool };

/**
 * One stream of the child's bytes for one reader at a time. Nobody attached: the last {@link OUTPUT_RING_BYTES} are kept
 * and the rest is counted as dropped; the child never waits. Attached: the child waits when the reader does, and when that
 * takes too long the stall rule counts: it waits on, or the oldest bytes are dropped, or they go to a file. Dropped bytes
 * are counted, and the next chunk says how many are missing before it.
 */
export class OutputBuffer {
  /** What the reader gets first, then what is in the file, then what came when the file was full. */
  #front: Uint8Array[] = [];
  #back: Uint8Array[] = [];
  /** Bytes of both. */
  #bytes = 0;
  #dropped = 0;
  /** Bytes dropped since the last chunk that was handed out. */
  #gap = 0;
  #attached = false;
  #ended = false;
  #final = false;
  #paused = false;
  #stalled = false;
  #timer: NodeJS.Timeout | undefined;
  #waiting: (() => void)[] = [];
  readonly #brake: Brake;
  readonly #stall: StallRule;
  readonly #spool: OutputSpool | undefined;

  constructor(brake: Brake, stall: StallRule) {
    this.#brake = brake;
    this.#stall = stall;
    this.#spool = typeof stall.policy === "string" ? undefined : stall.policy;
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
    if (this.#spooled === 0 && this.#back.length === 0) this.#pushInMemory(chunk);
    else if (this.#back.length > 0 || this.#spool?.write(chunk) === false) {
      // The file is full, or its disk: the child waits for the reader again.
      this.#back.push(chunk);
      this.#bytes += chunk.length;
      if (!this.#final) this.#pause();
    }
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
    this.#resume();
    if (!this.#attached && this.#spooled > 0) this.#keepLast();
    if (this.#spooled === 0) this.#spool?.close();
    this.#wake();
  }

  get #spooled(): number {
    return this.#spool?.pending ?? 0;
  }

  #pushInMemory(chunk: Uint8Array): void {
    this.#front.push(chunk);
    this.#bytes += chunk.length;
    if (!this.#attached) this.#trim(OUTPUT_RING_BYTES);
    else if (this.#final) this.#trim(OUTPUT_FINAL_BYTES);
    else if (this.#bytes >= OUTPUT_HIGH_WATER_BYTES) {
      if (this.#stalled) this.#relieve();
      else this.#pause();
    }
  }

  #attach(): AsyncIterator<SessionChunk> {
    if (this.#attached)
      throw new RuntimeError("RUNTIME_OUTPUT_TAKEN", msg`the output already has a reader`, {
        hint: msg`end the first reader's loop, or share what it reads`,
      });
    this.#attached = true;
    this.#stalled = false;
    let open = true;
    const detach = async (): Promise<IteratorResult<SessionChunk>> => {
      if (open) {
        open = false;
        this.#attached = false;
        this.#resume();
        if (!this.#final) this.#keepLast();
        if (this.#ended && this.#spooled === 0) this.#spool?.close();
        this.#wake();
      }
      return { done: true, value: undefined };
    };
    return {
      next: async () => {
        this.#stalled = false;
        while (open) {
          const chunk = this.#take();
          if (chunk !== undefined) return { done: false, value: chunk };
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

  #take(): SessionChunk | undefined {
    if (this.#front.length === 0 && this.#spooled === 0) this.#front = this.#back.splice(0);
    const kept = this.#front.shift();
    if (kept !== undefined) this.#bytes -= kept.length;
    const chunk = kept ?? this.#spool?.read();
    if (this.#bytes < OUTPUT_HIGH_WATER_BYTES / 2 && this.#spooled === 0) this.#resume();
    if (chunk === undefined || this.#gap === 0) return chunk;
    const gapBefore = this.#gap;
    this.#gap = 0;
    // A view of its own: what it is a part of may be held by somebody else.
    return Object.assign(chunk.subarray(), { gapBefore });
  }

  /** The reader took nothing for too long: room is made without it. */
  #relieve(): void {
    if (this.#stall.policy === "wait" || !this.#attached || this.#final) return;
    this.#stalled = true;
    if (this.#spool === undefined) this.#trim(OUTPUT_RING_BYTES / 2);
    else if (!this.#moveToSpool(this.#spool)) return;
    this.#resume();
  }

  #moveToSpool(spool: OutputSpool): boolean {
    while (this.#front.length > 0) {
      const chunk = this.#front[0] as Uint8Array;
      if (!spool.write(chunk)) break;
      this.#front.shift();
      this.#bytes -= chunk.length;
    }
    if (this.#front.length === 0) return true;
    // What did not fit is newer than what is in the file.
    this.#back.unshift(...this.#front.splice(0));
    return false;
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** Nobody reads: the last bytes, wherever they are, are kept in memory and the others let go. */
  #keepLast(): void {
    const spool = this.#spool;
    if (spool !== undefined && spool.pending > 0) {
      for (const chunk of this.#front.splice(0)) {
        this.#bytes -= chunk.length;
        this.#lose(chunk.length);
      }
      const excess = Math.max(0, spool.pending - OUTPUT_RING_BYTES);
      spool.skip(excess);
      this.#lose(excess);
      for (let piece = spool.read(); piece !== undefined; piece = spool.read()) {
        this.#front.push(piece);
        this.#bytes += piece.length;
      }
    }
    this.#front.push(...this.#back.splice(0));
    this.#trim(OUTPUT_RING_BYTES);
  }

  #trim(limit: number): void {
    while (this.#bytes > limit) {
      const oldest = this.#front[0] as Uint8Array;
      const cut = Math.min(this.#bytes - limit, oldest.length);
      if (cut === oldest.length) this.#front.shift();
      else this.#front[0] = oldest.subarray(cut);
      this.#bytes -= cut;
      this.#lose(cut);
    }
  }

  #lose(bytes: number): void {
    this.#dropped += bytes;
    this.#gap += bytes;
  }

  #pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#brake.pause();
    if (this.#stall.policy === "wait") return;
    this.#timer = setTimeout(() => this.#relieve(), this.#stall.maxHoldMs);
    this.#timer.unref();
  }

  #resume(): void {
    clearTimeout(this.#timer);
    if (!this.#paused) return;
    this.#paused = false;
    this.#brake.resume();
  }
}
