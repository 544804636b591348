import { msg } from "@slipway/errors";
import type { CharacterSet } from "./character-set.js";
import { buildLiteral } from "./character-set.js";
import { readEscape } from "./parse-search-escape.js";
import type { Findings } from "./pattern-issue.js";

/** The texts of `(?:one|other)` as sets of one unit, and the offset after the group. `words` is absent when refused. */
export type ParsedAlternatives = { words?: CharacterSet[][]; end: number };

/** Reads `(?:...)` at `offset`: literal texts with `|` between them, none empty, nothing nested. */
export function parseSearchAlternatives(
  source: string,
  offset: number,
  ignoreCase: boolean,
  findings: Findings,
): ParsedAlternatives {
  const before = findings.issues.length;
  const words: CharacterSet[][] = [];
  let word: CharacterSet[] = [];
  let at = offset + 3;
  let wordAt = at;
  const finishWord = () => {
    if (at === wordAt) findings.needRe2(at, 1, msg`an alternative that is empty`, msg`write a text on each side of |`);
    words.push(word);
    word = [];
    wordAt = at + 1;
  };
  while (at < source.length && source[at] !== ")") {
    const character = source[at] as string;
    if (character === "|") {
      finishWord();
      at += 1;
    } else if (character === "\\") {
      const { unit, kind, boundary, end } = readEscape(source, at, findings, false);
      if (unit !== undefined) word.push(buildLiteral(unit, ignoreCase));
      else if (kind !== undefined || boundary)
        findings.needRe2(at, 2, msg`"${source.slice(at, end)}" in an alternative`, msg`put it beside the group`);
      at = end;
    } else if (character === "(" || character === "[") {
      const what = character === "(" ? msg`a group in an alternative` : msg`a class in an alternative`;
      findings.needRe2(at, 1, what, msg`write each alternative out, or \\${character} for the character`);
      at = character === "(" ? skipGroup(source, at) : skipClass(source, at);
    } else {
      const unit = source.charCodeAt(at);
      if ("{.*+?^$".includes(character))
        findings.needRe2(at, 1, msg`"${character}" in an alternative`, msg`write literal texts, \\ before punctuation`);
      else if (unit < 0x20 || unit === 0x7f)
        findings.add(
          "PATTERN_CHARACTER",
          at,
          1,
          msg`"${character}" is a control character`,
          msg`write \\t, \\n or \\r; no other control is matched`,
        );
      else word.push(buildLiteral(unit, ignoreCase));
      at += 1;
    }
  }
  if (at >= source.length) {
    findings.add("PATTERN_GROUP_UNTERMINATED", offset, 3, msg`"(?:" without its ")"`, msg`close the group with )`);
    return { end: source.length };
  }
  finishWord();
  return findings.issues.length > before ? { end: at + 1 } : { words, end: at + 1 };
}

/** The offset after the group that opens at `offset`, classes and escapes in it respected. */
export function skipGroup(source: string, offset: number): number {
  let depth = 0;
  let at = offset;
  while (at < source.length) {
    const character = source[at];
    if (character === "[") {
      at = skipClass(source, at);
      continue;
    }
    if (character === "\\") at += 1;
    else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return source.length;
}

/** The offset after the class that opens at `offset`. */
export function skipClass(source: string, offset: number): number {
  for (let at = offset + 1; at < source.length; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === "]") return at + 1;
  }
  return source.length;
}
