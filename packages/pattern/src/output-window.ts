/**
 * Units of stripped output that can be looked back at. Twice the largest match without a run of open length
 * (2,048 states); a match that is longer is judged without its beginning.
 */
export const WINDOW_UNITS = 4_096;

const CAPACITY = 2 * WINDOW_UNITS;
/** One byte of output can give a replacement character, a mark and a pair at most. */
const RESERVE = 8;

/**
 * The last stripped output: units, and for each the byte of raw output where it began. Positions are counted from the start
 * of the stripped stream. Memory is fixed: {@link WINDOW_UNITS} twice, at 10 bytes a unit.
 */
export class OutputWindow {
  readonly #units = new Uint16Array(CAPACITY);
  readonly #offsets = new Float64Array(CAPACITY);
  #base = 0;
  #length = 0;
  /** Positions after a line end that was left out, ascending. */
  #joins: number[] = [];

  /** The position after the last unit. */
  get end(): number {
    return this.#base + this.#length;
  }

  get isFull(): boolean {
    return this.#length > CAPACITY - RESERVE;
  }

  append(unit: number, offset: number): void {
    this.#units[this.#length] = unit;
    this.#offsets[this.#length] = offset;
    this.#length += 1;
  }

  /** Says that a line end was left out before what is appended next. */
  join(): void {
    this.#joins.push(this.end);
  }

  /** Whether a line end was left out directly before a position. */
  isJoin(position: number): boolean {
    return this.#joins.includes(position);
  }

  /** Whether a line end was left out between two positions. */
  hasJoin(from: number, to: number): boolean {
    return this.#joins.some((position) => position > from && position < to);
  }

  /** Goes on after `units` more, at least one; none is held but the last, which is `before`. */
  skip(units: number, before: number): void {
    this.#base += this.#length + units - 1;
    this.#length = 0;
    this.append(before, 0);
  }

  /** The unit at a position; -1 where there is none, or none any more. */
  unitAt(position: number): number {
    const index = position - this.#base;
    return index >= 0 && index < this.#length ? (this.#units[index] as number) : -1;
  }

  /** Where in the raw output the unit at a position began. */
  offsetAt(position: number): number {
    return this.#offsets[position - this.#base] as number;
  }

  /** The text between two positions that are still held. */
  slice(from: number, to: number): string {
    return String.fromCharCode(...this.#units.subarray(from - this.#base, to - this.#base));
  }

  /** Forgets what no one can look back at from `position`: all but {@link WINDOW_UNITS} units and their left neighbour. */
  forget(position: number): void {
    const drop = position - WINDOW_UNITS - 1 - this.#base;
    // Moved in large steps only, so that the cost of a unit stays constant.
    if (drop < WINDOW_UNITS / 2) return;
    this.#units.copyWithin(0, drop, this.#length);
    this.#offsets.copyWithin(0, drop, this.#length);
    this.#base += drop;
    this.#length -= drop;
    this.#joins = this.#joins.filter((at) => at >= this.#base);
  }
}
