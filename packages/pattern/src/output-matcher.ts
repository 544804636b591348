/**
 * Steps that a search may take: a fixed part and a part for each unit of output. A labelled UUID takes under 2 steps a unit;
 * 64 is the worst of patterns that catalogs hold on output made of nothing but hexadecimal digits.
 */
export const SEARCH_STEPS_FIXED = 16_777_216;
export const SEARCH_STEPS_PER_UNIT = 64;

/** A match; positions count units of the stripped stream. */
export type StreamMatch = {
  start: number;
  groupStart: number;
  groupEnd: number;
  end: number;
  /** Where the matcher stood when the match was certain. */
  decidedAt: number;
  /** Whether the alternate screen was shown. */
  onScreen: boolean;
};

/** Who is told what the matcher finds. */
export type MatchListener = { onMatch(match: StreamMatch): void; onScreenLeft(): void };

/** Reads the window of one stream and tells what matches. */
export type OutputMatcher = {
  /** The furthest position read. */
  readonly furthest: number;
  /** Steps taken so far. */
  readonly steps: number;
  /** The position at which the search ends. */
  stopAt: number;
  /** Set when the steps were used up; nothing is found any more. */
  readonly exhausted: boolean;
  /** Reads what is in the window. With `isEnd` nothing follows, so a match that could have grown is certain. */
  run(isEnd: boolean): void;
  /** Counts steps that were taken elsewhere for this search. */
  charge(steps: number): void;
};
