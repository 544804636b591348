import { matchAny, matchFixed } from "./match-session-id.js";
import type { PatternAst } from "./parse-session-id-pattern.js";
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
  const match = matchFixed(atoms, minLength) ?? matchAny(atoms, minLength, maxLength);
  const test = (id: unknown): boolean => typeof id === "string" && match(id);
  const toRegExp = () => new RegExp(`^(?!-)(?=[^]{1,${SESSION_ID_MAX_LENGTH}}$)${source.slice(1)}`);
  return Object.freeze({ source, minLength, maxLength, test, toRegExp, toString: () => source });
}
