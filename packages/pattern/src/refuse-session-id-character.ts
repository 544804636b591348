import { msg } from "@slipway/errors";
import type { Findings } from "./pattern-issue.js";

/** Says why the character at `at` cannot begin an atom of the session-id grammar, and what to write instead. */
export function refuseCharacter(source: string, at: number, findings: Findings) {
  const character = source[at] as string;
  switch (character) {
    case ".":
      return findings.add(
        "PATTERN_DOT",
        at,
        1,
        msg`"." matches anything`,
        msg`name the characters in a class, as in [0-9a-f]`,
      );
    case "*":
      return findings.add(
        "PATTERN_STAR",
        at,
        1,
        msg`"*" can match nothing at all`,
        msg`write + after a class, or a count`,
      );
    case "?":
      return findings.add(
        "PATTERN_OPTIONAL",
        at,
        1,
        msg`"?" can match nothing at all`,
        msg`write the id without it; one pattern has one shape`,
      );
    case "|":
      return findings.add(
        "PATTERN_ALTERNATION",
        at,
        1,
        msg`"|" has no place here`,
        msg`one pattern has one shape; use a class for single characters`,
      );
    case "(":
    case ")":
      return findings.add(
        "PATTERN_GROUP",
        at,
        1,
        msg`"${character}" has no place here`,
        msg`write the id without groups`,
      );
    case "^":
    case "$":
      return findings.add(
        "PATTERN_ANCHOR",
        at,
        1,
        msg`"${character}" stands inside the pattern`,
        msg`keep ^ first and $ last`,
      );
    case "+":
    case "{":
      return findings.add(
        "PATTERN_QUANTIFIER_FIRST",
        at,
        1,
        msg`"${character}" has nothing to repeat`,
        msg`put a character or a class before it`,
      );
    case "\\":
      return findings.add(
        "PATTERN_ESCAPE",
        at,
        2,
        msg`escapes have no place outside a class`,
        msg`write the character itself, or a class such as [0-9]`,
      );
    default: {
      const whole = String.fromCodePoint(source.codePointAt(at) as number);
      // The second half of a pair was reported with the first.
      const isSecondHalf = at > 0 && (source.codePointAt(at - 1) as number) > 0xffff;
      if (!isSecondHalf)
        findings.add(
          "PATTERN_CHARACTER",
          at,
          whole.length,
          msg`"${whole}" cannot stand in an id`,
          msg`use A-Z a-z 0-9 _ -`,
        );
    }
  }
}
