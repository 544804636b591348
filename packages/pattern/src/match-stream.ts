import type { Automaton } from "./build-automaton.js";
import type { CharacterSet } from "./character-set.js";
import { hasUnit } from "./character-set.js";
import type { MatchListener, OutputMatcher, StreamMatch } from "./output-matcher.js";
import { SEARCH_STEPS_FIXED, SEARCH_STEPS_PER_UNIT } from "./output-matcher.js";
import type { OutputWindow } from "./output-window.js";
import { WINDOW_UNITS } from "./output-window.js";
import { isMark, isWord, MARK_SCREEN_ENTERED, MARK_SCREEN_LEFT } from "./stream-marks.js";

/** One set of threads, in order of preference; a thread is a state that has just consumed a unit. */
class Threads {
  count = 0;
  readonly state: Int16Array;
  readonly start: Float64Array;
  readonly groupStart: Float64Array;
  readonly groupEnd: Float64Array;

  constructor(size: number) {
    this.state = new Int16Array(size);
    this.start = new Float64Array(size);
    this.groupStart = new Float64Array(size);
    this.groupEnd = new Float64Array(size);
  }

  push(state: number, start: number, groupStart: number, groupEnd: number): void {
    const index = this.count;
    this.state[index] = state;
    this.start[index] = start;
    this.groupStart[index] = groupStart;
    this.groupEnd[index] = groupEnd;
    this.count = index + 1;
  }
}

/**
 * Finds every match of a pattern in a stream, leftmost first, greedy, without overlap, as `matchAll` would. All states that a
 * match could be in are followed at once, each at most once, so a unit costs at most the number of states; what has to be
 * read again after a match that could have been longer is counted as well, and the whole is bounded by
 * {@link SEARCH_STEPS_FIXED} and {@link SEARCH_STEPS_PER_UNIT}. Depends on the stream only, not on how it was cut.
 */
export class StreamMatcher implements OutputMatcher {
  readonly #automaton: Automaton;
  readonly #window: OutputWindow;
  readonly #listener: MatchListener;
  #threads: Threads;
  #spare: Threads;
  /** For each state, the step in which it was last entered. */
  readonly #entered: Float64Array;
  #step = 0;
  #found: StreamMatch | undefined;
  #at = 0;
  #furthest = 0;
  #steps = 0;
  #onScreen = false;
  stopAt = Number.POSITIVE_INFINITY;
  exhausted = false;

  constructor(automaton: Automaton, window: OutputWindow, listener: MatchListener) {
    const size = automaton.sets.length;
    this.#automaton = automaton;
    this.#window = window;
    this.#listener = listener;
    this.#threads = new Threads(size);
    this.#spare = new Threads(size);
    this.#entered = new Float64Array(size).fill(-1);
  }

