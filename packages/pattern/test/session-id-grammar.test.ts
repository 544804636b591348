import { describe, expect, it } from "vitest";
import type { PatternCode } from "../src/index.js";
import { compilePattern, PATTERN_MAX_LENGTH, PatternError, parsePattern } from "../src/index.js";

/** Pattern, then each expected problem as code and offset. */
const REFUSED: [string, ...[PatternCode, number][]][] = [
  ["", ["PATTERN_TOO_SHORT", 0]],
  ["^", ["PATTERN_TOO_SHORT", 0]],
  ["a$", ["PATTERN_TOO_SHORT", 0]],
  ["^$", ["PATTERN_EMPTY", 0]],
  ["abc$", ["PATTERN_START_ANCHOR", 0]],
  ["^abc", ["PATTERN_END_ANCHOR", 4]],
  ["abc", ["PATTERN_START_ANCHOR", 0], ["PATTERN_END_ANCHOR", 3]],
  ["^a^b$", ["PATTERN_ANCHOR", 2]],
  ["^a$b$", ["PATTERN_ANCHOR", 2]],
  ["^a$$", ["PATTERN_ANCHOR", 2]],
  ["^.$", ["PATTERN_DOT", 1]],
  ["^.+$", ["PATTERN_DOT", 1]],
  ["^a.b$", ["PATTERN_DOT", 2]],
  ["^a*$", ["PATTERN_STAR", 2]],
  ["^[a-z]*$", ["PATTERN_STAR", 6]],
  ["^*$", ["PATTERN_STAR", 1]],
  ["^a?$", ["PATTERN_OPTIONAL", 2]],
  ["^[a-z]?$", ["PATTERN_OPTIONAL", 6]],
  ["^a|b$", ["PATTERN_ALTERNATION", 2]],
  ["^(a)$", ["PATTERN_GROUP", 1], ["PATTERN_GROUP", 3]],
  ["^(?:a)$", ["PATTERN_GROUP", 1], ["PATTERN_OPTIONAL", 2], ["PATTERN_CHARACTER", 3], ["PATTERN_GROUP", 5]],
  ["^(ab)+$", ["PATTERN_GROUP", 1], ["PATTERN_GROUP", 4]],
  ["^\\d+$", ["PATTERN_ESCAPE", 1]],
  ["^\\w$", ["PATTERN_ESCAPE", 1]],
  ["^a\\-b$", ["PATTERN_ESCAPE", 2]],
  ["^a\\1$", ["PATTERN_ESCAPE", 2]],
  ["^a\\$", ["PATTERN_ESCAPE", 2]],
  ["^a b$", ["PATTERN_CHARACTER", 2]],
  ["^a/b$", ["PATTERN_CHARACTER", 2]],
  ["^a:b$", ["PATTERN_CHARACTER", 2]],
  ["^a]b$", ["PATTERN_CHARACTER", 2]],
  ["^a}b$", ["PATTERN_CHARACTER", 2]],
  ["^é$", ["PATTERN_CHARACTER", 1]],
  ["^\u{1f600}$", ["PATTERN_CHARACTER", 1]],
  ["^a\n$", ["PATTERN_CHARACTER", 2]],
  ["^a\0$", ["PATTERN_CHARACTER", 2]],
  ["^[]$", ["PATTERN_CLASS_EMPTY", 1]],
  ["^a[]b$", ["PATTERN_CLASS_EMPTY", 2]],
  ["^[a-z$", ["PATTERN_CLASS_UNTERMINATED", 1]],
  ["^[$", ["PATTERN_CLASS_UNTERMINATED", 1]],
  ["^[^a]$", ["PATTERN_CLASS_NEGATED", 1]],
  ["^[^]$", ["PATTERN_CLASS_NEGATED", 1]],
  ["^[-a]$", ["PATTERN_CLASS_DASH", 2]],
  ["^[a-]$", ["PATTERN_CLASS_DASH", 3]],
  ["^[0-9a-z-]$", ["PATTERN_CLASS_DASH", 8]],
  ["^[a-f-z]$", ["PATTERN_CLASS_DASH", 5]],
  ["^[_-a]$", ["PATTERN_CLASS_DASH", 3]],
  ["^[a-_]$", ["PATTERN_CLASS_DASH", 3]],
  ["^[a\\]$", ["PATTERN_ESCAPE", 3]],
  ["^[\\d]$", ["PATTERN_ESCAPE", 2]],
  ["^[\\]]$", ["PATTERN_ESCAPE", 2], ["PATTERN_CHARACTER", 4]],
  ["^[a.]$", ["PATTERN_CLASS_CHARACTER", 3]],
  ["^[a b]$", ["PATTERN_CLASS_CHARACTER", 3]],
  ["^[[a]$", ["PATTERN_CLASS_CHARACTER", 2]],
  ["^[é]$", ["PATTERN_CLASS_CHARACTER", 2]],
  ["^[\u{1f600}a]$", ["PATTERN_CLASS_CHARACTER", 2]],
  ["^[z-a]$", ["PATTERN_CLASS_RANGE", 2]],
  ["^[9-0]$", ["PATTERN_CLASS_RANGE", 2]],
  ["^[0-z]$", ["PATTERN_CLASS_RANGE_MIXED", 2]],
  ["^[A-z]$", ["PATTERN_CLASS_RANGE_MIXED", 2]],
  ["^[a-Z]$", ["PATTERN_CLASS_RANGE_MIXED", 2]],
  ["^[z-a0-Z]$", ["PATTERN_CLASS_RANGE", 2], ["PATTERN_CLASS_RANGE_MIXED", 5]],
  ["^+$", ["PATTERN_QUANTIFIER_FIRST", 1]],
  ["^{2}$", ["PATTERN_QUANTIFIER_FIRST", 1], ["PATTERN_CHARACTER", 3]],
  ["^a+$", ["PATTERN_PLUS_AFTER_LITERAL", 2]],
  ["^-+$", ["PATTERN_PLUS_AFTER_LITERAL", 2]],
  ["^[a]++$", ["PATTERN_QUANTIFIER_TWICE", 5]],
  ["^[a]+?$", ["PATTERN_QUANTIFIER_TWICE", 5]],
  ["^[a]+*$", ["PATTERN_QUANTIFIER_TWICE", 5]],
  ["^[a]{2}{3}$", ["PATTERN_QUANTIFIER_TWICE", 7]],
  ["^[a]{2}+$", ["PATTERN_QUANTIFIER_TWICE", 7]],
  ["^a{2}?$", ["PATTERN_QUANTIFIER_TWICE", 5]],
  ["^a{0}$", ["PATTERN_COUNT_ZERO", 2]],
  ["^a{0,3}$", ["PATTERN_COUNT_ZERO", 2]],
  ["^a{00}$", ["PATTERN_COUNT_ZERO", 2]],
  ["^a{2,}$", ["PATTERN_COUNT_OPEN", 2]],
  ["^a{3,2}$", ["PATTERN_COUNT_ORDER", 2]],
  ["^a{1000}$", ["PATTERN_COUNT_TOO_LARGE", 2]],
  ["^a{1,1000}$", ["PATTERN_COUNT_TOO_LARGE", 2]],
  ["^a{0001}$", ["PATTERN_COUNT_TOO_LARGE", 2]],
  ["^a{}$", ["PATTERN_COUNT_SYNTAX", 2]],
  ["^a{,3}$", ["PATTERN_COUNT_SYNTAX", 2]],
  ["^a{x}$", ["PATTERN_COUNT_SYNTAX", 2]],
  ["^a{1 }$", ["PATTERN_COUNT_SYNTAX", 2]],
  ["^a{-1}$", ["PATTERN_COUNT_SYNTAX", 2]],
  ["^a{1,2,3}$", ["PATTERN_COUNT_SYNTAX", 2]],
  ["^a{2$", ["PATTERN_COUNT_SYNTAX", 2]],
  // Digits of other scripts, which the original accepts.
  ["^a{٢}$", ["PATTERN_COUNT_SYNTAX", 2]],
  ["^a{２}$", ["PATTERN_COUNT_SYNTAX", 2]],
  ["^[a-z]+[a-z0-9]+$", ["PATTERN_SHARED_CHARACTER", 1]],
  ["^[a-z]{1,40}[a-z]{1,40}$", ["PATTERN_SHARED_CHARACTER", 1]],
  ["^[a-f]+a$", ["PATTERN_SHARED_CHARACTER", 1]],
  ["^x[0-9]{1,2}[0-9]{4}$", ["PATTERN_SHARED_CHARACTER", 2]],
  ["^a{1,3}a$", ["PATTERN_SHARED_CHARACTER", 1]],
  ["^[a\\-]+-[0-9]+0$", ["PATTERN_SHARED_CHARACTER", 1], ["PATTERN_SHARED_CHARACTER", 8]],
  ["^a{129}$", ["PATTERN_MATCHES_NOTHING", 0]],
  ["^[a-z]{100}[0-9]{29,40}$", ["PATTERN_MATCHES_NOTHING", 0]],
  ["^-abc$", ["PATTERN_MATCHES_NOTHING", 1]],
  ["^[\\-]+x$", ["PATTERN_MATCHES_NOTHING", 1]],
  // Everything at once.
  [
    "a*[z-a].{0}(b",
    ["PATTERN_START_ANCHOR", 0],
    ["PATTERN_END_ANCHOR", 13],
    ["PATTERN_STAR", 1],
    ["PATTERN_CLASS_RANGE", 3],
    ["PATTERN_DOT", 7],
    ["PATTERN_COUNT_ZERO", 8],
    ["PATTERN_GROUP", 11],
  ],
];

const UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";

describe("when a session-id pattern is wrong", () => {
  it.each(REFUSED)("refuses %j", (source, ...expected) => {
    const result = parsePattern(source);
    expect(result.ok).toBe(false);
    expect(result.issues.map(({ code, offset }) => [code, offset])).toEqual(expected);
    for (const found of result.issues) {
      expect(found.severity).toBe("error");
      expect(found.message).toContain(`at character ${found.offset + 1}\n  | `);
      expect(found.hint).toBeTruthy();
      expect(found.length).toBeGreaterThan(0);
    }
  });

  it("refuses a pattern that is too long without reading it", () => {
    expect(parsePattern(`^${"*".repeat(PATTERN_MAX_LENGTH)}$`).issues).toMatchObject([
      { code: "PATTERN_TOO_LONG", offset: PATTERN_MAX_LENGTH },
    ]);
  });

  it("draws a caret under the place", () => {
    expect(parsePattern("^ses_[a-z]*$").issues[0]?.message).toBe(
      '"*" can match nothing at all, at character 11\n  | ^ses_[a-z]*$\n  |           ^',
    );
  });

  it("keeps the drawing narrow and aligned, whatever is in the pattern", () => {
    const source = `^${"a".repeat(90)}\u001b.${"b".repeat(90)}$`;
    const [, dot] = parsePattern(source).issues;
    const [, pattern = "", caret = ""] = String(dot?.message).split("\n");
    expect(pattern).toBe(`  | ...${"a".repeat(29)}\\u{1b}.${"b".repeat(30)}...`);
    expect(caret.indexOf("^")).toBe(pattern.indexOf("}.") + 1);
  });

  it("throws for anything but a string", () => {
    expect(() => parsePattern(null as unknown as string)).toThrow(PatternError);
    expect(() => compilePattern(/x/ as unknown as string)).toThrow(
      expect.objectContaining({ code: "PATTERN_MISUSE", name: "PatternError" }),
    );
  });
});

