import type { Printable } from "@slipway/errors";
import { SlipwayError } from "@slipway/errors";

/** Every code of this package. The first group belongs to both grammars, the others to one. */
export type PatternCode =
  /** Longer than the grammar takes. */
  | "PATTERN_TOO_LONG"
  /** Shorter than the shortest possible pattern. */
  | "PATTERN_TOO_SHORT"
  /** A character that the grammar has no use for here, unescaped. */
  | "PATTERN_CHARACTER"
  /** A backslash escape that the grammar does not have, or a backslash at the end. */
  | "PATTERN_ESCAPE"
  /** Session-id grammar: `.`, which would match anything. */
  | "PATTERN_DOT"
  /** `*`, which would match nothing at all as well. */
  | "PATTERN_STAR"
  /** `?` after an atom, which would make it match nothing at all as well. */
  | "PATTERN_OPTIONAL"
  /** `|` where the grammar has no alternatives. */
  | "PATTERN_ALTERNATION"
  /** `^` or `$` at a place where the grammar has no anchor. */
  | "PATTERN_ANCHOR"
  /** A class without its `]`. */
  | "PATTERN_CLASS_UNTERMINATED"
  /** `[]` or `[^]`. */
  | "PATTERN_CLASS_EMPTY"
  /** A range whose end is before its start, such as `[z-a]`. */
  | "PATTERN_CLASS_RANGE"
  /** A character that cannot stand in a class. */
  | "PATTERN_CLASS_CHARACTER"
  /** A count that is not `{n}` or `{n,m}` in ASCII digits. */
  | "PATTERN_COUNT_SYNTAX"
  /** A count with a zero: no atom may match nothing. */
  | "PATTERN_COUNT_ZERO"
  /** `{n,m}` with m below n. */
  | "PATTERN_COUNT_ORDER"
  /** `{n,}`: a count needs its upper end. */
  | "PATTERN_COUNT_OPEN"
  /** A count above the limit. */
  | "PATTERN_COUNT_TOO_LARGE"
  /** A quantifier with nothing before it to repeat. */
  | "PATTERN_QUANTIFIER_FIRST"
  /** Two quantifiers in a row, lazy `+?` and possessive `++` among them. */
  | "PATTERN_QUANTIFIER_TWICE"
  /** Nothing that a session id can be is matched by the pattern. */
  | "PATTERN_MATCHES_NOTHING"
  /** More problems than {@link PATTERN_ISSUES_MAX}; those that follow are not listed. */
  | "PATTERN_TOO_MANY_ISSUES"

  /** Session-id grammar: no `^` at the start. */
  | "PATTERN_START_ANCHOR"
  /** Session-id grammar: no `$` at the end. */
  | "PATTERN_END_ANCHOR"
  /** Session-id grammar: `^$`. */
  | "PATTERN_EMPTY"
  /** Session-id grammar: a parenthesis. */
  | "PATTERN_GROUP"
  /** Session-id grammar: `[^...]`. */
  | "PATTERN_CLASS_NEGATED"
  /** Session-id grammar: a bare `-` in a class; written `\-` there. */
  | "PATTERN_CLASS_DASH"
  /** Session-id grammar: a range from one of digits, lower case, upper case into another. */
  | "PATTERN_CLASS_RANGE_MIXED"
  /** Session-id grammar: `+` after a single character; it may follow a class only. */
  | "PATTERN_PLUS_AFTER_LITERAL"
  /** Session-id grammar: a run of variable length shares a character with what follows it. */
  | "PATTERN_SHARED_CHARACTER"

  /** Search grammar: no capture group, so that nothing says which part is the id. */
  | "PATTERN_GROUP_MISSING"
  /** Search grammar: the capture group is empty. */
  | "PATTERN_GROUP_EMPTY"
  /** Search grammar: `(` without its `)`. */
  | "PATTERN_GROUP_UNTERMINATED"
  /** Search grammar: `)` without its `(`. */
  | "PATTERN_GROUP_UNOPENED"
  /** Search grammar: groups inside groups, deeper than any pattern needs. */
  | "PATTERN_GROUP_DEPTH"
  /** Search grammar: look-ahead or look-behind, which no linear engine has. */
  | "PATTERN_LOOK_AROUND"
  /** Search grammar: a back-reference, which no linear engine has. */
  | "PATTERN_BACK_REFERENCE"
  /** Search grammar: a construct that it lacks and RE2 has, and no fallback was given. */
  | "PATTERN_NEEDS_RE2"
  /** Search grammar: the fallback was given, and refuses the pattern. */
  | "PATTERN_RE2_REFUSED"
  /** Search grammar: the pattern has more states than an engine may hold. */
  | "PATTERN_TOO_MANY_STATES"
  /** Search flags: a letter outside `gimsuy`. */
  | "PATTERN_FLAG_UNKNOWN"
  /** Search flags: a letter given twice. */
  | "PATTERN_FLAG_REPEATED"
  /** Info: a flag that changes nothing in this grammar. */
  | "PATTERN_FLAG_NO_EFFECT"
  /** Info: no literal label before the group, so only a lone candidate is believed, with low confidence. */
  | "PATTERN_UNLABELLED"

  /** Thrown: an argument of a function of this package has the wrong type. */
  | "PATTERN_MISUSE";

/** Thrown for misuse only; a judgement on a pattern is a `Result`. */
export class PatternError extends SlipwayError<PatternCode> {
  static {
    Object.defineProperty(PatternError.prototype, "name", {
      value: "PatternError",
      configurable: true,
      writable: true,
    });
  }
}

/** Throws {@link PatternError} with `PATTERN_MISUSE` unless `condition` holds. */
export function assertUse(condition: boolean, message: Printable): asserts condition {
  if (!condition) throw new PatternError("PATTERN_MISUSE", message);
}
