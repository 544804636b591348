import type { Prefix } from "./build-prefix.js";
import { buildPrefix } from "./build-prefix.js";
import type { CharacterSet } from "./character-set.js";
import { hasUnit } from "./character-set.js";
import type { SearchAst, SearchPiece } from "./search-ast.js";

/**
 * States of one search pattern: the sum of its counts over all alternatives. Each state can cost a step for each character
 * of output, so this bounds the work that a pattern can ask for. A UUID with a label needs about 50.
 */
export const SEARCH_MAX_STATES = 2_048;

/**
 * A search pattern as states, each of which consumes one unit. From a state one can go to `next` (inside the same piece,
 * tried first: matches are greedy) and, when `leaves` is set, to the first states of the following piece; after the last
 * piece the pattern has matched.
 */
export type Automaton = {
  readonly sets: readonly CharacterSet[];
  /** The state after this one in the same piece; -1 for none. */
  readonly next: Int16Array;
  /** 1 where the piece can end. */
  readonly leaves: Uint8Array;
  /** The piece of each state. */
  readonly piece: Int16Array;
  /** The first states of each piece, in order of preference. */
  readonly firsts: readonly (readonly number[])[];
  readonly groupStart: number;
  readonly groupEnd: number;
  /** For ASCII units and (index 128) all others: whether a match can begin there. */
  readonly starts: Uint8Array;
  /** 1 for each piece that a word boundary must precede; the last entry is for what follows the last piece. */
  readonly boundaries: Uint8Array;
  /** The characters with which every match begins. */
  readonly prefix: Prefix;
};

/** The states a pattern needs. Computed from the counts, so that nothing large is built to find out. */
export function countStates(pieces: readonly SearchPiece[]): number {
  return pieces.reduce(
    (sum, piece) => sum + (piece.kind === "words" ? piece.words.flat().length : countCopies(piece)),
    0,
  );
}

/** Builds the states. The caller has checked {@link countStates}. */
export function buildAutomaton({ pieces, groupStart, groupEnd, boundaries }: SearchAst): Automaton {
  const size = countStates(pieces);
  const sets: CharacterSet[] = [];
  const next = new Int16Array(size).fill(-1);
  const leaves = new Uint8Array(size);
  const piece = new Int16Array(size);
  const firsts: number[][] = [];
  pieces.forEach((current, index) => {
    const heads: number[] = [];
    const runs =
      current.kind === "words" ? current.words : [new Array<CharacterSet>(countCopies(current)).fill(current.set)];
    for (const run of runs) {
      const base = sets.length;
      heads.push(base);
      run.forEach((set, step) => {
        const state = base + step;
        sets.push(set);
        piece[state] = index;
        const isLast = step === run.length - 1;
        if (!isLast) next[state] = state + 1;
        else if (current.kind === "set" && current.max === Number.POSITIVE_INFINITY) next[state] = state;
        leaves[state] = isLast || (current.kind === "set" && step + 1 >= current.min) ? 1 : 0;
      });
    }
    firsts.push(heads);
  });
  return {
    sets,
    next,
    leaves,
    piece,
    firsts,
    groupStart,
    groupEnd,
    starts: tabulateStarts((firsts[0] as number[]).map((state) => sets[state] as CharacterSet)),
    boundaries: Uint8Array.from({ length: pieces.length + 1 }, (_, index) => (boundaries.has(index) ? 1 : 0)),
    prefix: buildPrefix(pieces, size),
  };
}

function countCopies({ min, max }: { min: number; max: number }): number {
  return max === Number.POSITIVE_INFINITY ? min : max;
}

function tabulateStarts(sets: readonly CharacterSet[]): Uint8Array {
  const starts = new Uint8Array(129);
  for (let unit = 0; unit < 128; unit += 1) if (sets.some((set) => hasUnit(set, unit))) starts[unit] = 1;
  if (sets.some(({ beyond, exceptions }) => beyond || exceptions.length > 0)) starts[128] = 1;
  return starts;
}
