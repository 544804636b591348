import type { PatternAst, PatternAtom } from "./parse-session-id-pattern.js";
import { parsePattern } from "./parse-session-id-pattern.js";
import type { PatternResult } from "./pattern-issue.js";
import { SESSION_ID_MAX_LENGTH } from "./safe-session-id.js";

/** A compiled session-id pattern. Immutable; `test` keeps no state. */
export type SessionIdPattern = {
  /** The pattern as written. */
  readonly source: string;
  /** Characters of the shortest id that passes. */
  readonly minLength: number;
  /** Characters of the longest id that passes; never above {@link SESSION_ID_MAX_LENGTH}. */
  readonly maxLength: number;
  /**
   * Whether a value is an id of this shape: a string of 1 to {@link SESSION_ID_MAX_LENGTH} characters, the first not `-`
   * whatever the pattern allows, matching from the first character to the last (a trailing line feed is a character). Takes
   * anything, never throws, goes forward only; an over-long value is refused before it is read.
   */
  test(id: unknown): boolean;
  /** The engine's expression that accepts the same strings. */
  toRegExp(): RegExp;
  /** The source. */
  toString(): string;
};

/**
 * Compiles a pattern of the session-id grammar; see {@link parsePattern} for the grammar, the codes of refusals and what is
 * thrown.
 */
export function compilePattern(source: string): PatternResult<SessionIdPattern> {
  const parsed = parsePattern(source);
  return parsed.ok ? { ok: true, value: buildMatcher(parsed.value), issues: parsed.issues } : parsed;
}

function buildMatcher({ source, atoms }: PatternAst): SessionIdPattern {
  const minLength = atoms.reduce((sum, { min }) => sum + min, 0);
  const maxLength = Math.min(
    SESSION_ID_MAX_LENGTH,
    atoms.reduce((sum, { max }) => sum + max, 0),
  );
  const tables = atoms.map(buildTable);
  const test = (id: unknown): boolean => {
    if (typeof id !== "string" || id.length < minLength || id.length > maxLength) return false;
    if (id.charCodeAt(0) === 0x2d) return false;
    let at = 0;
    for (let index = 0; index < atoms.length; index += 1) {
      const { min, max } = atoms[index] as PatternAtom;
      const table = tables[index] as Uint8Array;
      // As many as there are is always right: what follows a run shares no character with it.
      const stop = Math.min(id.length, at + max);
      const from = at;
      while (at < stop && table[id.charCodeAt(at)] === 1) at += 1;
      if (at - from < min) return false;
    }
    return at === id.length;
  };
  const toRegExp = () => new RegExp(`^(?!-)(?=[^]{1,${SESSION_ID_MAX_LENGTH}}$)${source.slice(1)}`);
  return Object.freeze({ source, minLength, maxLength, test, toRegExp, toString: () => source });
}

/** One entry for each ASCII code; a code beyond reads as undefined, which is not 1. */
function buildTable({ characters }: PatternAtom): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}
