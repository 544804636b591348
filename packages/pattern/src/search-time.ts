/** Time that one scanner may spend on a search, in milliseconds, where it has a clock. A labelled UUID needs about 5 for 1 MiB. */
export const SCAN_TIME_BUDGET_MS = 1_000;

/** Output of so many milliseconds must follow a lone candidate under `unique` before it is final, where there is a clock. */
export const SCAN_SETTLE_MS = 2_000;

/** A monotonic clock, in milliseconds. */
export type SearchClock = () => number;

/** Measures what a search has cost and how long ago something was found. Without a clock no time passes. */
export class SearchTime {
  readonly #clock: SearchClock;
  readonly #budget: number;
  #spent = 0;
  #begunAt: number;

  constructor(clock: SearchClock | undefined, budget: number) {
    this.#clock = clock ?? (() => 0);
    this.#budget = budget;
    this.#begunAt = 0;
  }

  /** A stretch of work begins; returns the time. */
  begin(): number {
    this.#begunAt = this.#clock();
    return this.#begunAt;
  }

  /** The stretch of work has ended. */
  end(): void {
    this.#spent += this.#clock() - this.#begunAt;
  }

  /** Whether the work so far, the stretch that is under way included, has used the budget up. */
  get isUsedUp(): boolean {
    return this.#spent + this.#clock() - this.#begunAt > this.#budget;
  }
}
