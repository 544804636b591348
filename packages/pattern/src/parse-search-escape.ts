import { msg } from "@slipway/errors";
import type { Findings } from "./pattern-issue.js";

/** What an escape stands for: one unit, a kind of characters, a word boundary, or (refused) nothing. */
export type SearchEscape = { unit?: number; kind?: "d" | "w" | "s"; boundary?: true; end: number };

const BLANK_ESCAPES: ReadonlyMap<string, number> = new Map([
  ["t", 9],
  ["n", 10],
  ["r", 13],
]);

/** Escapes that RE2 has and this grammar lacks; `{...}` and hexadecimal digits belong to the escape before them. */
const RE2_ESCAPE =
  /^\\(?:[BDWSfv0]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[xu]\{[0-9A-Fa-f]{1,6}\}|[pP]\{\^?\w{1,40}\}|[pP]\w|c[A-Za-z])/;

/** Reads the escape at `at`, where a backslash stands, inside a class or outside. */
export function readEscape(source: string, at: number, findings: Findings, inClass: boolean): SearchEscape {
  const letter = source[at + 1];
  const end = Math.min(at + 2, source.length);
  if (letter === "d" || letter === "w" || letter === "s") return { kind: letter, end };
  if (letter === "b" && !inClass) return { boundary: true, end };
  if (letter !== undefined && /[!-/:-@[-`{-~ ]/.test(letter)) return { unit: letter.charCodeAt(0), end };
  const blank = letter === undefined ? undefined : BLANK_ESCAPES.get(letter);
  if (blank !== undefined) return { unit: blank, end };
  return { end: refuseEscape(source, at, end, findings, inClass) };
}

function refuseEscape(source: string, at: number, end: number, findings: Findings, inClass: boolean): number {
  const text = source.slice(at, end);
  const [known] = RE2_ESCAPE.exec(source.slice(at, at + 48)) ?? [];
  if (known !== undefined && !(inClass && known === "\\B")) {
    const isNegated = /^\\[DWS]$/.test(known);
    const instead = isNegated
      ? msg`write a negated class, as in [^${known.toLowerCase()}]`
      : msg`write the characters themselves`;
    findings.needRe2(at, known.length, msg`"${known}"`, instead);
    return at + known.length;
  }
  if (/^\\[1-9k]$/.test(text) && !inClass)
    findings.add(
      "PATTERN_BACK_REFERENCE",
      at,
      text.length,
      msg`"${text}" refers back to a group`,
      msg`write out what it stands for; nothing that needs memory is linear`,
    );
  else if (text === "\\")
    findings.add("PATTERN_ESCAPE", at, 1, msg`a backslash at the end`, msg`write \\\\ for the character`);
  else
    findings.add(
      "PATTERN_ESCAPE",
      at,
      text.length,
      msg`"${text}" is not an escape of this grammar`,
      msg`use \\d \\w \\s \\b \\t \\n \\r, or \\ before punctuation`,
    );
  return end;
}