describe("when a session-id pattern is right", () => {
  it.each([
    [UUID, 36, 36],
    ["^ses_[A-Za-z0-9]+$", 5, 128],
    [`^session_${UUID.slice(1)}`, 44, 44],
    ["^[a-z]+[0-9]+[A-Z]+$", 3, 128],
    ["^[a-z]{1,40}-[0-9]{1,40}$", 3, 81],
    ["^[a-z]{2}[a-z]{3,5}$", 5, 7],
    ["^[A-Z_\\-0]{1,999}$", 1, 128],
    ["^a{128}$", 128, 128],
    ["^a-{3}b$", 5, 5],
    ["^x$", 1, 1],
    [`^${"a".repeat(128)}$`, 128, 128],
  ])("compiles %j", (source, minLength, maxLength) => {
    const result = compilePattern(source);
    expect(result).toMatchObject({ ok: true, value: { source, minLength, maxLength }, issues: [] });
    expect(result.ok && String(result.value)).toBe(source);
  });

  it("takes it apart", () => {
    const result = parsePattern("^a-[c-a\\-b]$".replace("c-a", "a-c"));
    expect(result.ok && result.value.atoms).toEqual([
      { characters: "a", min: 1, max: 1, offset: 1 },
      { characters: "-", min: 1, max: 1, offset: 2 },
      { characters: "-abc", min: 1, max: 1, offset: 3 },
    ]);
  });
});
