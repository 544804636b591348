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
    if (at === wordAt)
      findings.add(
        "PATTERN_GROUP_EMPTY",
        at,
        1,
        msg`an alternative that is empty`,
        msg`write a text on each side of |`,
      );
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
      const { unit, kind, end } = readEscape(source, at, findings, false);
      if (unit !== undefined) word.push(buildLiteral(unit, ignoreCase));
      else if (kind !== undefined)
        findings.add(
          "PATTERN_ESCAPE",
          at,
          2,
          msg`"\\${kind}" stands in an alternative`,
          msg`alternatives are literal texts; put classes after the group`,
        );
      at = end;
    } else if (character === "(") {
      findings.add(
        "PATTERN_GROUP_NESTED",
        at,
        1,
        msg`a group inside an alternative`,
        msg`write each alternative out, or \\( for the character`,
      );
      at = skipGroup(source, at);
    } else {
      const unit = source.charCodeAt(at);
      if ("[]{}.*+?^$".includes(character) || unit < 0x20 || unit === 0x7f)
        findings.add(
          "PATTERN_CHARACTER",
          at,
          1,
          msg`"${character}" is no literal text`,
          msg`alternatives are literal texts; write \\ before punctuation`,
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
  let inClass = false;
  for (let at = offset; at < source.length; at += 1) {
    const character = source[at];
    if (character === "\\") at += 1;
    else if (inClass) inClass = character !== "]";
    else if (character === "[") inClass = true;
    else if (character === "(") depth += 1;
    else if (character === ")") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return source.length;
}