  get furthest(): number {
    return this.#furthest;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Whether everything read is behind it: no match has begun, and none waits to be reported. */
  get isIdle(): boolean {
    return this.#threads.count === 0 && this.#found === undefined && this.#at === this.#window.end;
  }

  /** Goes over units that were searched elsewhere and begin no match. Only when idle, with the window moved as well. */
  skip(units: number): void {
    this.#at += units;
    this.#furthest = Math.max(this.#furthest, this.#at);
    this.charge(units);
  }

  charge(steps: number): void {
    this.#steps += steps;
    if (this.#steps > SEARCH_STEPS_FIXED + SEARCH_STEPS_PER_UNIT * this.#furthest) this.exhausted = true;
  }

  run(isEnd: boolean): void {
    const window = this.#window;
    while (!this.exhausted && this.#at < this.stopAt) {
      if (this.#at >= window.end) {
        if (!isEnd) break;
        this.#closeThreads();
        if (this.#found === undefined) break;
        this.#report(this.#found);
        continue;
      }
      const unit = window.unitAt(this.#at);
      if (this.#threads.count === 0 && this.#found === undefined && this.#pass(unit)) continue;
      if (isMark(unit)) this.#closeThreads();
      else this.#advance(unit);
      if (this.#threads.count === 0 && this.#found !== undefined) this.#report(this.#found);
      else if (!isMark(unit)) this.#moveOn();
    }
    window.forget(this.#at);
  }

  /** Passes a unit at which no match begins. */
  #pass(unit: number): boolean {
    if (isMark(unit)) {
      if (unit === MARK_SCREEN_ENTERED) this.#onScreen = true;
      if (unit === MARK_SCREEN_LEFT) {
        this.#onScreen = false;
        this.#listener.onScreenLeft();
      }
    } else if (this.#automaton.starts[Math.min(unit, 128)] === 1) return false;
    this.#moveOn();
    return true;
  }

  #moveOn(): void {
    this.#at += 1;
    if (this.#at > this.#furthest) this.#furthest = this.#at;
    this.charge(1);
  }

  #report(found: StreamMatch): void {
    this.#found = undefined;
    this.#threads.count = 0;
    this.#listener.onMatch({ ...found, decidedAt: this.#at });
    // Read again what a longer match would have taken, as far as it can be looked back at.
    this.#at = Math.max(found.end, this.#at - WINDOW_UNITS);
  }

  #advance(unit: number): void {
    const { next, leaves, piece, firsts, groupStart, groupEnd, boundaries } = this.#automaton;
    const isEdge = isWord(unit) !== isWord(this.#window.unitAt(this.#at - 1));
    const from = this.#threads;
    const to = this.#spare;
    const at = this.#at;
    to.count = 0;
    this.#step += 1;
    let isClosed = false;
    for (let index = 0; index < from.count; index += 1) {
      const state = from.state[index] as number;
      const start = from.start[index] as number;
      const opened = from.groupStart[index] as number;
      const closed = from.groupEnd[index] as number;
      const inside = next[state] as number;
      if (inside !== -1) this.#enter(to, inside, unit, start, opened, closed);
      const following = (piece[state] as number) + 1;
      if (leaves[state] === 0 || (boundaries[following] === 1 && !isEdge)) continue;
      if (following === firsts.length) {
        // Accepted when it was entered, unless a word had to end first.
        if (boundaries[following] === 0) continue;
        this.#accept(from, index, at);
        isClosed = true;
        break;
      }
      const opens = following === groupStart ? at : opened;
      const closes = following === groupEnd ? at : closed;
      for (const state of firsts[following] as readonly number[]) this.#enter(to, state, unit, start, opens, closes);
    }
    if (this.#found === undefined && !isClosed && (boundaries[0] === 0 || isEdge)) {
      const opens = groupStart === 0 ? at : -1;
      for (const state of firsts[0] as readonly number[]) this.#enter(to, state, unit, at, opens, -1);
    }
    this.#threads = to;
    this.#spare = from;
    this.#settle(to);
  }

  #enter(to: Threads, state: number, unit: number, start: number, groupStart: number, groupEnd: number): void {
    if (this.#automaton.prefix.states[state] === 0) this.#steps += 1;
    if (this.#entered[state] === this.#step || !hasUnit(this.#automaton.sets[state] as CharacterSet, unit)) return;
    this.#entered[state] = this.#step;
    to.push(state, start, groupStart, groupEnd);
  }

  /** Keeps the most preferred thread that has matched, and drops those less preferred. */
  #settle(threads: Threads): void {
    const { leaves, piece, firsts, boundaries } = this.#automaton;
    if (boundaries[firsts.length] === 1) return;
    for (let index = 0; index < threads.count; index += 1) {
      const state = threads.state[index] as number;
      if (leaves[state] === 0 || (piece[state] as number) + 1 !== firsts.length) continue;
      this.#accept(threads, index, this.#at + 1);
      threads.count = index + 1;
      return;
    }
  }

  /** Ends all threads where nothing goes on; a word that had to end has ended, if it was one. */
  #closeThreads(): void {
    const { leaves, piece, firsts, boundaries } = this.#automaton;
    const threads = this.#threads;
    const isEdge = boundaries[firsts.length] === 1 && isWord(this.#window.unitAt(this.#at - 1));
    for (let index = 0; isEdge && index < threads.count; index += 1) {
      const state = threads.state[index] as number;
      if (leaves[state] === 0 || (piece[state] as number) + 1 !== firsts.length) continue;
      this.#accept(threads, index, this.#at);
      break;
    }
    threads.count = 0;
  }

  #accept(threads: Threads, index: number, end: number): void {
    const { firsts, groupEnd } = this.#automaton;
    this.#found = {
      start: threads.start[index] as number,
      groupStart: threads.groupStart[index] as number,
      groupEnd: groupEnd === firsts.length ? end : (threads.groupEnd[index] as number),
      end,
      decidedAt: end,
      onScreen: this.#onScreen,
    };
  }
}
