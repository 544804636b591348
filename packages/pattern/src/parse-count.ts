import { msg } from "@slipway/errors";
import type { Findings } from "./pattern-issue.js";

/** Highest count in a pattern, as in the plugin.toml grammar (one to three digits). */
export const COUNT_MAX = 999;

/** How often an atom repeats; `max` is `Infinity` for `+`. */
export type Repeat = { min: number; max: number };

/** A count and the offset after it. `repeat` is absent when it was refused. */
export type ParsedCount = { repeat?: Repeat; end: number };

/**
 * Reads `{n}` or `{n,m}` at `offset`, where a `{` stands. Digits are ASCII digits; the original reads any script's.
 */
export function parseCount(source: string, offset: number, findings: Findings, isSearch = false): ParsedCount {
  const close = source.indexOf("}", offset);
  if (close === -1) {
    findings.add("PATTERN_COUNT_SYNTAX", offset, 1, msg`a count without its "}"`, msg`write {n} or {n,m}`);
    return { end: source.length };
  }
  const end = close + 1;
  const span = end - offset;
  const body = source.slice(offset + 1, close);
  const [, low, comma, high] = /^([0-9]+)(,?)([0-9]*)$/.exec(body) ?? [];
  if (low === undefined || (comma === "" && high !== "")) {
    findings.add(
      "PATTERN_COUNT_SYNTAX",
      offset,
      span,
      msg`"{${body}}" is not a count`,
      msg`write {n} or {n,m}, in digits 0-9`,
    );
    return { end };
  }
  if (comma === "," && high === "") {
    const message = msg`"{${body}}" has no upper end`;
    const hint = msg`write {${low},m}, or + for one or more`;
    if (isSearch) findings.needRe2(offset, span, msg`a count without an upper end`, hint);
    else findings.add("PATTERN_COUNT_OPEN", offset, span, message, hint);
    return { end };
  }
  const min = Number(low);
  const max = comma === "," ? Number(high) : min;
  if (max > COUNT_MAX || low.length > 3 || (high as string).length > 3) {
    findings.add(
      "PATTERN_COUNT_TOO_LARGE",
      offset,
      span,
      msg`a count above ${COUNT_MAX}`,
      msg`use 1 to ${COUNT_MAX}, in at most three digits`,
    );
    return { end };
  }
  if (max < min) {
    findings.add(
      "PATTERN_COUNT_ORDER",
      offset,
      span,
      msg`"{${body}}" ends below its start`,
      msg`write {${max},${min}}`,
    );
    return { end };
  }
  if (min === 0) {
    const hint = msg`begin the count at 1`;
    if (isSearch) findings.needRe2(offset, span, msg`a count of zero`, hint);
    else findings.add("PATTERN_COUNT_ZERO", offset, span, msg`a count of zero lets its atom match nothing`, hint);
    return { end };
  }
  return { repeat: { min, max }, end };
}
