import { msg } from "@slipway/errors";
import { FLAGS_MAX_LENGTH, parseSearchFlags } from "./parse-search-flags.js";
import { assertUse } from "./pattern-error.js";
import type { PatternIssue, PatternResult } from "./pattern-issue.js";
import { describe } from "./pattern-issue.js";
import { planSearch } from "./plan-search.js";
import type { OutputScanner } from "./scan-output.js";
import { scanOutput } from "./scan-output.js";
import type { ScannerOptions } from "./scanner-options.js";
import type { SearchFallback } from "./search-fallback.js";

/** Longest search pattern, in UTF-16 units (agents.json reference, "Capture"). */
export const SEARCH_MAX_LENGTH = 2_000;

/** A compiled search pattern. Immutable; each scanner keeps its own state. */
export type SearchPattern = {
  readonly source: string;
  readonly flags: string;
  /** Whether a literal label of 3 characters or more stands directly before the group; decides the default policy. */
  readonly labelled: boolean;
  /** What runs it: this package, or the fallback that was given. */
  readonly engine: "own" | "fallback";
  /** Starts the search of one stream. Throws PatternError `PATTERN_MISUSE` for options of the wrong type. */
  scanner(options?: ScannerOptions): OutputScanner;
  toString(): string;
};

/** How a search pattern is compiled. */
export type SearchOptions = {
  /** Runs what is outside of the grammar: `re2Fallback` of `@slipway/pattern/re2`. */
  fallback?: SearchFallback;
};

/**
 * Compiles a pattern that finds a session id in an agent's output. It is a small part of JavaScript's expressions, chosen so
 * that the work for each character has a bound that this package sets; nothing runs on the engine's expressions.
 *
 * ```
 * pattern = { piece } , "(" , piece , { piece } , ")" , { piece } ;
 * piece   = ( character | class | kind ) , [ "+" | "{" , n , "}" | "{" , n , "," , m , "}" ] | alternatives | "\b" ;
 * kind    = "\d" | "\w" | "\s" ;
 * class   = "[" , [ "^" ] , item , { item } , "]" ;        (as in JavaScript without the flags u and v)
 * alternatives = "(?:" , text , { "|" , text } , ")" ;     (literal texts only)
 * ```
 *
 * Punctuation may be escaped, `\t \n \r` are the blanks, `{` is a character unless a digit follows. Matching is by UTF-16
 * unit; the flag `i` ignores case for ASCII letters. At most {@link SEARCH_MAX_LENGTH} characters, counts up to 999,
 * `SEARCH_MAX_STATES` states. Problems are listed with code and offset, at most `PATTERN_ISSUES_MAX` of them.
 *
 * What else RE2 has is refused with `PATTERN_NEEDS_RE2`, or runs on `options.fallback`, line by line; with several groups the
 * first counts. Look-around and back-references are refused everywhere.
 *
 * A pattern without a label compiles with an info `PATTERN_UNLABELLED`: what it finds has low confidence.
 *
 * @throws PatternError `PATTERN_MISUSE` when the source or the flags are not strings, or the fallback is none
 */
export function compileSearch(source: string, flags = "", options: SearchOptions = {}): PatternResult<SearchPattern> {
  const { fallback } = options;
  assertUse(typeof source === "string", msg`a pattern is a string, not ${typeof source}`);
  assertUse(typeof flags === "string", msg`flags are a string, not ${typeof flags}`);
  assertUse(fallback === undefined || typeof fallback.compile === "function", msg`a fallback has a function compile`);
  const tooLong = [
    ...checkLength(source, SEARCH_MAX_LENGTH, "the pattern"),
    ...checkLength(flags, FLAGS_MAX_LENGTH, "the flags"),
  ];
  if (tooLong.length > 0) return { ok: false, issues: tooLong };

  const read = parseSearchFlags(flags);
  const planned = planSearch(
    source,
    { ignoreCase: flags.includes("i"), multiline: flags.includes("m"), dotAll: flags.includes("s") },
    fallback,
  );
  if (!planned.ok || !read.ok) return { ok: false, issues: [...read.issues, ...planned.issues] };

  const { engine, labelled } = planned.value;
  const isOwn = engine.kind === "states";
  const notes = isOwn ? read.issues : read.issues.filter(({ offset }) => !"ms".includes(flags[offset] as string));
  const issues = labelled ? notes : [...notes, noteUnlabelled(source)];
  const value: SearchPattern = Object.freeze({
    source,
    flags,
    labelled,
    engine: isOwn ? "own" : "fallback",
    scanner: (scannerOptions: ScannerOptions = {}) => scanOutput(engine, labelled, scannerOptions),
    toString: () => `/${source}/${flags}`,
  });
  return { ok: true, value, issues };
}

function checkLength(text: string, limit: number, what: string): PatternIssue[] {
  if (text.length <= limit) return [];
  const message = msg`${what} has ${text.length} characters, at most ${limit} are taken`;
  return [describe(text, "PATTERN_TOO_LONG", limit, 1, message, msg`shorten it`)];
}

function noteUnlabelled(source: string): PatternIssue {
  const message = msg`no text stands before the group, so any text of this shape is a candidate`;
  const hint = msg`put the words that the agent prints before its id in front of the group`;
  return describe(source, "PATTERN_UNLABELLED", 0, source.length, message, hint, "info");
}
