import type { MatchListener, OutputMatcher } from "./output-matcher.js";
import { SEARCH_STEPS_FIXED, SEARCH_STEPS_PER_UNIT } from "./output-matcher.js";
import type { OutputWindow } from "./output-window.js";
import { WINDOW_UNITS } from "./output-window.js";
import type { FallbackProgram } from "./search-fallback.js";
import { isMark, MARK_CUT, MARK_SCREEN_ENTERED, MARK_SCREEN_LEFT } from "./stream-marks.js";

/** Characters of a line that a fallback is given at once. Half the window, so that the text before it can be looked at. */
export const LINE_UNITS = 2_048;

/** What two pieces of a longer line share: the longest match that is surely found in it. */
export const LINE_OVERLAP_UNITS = 512;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/**
 * Finds the matches of a fallback's pattern line by line: at a line feed, a carriage return or a mark the text before it is
 * searched whole, so that the result depends on the stream only. A find over `n` characters is charged `n` times the states
 * of the pattern, because a second find may read the same characters again.
 */
export class LineMatcher implements OutputMatcher {
  readonly #program: FallbackProgram;
  readonly #states: number;
  readonly #window: OutputWindow;
  readonly #listener: MatchListener;
  #at = 0;
  /** Where the text that was not searched yet begins. */
  #lineAt = 0;
  /** Set when the text before `#lineAt` belongs to the same line. */
  #continues = false;
  #steps = 0;
  #onScreen = false;
  stopAt = Number.POSITIVE_INFINITY;
  exhausted = false;

  constructor(program: FallbackProgram, states: number, window: OutputWindow, listener: MatchListener) {
    this.#program = program;
    this.#states = states;
    this.#window = window;
    this.#listener = listener;
  }

  get furthest(): number {
    return this.#at;
  }

  get steps(): number {
    return this.#steps;
  }

  charge(steps: number): void {
    this.#steps += steps;
    this.#checkSteps();
  }

  run(isEnd: boolean): void {
    const window = this.#window;
    while (!this.exhausted && this.#at < this.stopAt && this.#at < window.end) {
      const unit = window.unitAt(this.#at);
      const isEdge = unit === LINE_FEED || unit === RETURN || isMark(unit);
      if (isEdge) this.#searchLine(true);
      // Only now, because what stands after a piece tells whether a match is a part of a word.
      else if (this.#at - this.#lineAt === LINE_UNITS) this.#searchLine(false);
      if (unit === MARK_SCREEN_ENTERED) this.#onScreen = true;
      if (unit === MARK_SCREEN_LEFT) {
        this.#onScreen = false;
        this.#listener.onScreenLeft();
      }
      this.#at += 1;
      if (isEdge) this.#beginLine(unit === MARK_CUT);
    }
    if (isEnd && !this.exhausted && this.#at < this.stopAt) this.#searchLine(true);
    window.forget(this.#lineAt + WINDOW_UNITS);
  }

  #beginLine(continues: boolean): void {
    this.#lineAt = this.#at;
    this.#continues = continues;
  }

  /** Searches what was not searched yet; at the end of a piece a match that may go on is left to the next piece. */
  #searchLine(isLine: boolean): void {
    const [from, to] = [this.#lineAt, this.#at];
    if (from === to) return;
    // One character before a piece that continues a line keeps ^ and \b honest.
    const before = this.#continues ? 1 : 0;
    const text = (this.#continues ? this.#lookBack(from) : "") + this.#window.slice(from, to);
    let next = isLine ? to : to - LINE_OVERLAP_UNITS;
    let at = before;
    while (at < text.length && !this.exhausted) {
      this.charge((text.length - at) * this.#states);
      const found = this.#program.find(text, at);
      if (found === undefined) break;
      const origin = from - before;
      const isOpen = !isLine && found.end === text.length;
      if (isOpen && origin + found.start >= next) break;
      at = Math.max(found.end, found.start + 1);
      if (isOpen || found.groupStart < 0 || found.groupEnd <= found.groupStart) continue;
      next = Math.max(next, origin + at);
      this.#listener.onMatch({
        start: origin + found.start,
        groupStart: origin + found.groupStart,
        groupEnd: origin + found.groupEnd,
        end: origin + found.end,
        decidedAt: to,
        onScreen: this.#onScreen,
      });
    }
    this.#lineAt = Math.min(next, to);
    this.#continues = true;
  }

  /** What stands before a position; where the stream was cut that may have been any character, a letter too. */
  #lookBack(position: number): string {
    return this.#window.unitAt(position - 1) === MARK_CUT ? "_" : this.#window.slice(position - 1, position);
  }

  #checkSteps(): void {
    if (this.#steps > SEARCH_STEPS_FIXED + SEARCH_STEPS_PER_UNIT * this.#at) this.exhausted = true;
  }
}
