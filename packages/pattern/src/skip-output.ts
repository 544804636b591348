import type { Prefix } from "./build-prefix.js";
import { measureSequence, SEQUENCE_NOTHING, SEQUENCE_UNKNOWN } from "./measure-sequence.js";

/** Bits that tell in four bytes at once whether one is below 0x20 or above 0x7f. */
const HIGH_BITS = 0x80808080 | 0;
const BLANKS = 0x20202020;

/**
 * Goes over raw output in which no match begins, which is nearly all of it. In runs of text the prefix of the pattern is
 * looked for backwards from where it would end (backward non-deterministic DAWG matching: one bit for each character of
 * the prefix), so that most bytes are not looked at singly; what has begun when a run ends is followed through colours. It
 * knows less than the decoder and the filter: wherever a byte means more than text, a colour or a simple sequence, it stops
 * before it. The units that it counts are those that the decoder and the filter would have made of the same bytes.
 */
export class OutputSkipper {
  readonly #masks: Int32Array;
  readonly #length: number;
  readonly #beyond: boolean;
  /** Units gone over by the last call. */
  units = 0;
  /** The last of them; -1 when there were none. */
  before = -1;
  /** How far the caller must read before it may come back; what lies before it was looked at already. */
  until = 0;
  /** The end of the last run of text that was looked for; a run that is come back to is not measured again. */
  #runEnd = 0;

  constructor({ length, masks, beyond }: Prefix) {
    this.#masks = masks;
    this.#length = length;
    this.#beyond = beyond;
  }

  /** A new chunk begins. */
  begin(): void {
    this.until = 0;
    this.#runEnd = 0;
  }

  /** Goes from `from` towards `to`; returns where reading must go on. `view` shows the same bytes. */
  skip(bytes: Uint8Array, view: DataView, from: number, to: number): number {
    const masks = this.#masks;
    const length = this.#length;
    const last = 1 << (length - 1);
    let at = from;
    // Where the run of text that is looked at begins, how many units lie before it, and the last of them.
    let run = from;
    let units = 0;
    let before = -1;
    // The prefixes that are followed, and the place where the oldest began when it lies before this run.
    let state = 0;
    let begun = from;
    let begunUnits = 0;
    let begunBefore = -1;
    for (;;) {
      this.#runEnd = findRunEnd(bytes, view, Math.max(at, this.#runEnd), to);
      const end = Math.min(this.#runEnd, to);
      while (state !== 0 && at < end) {
        state = ((state << 1) | 1) & (masks[bytes[at] as number] as number);
        at += 1;
        if ((state & last) !== 0)
          return this.#stopInside(bytes, at, state, run, units, before, begun, begunUnits, begunBefore);
      }
      while (at < end) {
        const close = Math.min(at + length, end) - 1;
        let index = close;
        let next = close + 1;
        let factors = masks[bytes[index] as number] as number;
        while (factors !== 0) {
          if ((factors & 1) === 1) next = index;
          if (index === at) break;
          index -= 1;
          factors = (factors >>> 1) & (masks[bytes[index] as number] as number);
        }
        if (next > at && close + 1 < end) {
          at = next;
          continue;
        }
        if (next > close) {
          at = end;
          break;
        }
        // A prefix stands there whole, or begins and goes on after the run.
        begun = next;
        begunUnits = units + next - run;
        begunBefore = next > run ? (bytes[next - 1] as number) : before;
        at = next;
        do {
          state = ((state << 1) | 1) & (masks[bytes[at] as number] as number);
          at += 1;
        } while (state !== 0 && at < end && (state & last) === 0);
        if ((state & last) !== 0)
          return this.#stopInside(bytes, at, state, run, units, before, begun, begunUnits, begunBefore);
      }
      if (at > run) before = bytes[at - 1] as number;
      units += at - run;
      run = at;
      if (at >= to) break;
      const sequence = measureSequence(bytes, at, to, this.#beyond);
      if (sequence === SEQUENCE_UNKNOWN) break;
      at += sequence >>> 17;
      run = at;
      const unit = sequence & 0x1ffff;
      if (unit === SEQUENCE_NOTHING) continue;
      state = 0;
      units += 1;
      before = unit;
    }
    if (state !== 0) return this.#stopInside(bytes, at, state, run, units, before, begun, begunUnits, begunBefore);
    this.units = units;
    this.before = before;
    // What could not be gone over is the next to be read.
    this.until = at < to ? at + 1 : at;
    return at;
  }

  /** Stops where prefixes are followed: reading goes on where the oldest began. */
  #stopInside(
    bytes: Uint8Array,
    at: number,
    state: number,
    run: number,
    units: number,
    before: number,
    begun: number,
    begunUnits: number,
    begunBefore: number,
  ): number {
    this.until = at;
    // The oldest prefix began as many units ago as its bit is high.
    const oldest = at - (32 - Math.clz32(state));
    if (oldest < run) {
      this.units = begunUnits;
      this.before = begunBefore;
      return begun;
    }
    this.units = units + oldest - run;
    this.before = oldest > run ? (bytes[oldest - 1] as number) : before;
    return oldest;
  }
}

/** The end of the run of text at `at`: printable ASCII, tabs and line ends. */
function findRunEnd(bytes: Uint8Array, view: DataView, at: number, to: number): number {
  let end = at;
  for (;;) {
    while (end + 4 <= to) {
      const word = view.getInt32(end, true);
      // A borrow between bytes can only make text look like a control, which is then looked at singly; 0x7f passes for text
      // here and for a mark in the filter, and no match goes over it in either.
      if (((word | ((word - BLANKS) & ~word)) & HIGH_BITS) !== 0) break;
      end += 4;
    }
    const stop = Math.min(end + 4, to);
    while (end < stop && isText(bytes[end] as number)) end += 1;
    if (end < stop || end === to) return end;
  }
}

function isText(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
