import { msg } from "@slipway/errors";
import type { CharacterSet } from "./character-set.js";
import { CharacterSetBuilder } from "./character-set.js";
import { readEscape } from "./parse-search-escape.js";
import type { Findings } from "./pattern-issue.js";

/** A class and the offset after it. `set` is absent when it was refused. */
export type ParsedSearchClass = { set?: CharacterSet; end: number };

/**
 * Reads a class at `offset`, where a `[` stands, as JavaScript does without the flags `u` and `v`: a dash at an edge or beside
 * `\d` is a character, `]` is written `\]`.
 */
export function parseSearchClass(
  source: string,
  offset: number,
  ignoreCase: boolean,
  findings: Findings,
): ParsedSearchClass {
  const negated = source[offset + 1] === "^";
  const builder = new CharacterSetBuilder();
  const before = findings.issues.length;
  const first = offset + (negated ? 2 : 1);
  let at = first;
  while (at < source.length && source[at] !== "]") at = readItem(source, at, builder, findings);
  const end = Math.min(at + 1, source.length);
  if (at >= source.length)
    findings.add(
      "PATTERN_CLASS_UNTERMINATED",
      offset,
      end - offset,
      msg`a class without its "]"`,
      msg`close it with ], or write \\[ for the character`,
    );
  else if (at === first)
    findings.add(
      "PATTERN_CLASS_EMPTY",
      offset,
      end - offset,
      msg`an empty class`,
      msg`name the characters, as in [0-9a-f]`,
    );
  if (findings.issues.length > before) return { end };
  return { set: builder.build({ negated, ignoreCase }), end };
}

/** One character or kind inside a class. */
type Item = { unit?: number; end: number };

function readItem(source: string, at: number, builder: CharacterSetBuilder, findings: Findings): number {
  const low = readSingle(source, at, builder, findings);
  const isRange = source[low.end] === "-" && low.end + 1 < source.length && source[low.end + 1] !== "]";
  if (!isRange) {
    if (low.unit !== undefined) builder.addUnit(low.unit);
    return low.end;
  }
  const high = readSingle(source, low.end + 1, builder, findings);
  if (low.unit === undefined || high.unit === undefined) {
    // Beside \d, \w or \s a dash is a character; the kind itself was added when it was read.
    builder.addUnit(0x2d);
    for (const { unit } of [low, high]) if (unit !== undefined) builder.addUnit(unit);
  } else if (low.unit > high.unit) {
    const range = source.slice(at, high.end);
    findings.add(
      "PATTERN_CLASS_RANGE",
      at,
      high.end - at,
      msg`the range "${range}" ends before its start`,
      msg`swap its ends, or write \\- for the character`,
    );
  } else builder.addRange(low.unit, high.unit);
  return high.end;
}

function readSingle(source: string, at: number, builder: CharacterSetBuilder, findings: Findings): Item {
  if (source[at] === "\\") {
    const { unit, kind, end } = readEscape(source, at, findings, true);
    if (kind !== undefined) builder.addKind(kind);
    return unit === undefined ? { end } : { unit, end };
  }
  const unit = source.charCodeAt(at);
  if (unit < 0x20 || unit === 0x7f || (unit >= 0xd800 && unit <= 0xdfff)) {
    const whole = String.fromCodePoint(source.codePointAt(at) as number);
    findings.add(
      "PATTERN_CLASS_CHARACTER",
      at,
      whole.length,
      msg`"${whole}" cannot stand in a class`,
      msg`use characters of the basic plane; \\t \\n \\r for blanks`,
    );
    return { end: at + whole.length };
  }
  return { unit, end: at + 1 };
}
