import type { CharacterSet } from "./character-set.js";
import { hasUnit } from "./character-set.js";
import type { SearchPiece } from "./search-ast.js";

/** Positions of a prefix; each is a bit of one integer that stays within the engine's small integers. */
const PREFIX_MAX_UNITS = 30;

/**
 * What every match begins with: for each position the characters that can stand there. It is looked for with one shift and
 * one table look-up a byte; only where it was found, or may go on beyond a chunk, the automaton reads.
 */
export type Prefix = {
  /** Positions known; at least 1. */
  readonly length: number;
  /** For each byte below 127 a bit for each position at which it can stand. */
  readonly masks: Int32Array;
  /** Whether a character beyond ASCII can stand at any position. */
  readonly beyond: boolean;
  /** 1 for each state that lies in the prefix. What is searched by bits and what by states must be counted alike. */
  readonly states: Uint8Array;
};

/** Takes the prefix from the pieces of a pattern that has `size` states. */
export function buildPrefix(pieces: readonly SearchPiece[], size: number): Prefix {
  const states = new Uint8Array(size);
  const positions: CharacterSet[][] = [];
  let base = 0;
  for (const piece of pieces) {
    const room = PREFIX_MAX_UNITS - positions.length;
    if (piece.kind === "words") {
      const lengths = piece.words.map((word) => word.length);
      const count = Math.min(room, ...lengths);
      for (let step = 0; step < count; step += 1) positions.push(piece.words.map((word) => word[step] as CharacterSet));
      for (const length of lengths) {
        states.fill(1, base, base + count);
        base += length;
      }
      if (lengths.some((length) => length !== count)) break;
    } else {
      const count = Math.min(piece.min, room);
      for (let step = 0; step < count; step += 1) positions.push([piece.set]);
      states.fill(1, base, base + count);
      base += count;
      // Where a run of several lengths ends is not known by counting.
      if (piece.max !== count) break;
    }
  }
  const masks = new Int32Array(256);
  positions.forEach((sets, position) => {
    for (let unit = 0; unit < 127; unit += 1)
      if (sets.some((set) => hasUnit(set, unit))) masks[unit] = (masks[unit] as number) | (1 << position);
  });
  const beyond = positions.flat().some((set) => set.beyond || set.exceptions.length > 0);
  return { length: positions.length, masks, beyond, states };
}
