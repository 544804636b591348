import type { Printable } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { parseCount } from "./parse-count.js";
import { parseSearchAlternatives, skipGroup } from "./parse-search-alternatives.js";
import { collectFindings } from "./pattern-issue.js";
import type { Reading } from "./search-ast.js";

/** Reads what begins at a `(`: the capture group, alternatives, or a group that is refused. */
export function openGroup(reading: Reading, at: number): number {
  const { source, findings } = reading;
  if (source[at + 1] === "?") {
    const kind = source.slice(at, at + 4);
    if (kind.startsWith("(?:")) {
      const { words, end } = parseSearchAlternatives(source, at, reading.ignoreCase, findings);
      if (words !== undefined) reading.pieces.push({ kind: "words", words });
      return refuseRepeat(reading, end, msg`a quantifier after a group`);
    }
    if (/^\(\?<?[=!]/.test(kind))
      findings.add(
        "PATTERN_LOOK_AROUND",
        at,
        kind.startsWith("(?<") ? 4 : 3,
        msg`look-around is not part of this grammar, nor of any linear engine`,
        msg`match the text itself, outside of the group`,
      );
    else findings.needRe2(at, 3, msg`a group with a name or flags`, msg`use ( ) once, and (?: ) for alternatives`);
    return skipGroup(source, at);
  }
  if (reading.groupStart !== undefined) {
    const where = reading.openAt === undefined ? msg`a second capture group` : msg`a group inside the capture group`;
    findings.needRe2(at, 1, where, msg`use one group, around the id only; (?: ) for alternatives`);
    return skipGroup(source, at);
  }
  reading.openAt = at;
  reading.groupStart = reading.pieces.length;
  return at + 1;
}

/** Reads a `)` of the capture group. */
export function closeGroup(reading: Reading, at: number): number {
  const { findings, openAt } = reading;
  if (openAt === undefined) {
    findings.add(
      "PATTERN_GROUP_UNOPENED",
      at,
      1,
      msg`")" without its "("`,
      msg`open the group, or write \\) for the character`,
    );
    return at + 1;
  }
  if (at === openAt + 1)
    findings.add("PATTERN_GROUP_EMPTY", openAt, 2, msg`the group holds nothing`, msg`put it around the id`);
  reading.openAt = undefined;
  reading.groupEnd = reading.pieces.length;
  return refuseRepeat(reading, at + 1, msg`a quantifier after a group`);
}

/** Refuses a quantifier where only single characters and classes may repeat; returns the offset after it. */
export function refuseRepeat(reading: Reading, at: number, construct: Printable): number {
  const { source, findings } = reading;
  const mark = source[at] ?? "";
  const isCount = mark === "{" && /[0-9]/.test(source[at + 1] ?? "");
  if (!isCount && mark !== "+" && mark !== "*" && mark !== "?") return at;
  findings.needRe2(at, 1, construct, msg`repeat single characters or classes only`);
  return isCount ? parseCount(source, at, collectFindings(source)).end : at + 1;
}
