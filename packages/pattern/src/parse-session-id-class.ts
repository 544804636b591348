import { msg } from "@slipway/errors";
import type { Findings } from "./pattern-issue.js";

/** A class and the offset after it. `characters` is absent when it was refused. */
export type ParsedSessionIdClass = { characters?: string; end: number };

/** Reads a class of the session-id grammar at `offset`, where a `[` stands. Its body ends at the first `]`. */
export function parseSessionIdClass(
  source: string,
  offset: number,
  last: number,
  findings: Findings,
): ParsedSessionIdClass {
  const close = source.indexOf("]", offset);
  if (close === -1 || close >= last) {
    findings.add(
      "PATTERN_CLASS_UNTERMINATED",
      offset,
      last - offset,
      msg`a class without its "]"`,
      msg`close it with ]`,
    );
    return { end: last };
  }
  const end = close + 1;
  if (close === offset + 1) {
    findings.add("PATTERN_CLASS_EMPTY", offset, 2, msg`an empty class`, msg`name the characters, as in [0-9a-f]`);
    return { end };
  }
  if (source[offset + 1] === "^") {
    findings.add(
      "PATTERN_CLASS_NEGATED",
      offset,
      end - offset,
      msg`a class that says what is not allowed`,
      msg`name the characters that are`,
    );
    return { end };
  }
  const before = findings.issues.length;
  const characters = new Set<string>();
  let at = offset + 1;
  while (at < close) at = readItem(source, at, close, characters, findings);
  if (findings.issues.length > before) return { end };
  return { characters: [...characters].sort().join(""), end };
}

/** Reads one item and returns the offset after it; ranges are tried before single characters. */
function readItem(source: string, at: number, close: number, characters: Set<string>, findings: Findings): number {
  const head = source[at] as string;
  if (head === "\\") {
    if (at + 1 < close && source[at + 1] === "-") characters.add("-");
    else
      findings.add(
        "PATTERN_ESCAPE",
        at,
        2,
        msg`the only escape in a class is "\\-"`,
        msg`write the characters themselves, as in [0-9]`,
      );
    return Math.min(at + 2, close);
  }
  if (head === "-") {
    findings.add("PATTERN_CLASS_DASH", at, 1, msg`a bare "-" in a class`, msg`write \\- for the character`);
    return at + 1;
  }
  const high = at + 2 < close && source[at + 1] === "-" ? (source[at + 2] as string) : undefined;
  if (high !== undefined && /[A-Za-z0-9]/.test(head) && /[A-Za-z0-9]/.test(high)) {
    addRange(head, high, at, characters, findings);
    return at + 3;
  }
  if (/[A-Za-z0-9_]/.test(head)) {
    characters.add(head);
    return at + 1;
  }
  const whole = String.fromCodePoint(source.codePointAt(at) as number);
  findings.add(
    "PATTERN_CLASS_CHARACTER",
    at,
    whole.length,
    msg`"${whole}" cannot stand in an id`,
    msg`use A-Z a-z 0-9 _ and \\-`,
  );
  return at + whole.length;
}

function addRange(low: string, high: string, at: number, characters: Set<string>, findings: Findings) {
  if (kindOf(low) !== kindOf(high))
    return findings.add(
      "PATTERN_CLASS_RANGE_MIXED",
      at,
      3,
      msg`the range "${low}-${high}" mixes digits, lower and upper case`,
      msg`write one range for each, as in [0-9A-Za-z]`,
    );
  if (low > high)
    return findings.add(
      "PATTERN_CLASS_RANGE",
      at,
      3,
      msg`the range "${low}-${high}" ends before its start`,
      msg`write ${high}-${low}`,
    );
  for (let code = low.charCodeAt(0); code <= high.charCodeAt(0); code += 1) characters.add(String.fromCharCode(code));
}

function kindOf(character: string): "digit" | "lower" | "upper" {
  if (character <= "9") return "digit";
  return character >= "a" ? "lower" : "upper";
}
