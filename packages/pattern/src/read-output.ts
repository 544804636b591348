import { OutputDecoder } from "./decode-output.js";
import { LineMatcher } from "./match-lines.js";
import { StreamMatcher } from "./match-stream.js";
import type { MatchListener, OutputMatcher } from "./output-matcher.js";
import { OutputWindow } from "./output-window.js";
import type { SearchEngine } from "./search-engine.js";
import { OutputSkipper } from "./skip-output.js";

/** Bytes decoded between two looks at whether output can be gone over again. */
const STEP_BYTES = 16;

/** A chunk of raw output, and a view of the same bytes. */
export type OutputChunk = { bytes: Uint8Array; view: DataView };

/** Makes the view of a chunk. */
export function viewChunk(bytes: Uint8Array): OutputChunk {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
}

/** Reads one stream of raw output: goes over what begins no match, and decodes, strips and matches the rest. */
export class OutputReader {
  readonly window = new OutputWindow();
  readonly matcher: OutputMatcher;
  readonly #decoder: OutputDecoder;
  readonly #fast: { matcher: StreamMatcher; skipper: OutputSkipper } | undefined;
  /** `offset` is the byte of the whole stream with which this one begins. */
  constructor(engine: SearchEngine, listener: MatchListener, offset: number, width: number | undefined) {
    this.#decoder = new OutputDecoder(this.window, offset, width);
    if (engine.kind === "lines") {
      this.matcher = new LineMatcher(engine.program, engine.states, this.window, listener);
      return;
    }
    const automaton = engine.automaton();
    const matcher = new StreamMatcher(automaton, this.window, listener);
    this.matcher = matcher;
    // Columns are counted where characters are decoded.
    if (width === undefined) this.#fast = { matcher, skipper: new OutputSkipper(automaton.prefix) };
  }

  /** Reads a part of a chunk, from `from` to before `to` at most, until `limit` units are stripped; returns where it stopped. */
  read(chunk: OutputChunk, from: number, to: number, limit: number): number {
    const fast = this.#fast;
    if (from === 0) fast?.skipper.begin();
    let until = fast?.skipper.until ?? 0;
    let at = from;
    if (fast !== undefined && at >= until && this.#decoder.isAtRest && fast.matcher.isIdle) {
      at = this.#skip(fast, chunk, from, Math.min(to, from + Math.min(limit, this.matcher.stopAt) - this.window.end));
      until = fast.skipper.until;
      if (until <= at) return at;
    }
    const end = fast === undefined ? to : Math.min(to, Math.max(until, at + STEP_BYTES));
    at = this.#decoder.take(chunk.bytes, at, end, limit);
    this.matcher.run(false);
    return at;
  }

  /** Nothing follows. */
  finish(): void {
    this.#decoder.finish();
    this.matcher.run(true);
  }

  #skip(
    { matcher, skipper }: { matcher: StreamMatcher; skipper: OutputSkipper },
    { bytes, view }: OutputChunk,
    from: number,
    to: number,
  ): number {
    const at = skipper.skip(bytes, view, from, to);
    this.#decoder.skip(at - from);
    if (skipper.units > 0) {
      this.window.skip(skipper.units, skipper.before);
      matcher.skip(skipper.units);
    }
    return at;
  }
}
