import { measureColumns } from "./measure-columns.js";
import type { OutputWindow } from "./output-window.js";
import { isMark, MARK_STILL } from "./stream-marks.js";

/** Widest terminal that lines are joined for, in columns; wider ones do not exist and the count stays small. */
export const WIDTH_MAX = 10_000;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const TAB = 0x09;
const UNKNOWN = -1;

/**
 * Leaves out the line ends of programs that wrap their own output: a line feed, alone or after a carriage return, directly
 * after a line that fills the width. (What the terminal itself wraps holds no line end.) The place is remembered, because a
 * line that ends there by chance looks the same.
 */
export class LineJoiner {
  readonly #window: OutputWindow;
  readonly #width: number;
  #column = 0;
  /** Where a carriage return stood that waits for its line feed; -1 for none. */
  #returnAt = -1;

  constructor(window: OutputWindow, width: number) {
    this.#window = window;
    this.#width = width;
  }

  append(unit: number, offset: number): void {
    const isFull = this.#column === this.#width;
    if (unit === LINE_FEED && isFull) {
      this.#returnAt = -1;
      this.#column = 0;
      this.#window.join();
      return;
    }
    this.finish();
    if (unit === RETURN && isFull) {
      this.#returnAt = offset;
      return;
    }
    this.#window.append(unit, offset);
    this.#advance(unit);
  }

  /** Nothing follows. */
  finish(): void {
    if (this.#returnAt < 0) return;
    this.#window.append(RETURN, this.#returnAt);
    this.#returnAt = -1;
    this.#column = 0;
  }

  #advance(unit: number): void {
    if (unit === LINE_FEED || unit === RETURN) this.#column = 0;
    else if (isMark(unit)) {
      // After a cursor move the column is not known before the next line.
      if (unit !== MARK_STILL) this.#column = UNKNOWN;
    } else if (this.#column !== UNKNOWN) this.#column = this.#addColumns(unit);
  }

  #addColumns(unit: number): number {
    if (unit === TAB) return Math.min(this.#width - 1, (this.#column | 7) + 1);
    const columns = measureColumns(unit);
    const column = this.#column + columns;
    // The terminal wraps by itself: the character goes to the next line whole.
    return column > this.#width ? columns : column;
  }
}
