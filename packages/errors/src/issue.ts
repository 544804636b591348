import type { Printable } from "./printable.js";
import { joinPrintable, msg, printable, verbatim } from "./printable.js";

/** `error` refuses, `warning` is let through and said, `info` is only worth knowing. */
export type Severity = "error" | "warning" | "info";

/** One problem found in data: what, where, and what to do. */
export type Issue = {
  /** `SCREAMING_SNAKE` with the package's prefix. */
  code: string;
  severity: Severity;
  /** Keys and indexes from the root of the value; empty for the value itself. */
  path: (string | number)[];
  message: Printable;
  /** What to do about it. */
  hint?: Printable;
  /** 1-based; present when the source text is known. */
  line?: number;
  /** 1-based, in UTF-16 units of the line. */
  column?: number;
};

/** The parts of an issue that a rule gives; `severity` is `error` and `path` empty unless said. */
export type IssueParts = Pick<Issue, "code" | "message"> & Partial<Omit<Issue, "code" | "message">>;

/** Completes an issue. */
export function issue(parts: IssueParts): Issue {
  return { severity: "error", path: [], ...parts };
}

const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/**
 * `agents[3].flags.print[0]`; a key that is not a plain word is quoted, with `\` before a quote or backslash in it, so that
 * one key never shows as two. The root is `(root)`.
 */
export function formatPath(path: readonly (string | number)[]): Printable {
  if (path.length === 0) return msg`(root)`;
  const parts = path.map((step, index) => {
    if (typeof step === "number") return msg`[${step}]`;
    if (!PLAIN_KEY.test(step)) return msg`["${step.replace(/["\\]/g, "\\$&")}"]`;
    return index === 0 ? printable(step) : msg`.${step}`;
  });
  return joinPrintable(parts, "");
}

/**
 * One issue as `error CODE at path (line:column): message`, with the hint on an indented line of its own. No line of it
 * begins with foreign text.
 */
export function formatIssue(found: Issue): Printable {
  const place = found.line === undefined ? msg`` : msg` (${found.line}:${found.column ?? 1})`;
  const where = found.path.length === 0 ? msg`` : msg` at ${verbatim(formatPath(found.path))}`;
  const head = msg`${found.severity} ${found.code}${verbatim(where)}${verbatim(place)}: ${verbatim(found.message)}`;
  return found.hint === undefined ? head : msg`${verbatim(head)}\n  hint: ${verbatim(found.hint)}`;
}
