import { msg } from "@slipway/errors";
import type { Findings } from "./pattern-issue.js";

/** What an escape stands for: one unit, a kind of characters, or (refused) neither. */
export type SearchEscape = { unit?: number; kind?: "d" | "w" | "s"; end: number };

const BLANK_ESCAPES: ReadonlyMap<string, number> = new Map([
  ["t", 9],
  ["n", 10],
  ["r", 13],
]);

/** Reads the escape at `at`, where a backslash stands, inside a class or outside. */
export function readEscape(source: string, at: number, findings: Findings, inClass: boolean): SearchEscape {
  const letter = source[at + 1];
  const end = Math.min(at + 2, source.length);
  if (letter === "d" || letter === "w" || letter === "s") return { kind: letter, end };
  if (letter !== undefined && /[!-/:-@[-`{-~ ]/.test(letter)) return { unit: letter.charCodeAt(0), end };
  const blank = letter === undefined ? undefined : BLANK_ESCAPES.get(letter);
  if (blank !== undefined) return { unit: blank, end };
  refuseEscape(source.slice(at, end), at, findings, inClass);
  return { end };
}

function refuseEscape(text: string, at: number, findings: Findings, inClass: boolean) {
  const span = text.length;
  if (/^\\[bB]$/.test(text) && !inClass)
    return findings.add(
      "PATTERN_BOUNDARY",
      at,
      span,
      msg`"${text}" is not part of this grammar`,
      msg`leave it out: an id that is part of a longer word is never taken`,
    );
  if (/^\\[1-9k]$/.test(text) && !inClass)
    return findings.add(
      "PATTERN_BACK_REFERENCE",
      at,
      span,
      msg`"${text}" refers back to a group`,
      msg`write out what it stands for; nothing that needs memory is linear`,
    );
  if (/^\\[DWS]$/.test(text))
    return findings.add(
      "PATTERN_ESCAPE",
      at,
      span,
      msg`"${text}" is not part of this grammar`,
      msg`write a negated class, as in [^${text.toLowerCase()}]`,
    );
  if (text === "\\")
    return findings.add("PATTERN_ESCAPE", at, 1, msg`a backslash at the end`, msg`write \\\\ for the character`);
  findings.add(
    "PATTERN_ESCAPE",
    at,
    span,
    msg`"${text}" is not an escape of this grammar`,
    msg`use \\d \\w \\s \\t \\n \\r, or \\ before punctuation`,
  );
}
