import { msg } from "@slipway/errors";
import { checkReach, checkSharedCharacters } from "./check-session-id-atoms.js";
import type { Repeat } from "./parse-count.js";
import { parseCount } from "./parse-count.js";
import { parseSessionIdClass } from "./parse-session-id-class.js";
import { assertUse } from "./pattern-error.js";
import type { Findings, PatternResult } from "./pattern-issue.js";
import { collectFindings } from "./pattern-issue.js";
import { refuseCharacter } from "./refuse-session-id-character.js";

/** Shortest pattern, in characters: `^`, one atom, `$`. */
export const PATTERN_MIN_LENGTH = 3;

/** Longest pattern, in characters (plugin.toml reference); a UUID needs 69. */
export const PATTERN_MAX_LENGTH = 200;

/** One atom of a session-id pattern: which characters, how often. */
export type PatternAtom = Repeat & {
  /** The characters, each once, in code order; all ASCII. */
  characters: string;
  /** Where the atom stands in the pattern. */
  offset: number;
};

/** A session-id pattern taken apart: its atoms in order, anchored at both ends. */
export type PatternAst = { source: string; atoms: PatternAtom[] };

/**
 * Reads a pattern of the session-id grammar (plugin.toml reference, "The session-id pattern"):
 *
 * ```
 * pattern = "^" , atom , { atom } , "$" ;
 * atom    = ( literal , [ count ] ) | ( class , [ count | "+" ] ) ;
 * literal = letter | digit | "_" | "-" ;
 * class   = "[" , item , { item } , "]" ;
 * item    = range | letter | digit | "_" | "\-" ;
 * range   = low , "-" , high ;                      (both digits, both a-z or both A-Z)
 * count   = "{" , n , "}" | "{" , n , "," , m , "}" ;   (1 <= n <= m <= 999)
 * ```
 *
 * No atom matches nothing, and an atom of variable length shares no character with the atom right after it, so one forward
 * pass decides. Problems are listed with their places, at most `PATTERN_ISSUES_MAX` of them.
 *
 * @throws PatternError `PATTERN_MISUSE` when the source is not a string
 */
export function parsePattern(source: string): PatternResult<PatternAst> {
  assertUse(typeof source === "string", msg`a pattern is a string, not ${typeof source}`);
  const findings = collectFindings(source);
  if (!checkLength(source, findings)) return { ok: false, issues: findings.issues };

  const first = source.startsWith("^") ? 1 : 0;
  const last = source.endsWith("$") ? source.length - 1 : source.length;
  if (first === 0)
    findings.add(
      "PATTERN_START_ANCHOR",
      0,
      1,
      msg`the pattern does not begin with "^"`,
      msg`write ^ first: a whole id is matched`,
    );
  if (last === source.length)
    findings.add(
      "PATTERN_END_ANCHOR",
      last,
      1,
      msg`the pattern does not end with "$"`,
      msg`write $ last: a whole id is matched`,
    );

  const atoms = parseAtoms(source, first, last, findings);
  if (findings.issues.length === 0) {
    checkSharedCharacters(source, atoms, findings);
    checkReach(source, atoms, findings);
  }
  if (findings.issues.length > 0) return { ok: false, issues: findings.issues };
  return { ok: true, value: { source, atoms }, issues: [] };
}

function checkLength(source: string, findings: Findings): boolean {
  const length = source.length;
  if (length > PATTERN_MAX_LENGTH)
    findings.add(
      "PATTERN_TOO_LONG",
      PATTERN_MAX_LENGTH,
      1,
      msg`${length} characters, at most ${PATTERN_MAX_LENGTH} are taken`,
      msg`use classes with counts`,
    );
  else if (source === "^$")
    findings.add("PATTERN_EMPTY", 0, 2, msg`nothing stands between the anchors`, msg`write what an id looks like`);
  else if (length < PATTERN_MIN_LENGTH)
    findings.add(
      "PATTERN_TOO_SHORT",
      0,
      length,
      msg`${length} characters, at least ${PATTERN_MIN_LENGTH} are needed`,
      msg`write ^...$`,
    );
  return findings.issues.length === 0;
}

function parseAtoms(source: string, first: number, last: number, findings: Findings): PatternAtom[] {
  const atoms: PatternAtom[] = [];
  let at = first;
  while (at < last) {
    const offset = at;
    const head = source[at] as string;
    let characters: string | undefined;
    if (head === "[") {
      const parsed = parseSessionIdClass(source, at, last, findings);
      characters = parsed.characters;
      at = parsed.end;
    } else {
      if (/[A-Za-z0-9_-]/.test(head)) characters = head;
      else refuseCharacter(source, at, findings);
      // An escape is refused whole, so that its letter is not read as a literal.
      at += head === "\\" ? 2 : 1;
    }
    // What was refused as an atom may still carry a quantifier, which is then no second problem.
    if ("*?+{|(^$".includes(head)) continue;
    const { repeat, end } = parseRepeat(source, at, last, characters !== head, findings);
    at = end;
    if (characters !== undefined && repeat !== undefined) atoms.push({ characters, ...repeat, offset });
  }
  return atoms;
}

function parseRepeat(
  source: string,
  offset: number,
  last: number,
  plusAllowed: boolean,
  findings: Findings,
): { repeat: Repeat | undefined; end: number } {
  let repeat: Repeat | undefined = { min: 1, max: 1 };
  let end = offset;
  const mark = offset < last ? source[offset] : undefined;
  if (mark === "{") {
    const parsed = parseCount(source, offset, findings);
    repeat = parsed.repeat;
    end = parsed.end;
  } else if (mark === "+") {
    end += 1;
    if (plusAllowed) repeat = { min: 1, max: Number.POSITIVE_INFINITY };
    else
      findings.add(
        "PATTERN_PLUS_AFTER_LITERAL",
        offset,
        1,
        msg`"+" follows a single character`,
        msg`write [${source[offset - 1]}]+`,
      );
  }
  const again = end < last && end > offset ? (source[end] as string) : "";
  if ("{+*?".includes(again) && again !== "") {
    findings.add("PATTERN_QUANTIFIER_TWICE", end, 1, msg`two quantifiers in a row`, msg`keep one of them`);
    end = again === "{" ? parseCountEnd(source, end) : end + 1;
  }
  return { repeat, end };
}

function parseCountEnd(source: string, offset: number): number {
  const close = source.indexOf("}", offset);
  return close === -1 ? source.length : close + 1;
}
