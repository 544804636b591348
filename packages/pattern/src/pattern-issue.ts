import type { Issue, Printable } from "@slipway/errors";
import { issue, msg, printable, verbatim } from "@slipway/errors";
import type { PatternCode } from "./pattern-error.js";

/** An issue that knows its place in the pattern. `line` and `column` stay free for the document that holds the pattern. */
export type PatternIssue = Issue & {
  code: PatternCode;
  /** Where in the pattern (or in the flags) the problem begins, in UTF-16 units from 0. */
  offset: number;
  /** Units it covers; at least 1, also at the very end of the pattern. */
  length: number;
};

/** A `Result` whose refusals know their places. */
export type PatternResult<T> = { ok: true; value: T; issues: PatternIssue[] } | { ok: false; issues: PatternIssue[] };

/** Units of pattern shown on each side of a problem: the line stays within one terminal row at 80 columns. */
const CARET_CONTEXT = 30;

/**
 * Problems listed of one pattern. Each carries a drawing of its place, and a hostile catalog holds a pattern that is wrong at
 * every character for each of its entries: 2 MiB of them cost 9 s without a limit.
 */
export const PATTERN_ISSUES_MAX = 100;

/** Collects the problems of one source text. */
export type Findings = {
  issues: PatternIssue[];
  /** Adds an error of `length` units at `offset`; after {@link PATTERN_ISSUES_MAX} only that there are more, once. */
  add(code: PatternCode, offset: number, length: number, message: Printable, hint: Printable): void;
  /** Adds `PATTERN_NEEDS_RE2` for a construct that the search grammar lacks and RE2 has; `instead` is what to write. */
  needRe2(offset: number, length: number, construct: Printable, instead: Printable): void;
};

/** Starts the list of problems of one pattern. */
export function collectFindings(source: string): Findings {
  const issues: PatternIssue[] = [];
  const add: Findings["add"] = (code, offset, length, message, hint) => {
    if (issues.length < PATTERN_ISSUES_MAX) issues.push(describe(source, code, offset, length, message, hint));
    else if (issues.length === PATTERN_ISSUES_MAX) issues.push(describeMore(source, offset));
  };
  const needRe2: Findings["needRe2"] = (offset, length, construct, instead) => {
    const message = msg`${verbatim(construct)} is outside of the search grammar`;
    add(
      "PATTERN_NEEDS_RE2",
      offset,
      length,
      message,
      msg`${verbatim(instead)}, or give the fallback of the subpath re2`,
    );
  };
  return { issues, add, needRe2 };
}

/** One problem, with the pattern and a caret under the place. `severity` is `error` unless given. */
export function describe(
  source: string,
  code: PatternCode,
  offset: number,
  length: number,
  message: Printable,
  hint: Printable,
  severity: Issue["severity"] = "error",
): PatternIssue {
  const where = drawCaret(source, offset, length);
  const text = msg`${verbatim(message)}, at character ${offset + 1}\n${verbatim(where)}`;
  const parts = issue({ code, severity, message: text, hint });
  return { ...parts, code, offset, length: Math.max(1, length) };
}

function describeMore(source: string, offset: number): PatternIssue {
  const message = msg`more than ${PATTERN_ISSUES_MAX} problems, those from here on are not listed`;
  return describe(source, "PATTERN_TOO_MANY_ISSUES", offset, 1, message, msg`correct the ones before it first`);
}

function drawCaret(source: string, offset: number, length: number): Printable {
  const from = Math.max(0, offset - CARET_CONTEXT);
  const end = offset + Math.max(1, length);
  const to = Math.min(source.length, end + CARET_CONTEXT);
  const before = printable(source.slice(from, offset));
  const span = printable(source.slice(offset, Math.min(end, to)));
  const after = printable(source.slice(Math.min(end, to), to));
  const [head, tail] = [from > 0 ? "..." : "", to < source.length ? "..." : ""];
  const blanks = printable(" ".repeat(head.length + before.length));
  const carets = printable("^".repeat(Math.max(1, span.length)));
  return msg`  | ${head}${verbatim(before)}${verbatim(span)}${verbatim(after)}${tail}\n  | ${verbatim(blanks)}${verbatim(carets)}`;
}
