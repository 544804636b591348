import type { PatternAtom } from "./parse-session-id-pattern.js";

/** Kinds of characters that one table can tell apart, a bit for each. */
const KINDS_MAX = 31;

const DASH = 0x2d;

/** Whether a string of a length within the limits is an id. */
export type IdMatcher = (id: string) => boolean;

/**
 * Builds the matcher of atoms that are all of fixed length. It goes backwards, because ids of one agent differ at their ends
 * and begin alike; every position is looked up in one table. Undefined when the atoms are not of fixed length.
 */
export function matchFixed(atoms: readonly PatternAtom[], length: number): IdMatcher | undefined {
  const kinds = [...new Set(atoms.map(({ characters }) => characters))];
  if (kinds.length > KINDS_MAX || atoms.some(({ min, max }) => min !== max)) return undefined;
  // One entry for each Latin-1 unit; a unit beyond reads as undefined, which has no bit.
  const kindsOf = new Int32Array(256);
  for (const [kind, characters] of kinds.entries())
    for (const character of characters)
      kindsOf[character.charCodeAt(0)] = (kindsOf[character.charCodeAt(0)] as number) | (1 << kind);
  const needed = Int32Array.from(
    atoms.flatMap(({ characters, min }) => new Array<number>(min).fill(1 << kinds.indexOf(characters))),
  );
  return (id) => {
    if (id.length !== length || id.charCodeAt(0) === DASH) return false;
    for (let at = length - 1; at >= 0; at -= 1) {
      if (((kindsOf[id.charCodeAt(at)] as number) & (needed[at] as number)) === 0) return false;
    }
    return true;
  };
}

/** Builds the matcher of any atoms: the last character first, then one forward pass. */
export function matchAny(atoms: readonly PatternAtom[], minLength: number, maxLength: number): IdMatcher {
  const tables = atoms.map(buildTable);
  const mins = atoms.map(({ min }) => min);
  const maxs = atoms.map(({ max }) => Math.min(max, maxLength));
  const count = atoms.length;
  const lastTable = tables[count - 1] as Uint8Array;
  return (id) => {
    const length = id.length;
    if (length < minLength || length > maxLength || id.charCodeAt(0) === DASH) return false;
    if (lastTable[id.charCodeAt(length - 1)] !== 1) return false;
    let at = 0;
    for (let index = 0; index < count; index += 1) {
      const table = tables[index] as Uint8Array;
      const from = at;
      // As many as there are is always right: what follows a run shares no character with it.
      const stop = Math.min(length, at + (maxs[index] as number));
      while (at < stop && table[id.charCodeAt(at)] === 1) at += 1;
      if (at - from < (mins[index] as number)) return false;
    }
    return at === length;
  };
}

/** One entry for each code that an id can hold; a code beyond reads as undefined, which is not 1. */
function buildTable({ characters }: PatternAtom): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}
