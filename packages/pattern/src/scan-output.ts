import { msg } from "@slipway/errors";
import { CandidateChoice } from "./choose-candidate.js";
import { ChunkEncoder } from "./encode-chunk.js";
import { OwnInput } from "./own-input.js";
import { assertUse } from "./pattern-error.js";
import type { ScanResult } from "./scan-result.js";
import { describeChoice, nameFinal } from "./scan-result.js";
import type { ScannerOptions } from "./scanner-options.js";
import { readOptions } from "./scanner-options.js";
import type { SearchEngine } from "./search-engine.js";
import type { SearchContext } from "./search-head.js";
import { HeadSearch } from "./search-head.js";
import { searchTail } from "./search-tail.js";
import { SCAN_SETTLE_MS, SearchTime } from "./search-time.js";
import { TailBuffer } from "./tail-buffer.js";

/** Searches one stream of output. Both `push` and `end` return what is known; after `end()` both return the last result. */
export type OutputScanner = {
  /**
   * Takes the next output, cut anywhere. The bytes are read at once and not kept. An empty chunk asks again, which may settle
   * a lone candidate where there is a clock.
   */
  push(chunk: Uint8Array | string): ScanResult;
  /** Says that nothing follows, and searches the tail if the beginning gave no final answer. */
  end(): ScanResult;
  /** Says what is about to be written to the agent: an id in it comes back as an echo, and is not the agent's. */
  noteInput(data: Uint8Array | string): void;
};

/** Starts a scanner. */
export function scanOutput(engine: SearchEngine, labelled: boolean, given: ScannerOptions): OutputScanner {
  const options = readOptions(labelled, given);
  const time = new SearchTime(options.clock, options.timeBudgetMs);
  return new StreamScanner({ engine, options, ownInput: new OwnInput(), time }, labelled);
}

class StreamScanner implements OutputScanner {
  readonly #context: SearchContext;
  readonly #labelled: boolean;
  readonly #choice: CandidateChoice;
  readonly #encoder = new ChunkEncoder();
  #tail: TailBuffer | undefined;
  #head: HeadSearch | undefined;
  #stopped: ScanResult["stopped"];
  #ended = false;
  /** When a lone candidate was found. */
  #foundAt: number | undefined;
  /** The last result, until something may have changed it. */
  #result: ScanResult | undefined;

  constructor(context: SearchContext, labelled: boolean) {
    this.#context = context;
    this.#labelled = labelled;
    const { policy, tailBytes, budgetBytes } = context.options;
    this.#choice = new CandidateChoice(policy);
    if (tailBytes > 0) this.#tail = new TailBuffer(tailBytes);
    if (budgetBytes > 0) this.#head = new HeadSearch(context, this.#choice);
    else this.#stopped = "budget";
  }

  push(chunk: Uint8Array | string): ScanResult {
    assertUse(typeof chunk === "string" || chunk instanceof Uint8Array, msg`a chunk is a string or bytes`);
    // Once the answer is final nothing is decoded, copied or kept.
    if (!this.#ended && (this.#head !== undefined || this.#tail !== undefined)) this.#read(this.#encoder.encode(chunk));
    return this.#describe();
  }

  end(): ScanResult {
    if (!this.#ended) {
      this.#read(this.#encoder.finish());
      this.#finish();
      this.#head = undefined;
      this.#tail = undefined;
      this.#ended = true;
    }
    return this.#describe();
  }

  noteInput(data: Uint8Array | string): void {
    assertUse(typeof data === "string" || data instanceof Uint8Array, msg`input is a string or bytes`);
    this.#context.ownInput.add(data);
  }

  #read(bytes: Uint8Array): void {
    this.#result = undefined;
    if (this.#head !== undefined) {
      const now = this.#context.time.begin();
      // What comes later than that belongs to something else; it is not looked at any more.
      const isSettled = this.#foundAt !== undefined && now - this.#foundAt >= SCAN_SETTLE_MS;
      const stopped = isSettled ? "settled" : this.#head.read(bytes);
      this.#context.time.end();
      if (this.#choice.policy === "unique" && this.#choice.kept.length === 1) this.#foundAt ??= now;
      if (stopped !== undefined) this.#stop(stopped);
    }
    this.#tail?.write(bytes);
  }

  #stop(stopped: NonNullable<ScanResult["stopped"]>): void {
    this.#stopped = stopped;
    this.#head = undefined;
    if (stopped !== "budget") this.#tail = undefined;
  }

  #finish(): void {
    const { time } = this.#context;
    time.begin();
    this.#stopped ??= this.#head?.finish();
    if (this.#stopped === "budget" && this.#tail !== undefined && !time.isUsedUp) {
      const isWhole = searchTail(this.#context, this.#choice, this.#tail);
      if (this.#choice.isFinal) this.#stopped = nameFinal(this.#choice.policy);
      else if (isWhole) this.#stopped = "end";
    }
    time.end();
  }

  #describe(): ScanResult {
    this.#result ??= describeChoice(this.#choice, this.#labelled ? "likely" : "low", this.#stopped);
    return this.#result;
  }
}
