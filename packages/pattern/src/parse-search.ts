import { msg } from "@slipway/errors";
import type { CharacterSet } from "./character-set.js";
import { buildLiteral, CharacterSetBuilder } from "./character-set.js";
import type { Repeat } from "./parse-count.js";
import { parseCount } from "./parse-count.js";
import { parseSearchClass } from "./parse-search-class.js";
import { readEscape } from "./parse-search-escape.js";
import { closeGroup, openGroup, refuseRepeat } from "./parse-search-group.js";
import type { Findings, PatternResult } from "./pattern-issue.js";
import { collectFindings } from "./pattern-issue.js";
import type { Reading, SearchAst, SearchPiece } from "./search-ast.js";

/** Reads a pattern of the search grammar; see `compileSearch` for what it has. Lists the problems with their places. */
export function parseSearch(source: string, ignoreCase: boolean): PatternResult<SearchAst> {
  const findings = collectFindings(source);
  const reading: Reading = {
    source,
    ignoreCase,
    findings,
    pieces: [],
    boundaries: new Set(),
    openAt: undefined,
    groupStart: undefined,
    groupEnd: undefined,
  };
  let at = 0;
  while (at < source.length) at = readPiece(reading, at);
  const { openAt, groupStart, groupEnd } = reading;
  if (openAt !== undefined)
    findings.add(
      "PATTERN_GROUP_UNTERMINATED",
      openAt,
      1,
      msg`"(" without its ")"`,
      msg`close the group, or write \\( for the character`,
    );
  else if (groupStart === undefined)
    findings.add(
      "PATTERN_GROUP_MISSING",
      0,
      source.length,
      msg`no group says which part is the id`,
      msg`put ( ) around the id`,
    );
  else if (findings.issues.length === 0 && groupStart === groupEnd)
    findings.add("PATTERN_GROUP_EMPTY", 0, source.length, msg`the group holds no text`, msg`put it around the id`);
  if (findings.issues.length > 0 || groupStart === undefined || groupEnd === undefined)
    return { ok: false, issues: findings.issues };
  return {
    ok: true,
    value: { pieces: reading.pieces, groupStart, groupEnd, boundaries: reading.boundaries },
    issues: [],
  };
}

function readPiece(reading: Reading, at: number): number {
  const { source, findings } = reading;
  switch (source[at]) {
    case "(":
      return openGroup(reading, at);
    case ")":
      return closeGroup(reading, at);
    case "[": {
      const { set, end } = parseSearchClass(source, at, reading.ignoreCase, findings);
      return addSet(reading, set, undefined, end);
    }
    case "\\": {
      const { unit, kind, boundary, end } = readEscape(source, at, findings, false);
      if (boundary) {
        reading.boundaries.add(reading.pieces.length);
        return refuseRepeat(reading, end, msg`a quantifier after a word boundary`);
      }
      if (unit !== undefined) return addSet(reading, buildLiteral(unit, reading.ignoreCase), unit, end);
      return addSet(reading, kind === undefined ? undefined : buildKind(kind, reading.ignoreCase), undefined, end);
    }
    default:
      return readCharacter(reading, at);
  }
}

