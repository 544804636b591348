import { msg } from "@slipway/errors";
import type { CandidatePolicy } from "./choose-candidate.js";
import { WIDTH_MAX } from "./join-lines.js";
import { assertUse } from "./pattern-error.js";
import type { SearchClock } from "./search-time.js";
import { SCAN_TIME_BUDGET_MS } from "./search-time.js";
import type { SessionIdPattern } from "./session-id-pattern.js";

/** Stripped output searched from the start, in characters: an agent names its id within the first screens, or at the end. */
export const SCAN_BUDGET_BYTES = 1_048_576;

/** Raw output kept for the search at the end. An exit screen is below 4 KiB; a full redraw before it is below 60. */
export const SCAN_TAIL_BYTES = 65_536;

/** Largest tail that can be asked for; it is held in memory for the whole session. */
export const SCAN_TAIL_MAX_BYTES = 16_777_216;

/** How a scanner searches. */
export type ScannerOptions = {
  /** Default: `first` for a labelled pattern, `unique` for another. */
  policy?: CandidatePolicy;
  /** What an id of this agent looks like; without it an id must be safe and hold a digit. */
  idPattern?: SessionIdPattern;
  /** Default {@link SCAN_BUDGET_BYTES}; 0 searches the tail only, `Infinity` everything. */
  budgetBytes?: number;
  /** Default {@link SCAN_TAIL_BYTES}; 0 searches no tail. */
  tailBytes?: number;
  /** Columns of the terminal: line ends of programs that wrap their own output are then left out. Default: none are. */
  width?: number;
  /** A monotonic clock in milliseconds. Without it no time limit holds, and the result depends on the output only. */
  clock?: SearchClock;
  /** Time that may be spent searching, with a clock; default `SCAN_TIME_BUDGET_MS`. */
  timeBudgetMs?: number;
};

/** Options that are checked, with their defaults. */
export type ReadOptions = Required<Omit<ScannerOptions, "idPattern" | "width" | "clock">> & {
  idPattern: SessionIdPattern | undefined;
  width: number | undefined;
  clock: SearchClock | undefined;
};

/** Checks the options of a scanner. Throws `PATTERN_MISUSE` for a wrong one. */
export function readOptions(labelled: boolean, options: ScannerOptions): ReadOptions {
  const {
    policy = labelled ? "first" : "unique",
    idPattern,
    budgetBytes = SCAN_BUDGET_BYTES,
    tailBytes = SCAN_TAIL_BYTES,
    width,
    clock,
    timeBudgetMs = SCAN_TIME_BUDGET_MS,
  } = options;
  assertUse(["first", "last", "unique"].includes(policy), msg`a policy is first, last or unique`);
  assertUse(idPattern === undefined || typeof idPattern.test === "function", msg`idPattern is a compiled pattern`);
  assertUse(
    budgetBytes === Number.POSITIVE_INFINITY || isWhole(budgetBytes, 0, Number.MAX_SAFE_INTEGER),
    msg`budgetBytes is a whole number from 0 up, or Infinity`,
  );
  assertUse(isWhole(tailBytes, 0, SCAN_TAIL_MAX_BYTES), msg`tailBytes is 0 to ${SCAN_TAIL_MAX_BYTES}`);
  assertUse(width === undefined || isWhole(width, 1, WIDTH_MAX), msg`width is 1 to ${WIDTH_MAX} columns`);
  assertUse(clock === undefined || typeof clock === "function", msg`a clock is a function`);
  assertUse(typeof timeBudgetMs === "number" && timeBudgetMs >= 0, msg`timeBudgetMs is 0 or more`);
  return { policy, idPattern, budgetBytes, tailBytes, width, clock, timeBudgetMs };
}

function isWhole(value: number, from: number, to: number): boolean {
  return Number.isInteger(value) && value >= from && value <= to;
}
