import { msg } from "@slipway/errors";
import { buildAutomaton, countStates, SEARCH_MAX_STATES } from "./build-automaton.js";
import { hasLabel } from "./measure-label.js";
import { parseSearch } from "./parse-search.js";
import { FLAGS_MAX_LENGTH, parseSearchFlags } from "./parse-search-flags.js";
import { assertUse } from "./pattern-error.js";
import type { PatternIssue, PatternResult } from "./pattern-issue.js";
import { describe } from "./pattern-issue.js";
import { SESSION_ID_MAX_LENGTH } from "./safe-session-id.js";
import type { OutputScanner, ScannerOptions } from "./scan-output.js";
import { scanOutput } from "./scan-output.js";

/** Longest search pattern, in UTF-16 units (agents.json reference, "Capture"). */
export const SEARCH_MAX_LENGTH = 2_000;

/** A compiled search pattern. Immutable; each scanner keeps its own state. */
export type SearchPattern = {
  readonly source: string;
  readonly flags: string;
  /** Whether a literal label of 3 characters or more stands directly before the group; decides the default policy. */
  readonly labelled: boolean;
  /** Starts the search of one stream. Throws PatternError `PATTERN_MISUSE` for options of the wrong type. */
  scanner(options?: ScannerOptions): OutputScanner;
  toString(): string;
};

/**
 * Compiles a pattern that finds a session id in an agent's output. It is a small part of JavaScript's expressions, chosen so
 * that the work for each character has a bound that this package sets; nothing runs on the engine's expressions.
 *
 * ```
 * pattern = { piece } , "(" , piece , { piece } , ")" , { piece } ;
 * piece   = ( character | class | kind ) , [ "+" | "{" , n , "}" | "{" , n , "," , m , "}" ] | alternatives ;
 * kind    = "\d" | "\w" | "\s" ;
 * class   = "[" , [ "^" ] , item , { item } , "]" ;        (as in JavaScript without the flags u and v)
 * alternatives = "(?:" , text , { "|" , text } , ")" ;     (literal texts only)
 * ```
 *
 * Punctuation may be escaped, `\t \n \r` are the blanks, `{` is a character unless a digit follows. Matching is by UTF-16
 * unit; the flag `i` ignores case for ASCII letters. At most {@link SEARCH_MAX_LENGTH} characters, counts up to 999,
 * {@link SEARCH_MAX_STATES} states. Problems are listed with code and offset, at most `PATTERN_ISSUES_MAX` of them.
 *
 * A pattern without a label compiles with an info `PATTERN_UNLABELLED`: what it finds deserves low confidence.
 *
 * @throws PatternError `PATTERN_MISUSE` when the source or the flags are not strings
 */
export function compileSearch(source: string, flags = ""): PatternResult<SearchPattern> {
  assertUse(typeof source === "string", msg`a pattern is a string, not ${typeof source}`);
  assertUse(typeof flags === "string", msg`flags are a string, not ${typeof flags}`);
  const tooLong = [
    ...checkLength(source, SEARCH_MAX_LENGTH, "the pattern"),
    ...checkLength(flags, FLAGS_MAX_LENGTH, "the flags"),
  ];
  if (tooLong.length > 0) return { ok: false, issues: tooLong };

  const read = parseSearchFlags(flags);
  const parsed = parseSearch(source, read.ok && read.value.ignoreCase);
  if (!parsed.ok || !read.ok) return { ok: false, issues: [...read.issues, ...parsed.issues] };

  const states = countStates(parsed.value.pieces);
  if (states > SEARCH_MAX_STATES)
    return {
      ok: false,
      issues: [
        ...read.issues,
        describe(
          source,
          "PATTERN_TOO_MANY_STATES",
          0,
          source.length,
          msg`its counts add up to ${states} states, at most ${SEARCH_MAX_STATES} are taken`,
          msg`lower the counts`,
        ),
      ],
    };
  const automaton = buildAutomaton(parsed.value);
  if (automaton.groupMin > SESSION_ID_MAX_LENGTH)
    return {
      ok: false,
      issues: [
        ...read.issues,
        describe(
          source,
          "PATTERN_MATCHES_NOTHING",
          0,
          source.length,
          msg`its group needs at least ${automaton.groupMin} characters and an id has at most ${SESSION_ID_MAX_LENGTH}`,
          msg`lower the counts in the group`,
        ),
      ],
    };

  const labelled = hasLabel(parsed.value);
  const issues = labelled ? read.issues : [...read.issues, noteUnlabelled(source)];
  const value: SearchPattern = Object.freeze({
    source,
    flags,
    labelled,
    scanner: (options: ScannerOptions = {}) => scanOutput(automaton, labelled, options),
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