function readCharacter(reading: Reading, at: number): number {
  const { source, findings } = reading;
  const character = source[at] as string;
  const end = at + 1;
  switch (character) {
    case "^":
    case "$":
      findings.needRe2(at, 1, msg`"${character}"`, msg`leave it out, or write \\${character} for the character`);
      return end;
    case "|":
      findings.needRe2(at, 1, msg`"|" outside of (?: )`, msg`write (?:one|other) around literal texts`);
      return end;
    case ".":
      findings.needRe2(at, 1, msg`"."`, msg`name the characters, as in [0-9a-f], or write \\. for the character`);
      return addSet(reading, undefined, undefined, end);
    case "*":
    case "?":
    case "+":
      refuseQuantifier(character, at, findings);
      return end;
  }
  if (character === "{" && /[0-9]/.test(source[end] ?? "")) {
    findings.add(
      "PATTERN_QUANTIFIER_FIRST",
      at,
      1,
      msg`"{" has nothing to repeat`,
      msg`put a character or a class before it, or write \\{ for the character`,
    );
    return parseCount(source, at, collectFindings(source)).end;
  }
  const unit = source.charCodeAt(at);
  if (unit < 0x20 || unit === 0x7f) {
    findings.add(
      "PATTERN_CHARACTER",
      at,
      1,
      msg`"${character}" is a control character`,
      msg`write \\t, \\n or \\r; no other control is matched`,
    );
    return end;
  }
  const isPair = (source.codePointAt(at) as number) > 0xffff;
  if (!isPair) return addSet(reading, buildLiteral(unit, reading.ignoreCase), unit, end);
  // A character beyond the basic plane is two units; what follows must not repeat the second alone.
  reading.pieces.push(buildSingle(unit, reading.ignoreCase), buildSingle(source.charCodeAt(end), reading.ignoreCase));
  return refuseRepeat(reading, end + 1, msg`a quantifier after a character beyond the basic plane`);
}

function refuseQuantifier(mark: "*" | "?" | "+", at: number, findings: Findings): void {
  if (mark === "*")
    findings.needRe2(at, 1, msg`"*", which can match nothing at all,`, msg`write +, a count, or \\* for the character`);
  else if (mark === "?")
    findings.needRe2(
      at,
      1,
      msg`"?", which can match nothing at all,`,
      msg`leave it out, or write \\? for the character`,
    );
  else
    findings.add(
      "PATTERN_QUANTIFIER_FIRST",
      at,
      1,
      msg`"+" has nothing to repeat`,
      msg`put a character or a class before it, or write \\+ for the character`,
    );
}

/** Adds a piece, unless it was refused, with the quantifier that follows; returns the offset after both. */
function addSet(reading: Reading, set: CharacterSet | undefined, literal: number | undefined, offset: number): number {
  const { source, findings } = reading;
  let repeat: Repeat | undefined = { min: 1, max: 1 };
  let end = offset;
  if (source[offset] === "+") {
    repeat = { min: 1, max: Number.POSITIVE_INFINITY };
    end += 1;
  } else if (source[offset] === "{" && /[0-9]/.test(source[offset + 1] ?? "")) {
    const count = parseCount(source, offset, findings, true);
    repeat = count.repeat;
    end = count.end;
  }
  if (end > offset) end = refuseSecondQuantifier(source, end, findings);
  if (set !== undefined && repeat !== undefined)
    reading.pieces.push({ kind: "set", set, ...(literal === undefined ? {} : { literal }), ...repeat });
  return end;
}

function refuseSecondQuantifier(source: string, at: number, findings: Findings): number {
  const mark = source[at];
  const isCount = mark === "{" && /[0-9]/.test(source[at + 1] ?? "");
  if (mark !== "+" && mark !== "*" && mark !== "?" && !isCount) return at;
  if (mark === "?") {
    findings.needRe2(at, 1, msg`a lazy quantifier`, msg`leave out the ?; every match takes as much as it can`);
    return at + 1;
  }
  findings.add(
    "PATTERN_QUANTIFIER_TWICE",
    at,
    1,
    msg`two quantifiers in a row`,
    msg`keep one of them; every match takes as much as it can`,
  );
  return isCount ? parseCount(source, at, collectFindings(source)).end : at + 1;
}

function buildSingle(unit: number, ignoreCase: boolean): SearchPiece {
  return { kind: "set", set: buildLiteral(unit, ignoreCase), literal: unit, min: 1, max: 1 };
}

function buildKind(kind: "d" | "w" | "s", ignoreCase: boolean): CharacterSet {
  const builder = new CharacterSetBuilder();
  builder.addKind(kind);
  return builder.build({ negated: false, ignoreCase });
}
