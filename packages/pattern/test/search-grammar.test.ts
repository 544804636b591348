import { describe, expect, it } from "vitest";
import type { PatternCode } from "../src/index.js";
import { compileSearch, PatternError, SEARCH_MAX_LENGTH } from "../src/index.js";

const REFUSED: [string, ...[PatternCode, number][]][] = [
  ["", ["PATTERN_GROUP_MISSING", 0]],
  ["id: [0-9]+", ["PATTERN_GROUP_MISSING", 0]],
  ["(a)(b)", ["PATTERN_NEEDS_RE2", 3]],
  ["(a(b)c)", ["PATTERN_NEEDS_RE2", 2]],
  ["()", ["PATTERN_GROUP_EMPTY", 0]],
  ["x(", ["PATTERN_GROUP_UNTERMINATED", 1]],
  ["(a", ["PATTERN_GROUP_UNTERMINATED", 0]],
  ["(a))", ["PATTERN_GROUP_UNOPENED", 3]],
  ["(a)+", ["PATTERN_NEEDS_RE2", 3]],
  ["(a){2}", ["PATTERN_NEEDS_RE2", 3]],
  ["(?:x|y)?(a)", ["PATTERN_NEEDS_RE2", 7]],
  ["(?:|y)(a)", ["PATTERN_NEEDS_RE2", 3]],
  ["(?:x|)(a)", ["PATTERN_NEEDS_RE2", 5]],
  ["(?:)(a)", ["PATTERN_NEEDS_RE2", 3]],
  ["(?:x", ["PATTERN_GROUP_UNTERMINATED", 0], ["PATTERN_GROUP_MISSING", 0]],
  ["(?:x(y))(a)", ["PATTERN_NEEDS_RE2", 4]],
  ["(?:[ab])(a)", ["PATTERN_NEEDS_RE2", 3]],
  ["(?:a+)(a)", ["PATTERN_NEEDS_RE2", 4]],
  ["(?:a\u0001b)(a)", ["PATTERN_CHARACTER", 4]],
  ["(?:\\d)(a)", ["PATTERN_NEEDS_RE2", 3]],
  ["(?:a\\b)(a)", ["PATTERN_NEEDS_RE2", 4]],
  ["(?=x)(a)", ["PATTERN_LOOK_AROUND", 0]],
  ["(?!x)(a)", ["PATTERN_LOOK_AROUND", 0]],
  ["(?<=x)(a)", ["PATTERN_LOOK_AROUND", 0]],
  ["(?<!(x)[)])(a)", ["PATTERN_LOOK_AROUND", 0]],
  ["(?<id>a)", ["PATTERN_NEEDS_RE2", 0]],
  ["(?i:a)", ["PATTERN_NEEDS_RE2", 0], ["PATTERN_GROUP_MISSING", 0]],
  ["(?i:a)(b)", ["PATTERN_NEEDS_RE2", 0]],
  ["(a)\\1", ["PATTERN_BACK_REFERENCE", 3]],
  ["(a)\\k<x>", ["PATTERN_BACK_REFERENCE", 3]],
  ["\\b+(a)", ["PATTERN_NEEDS_RE2", 2]],
  ["a(\\b)a", ["PATTERN_GROUP_EMPTY", 0]],
  ["(a)\\B", ["PATTERN_NEEDS_RE2", 3]],
  ["^(a)", ["PATTERN_NEEDS_RE2", 0]],
  ["(a)$", ["PATTERN_NEEDS_RE2", 3]],
  ["(a|b)", ["PATTERN_NEEDS_RE2", 2]],
  ["x|(a)", ["PATTERN_NEEDS_RE2", 1]],
  [".(a)", ["PATTERN_NEEDS_RE2", 0]],
  [".*(a)", ["PATTERN_NEEDS_RE2", 0], ["PATTERN_NEEDS_RE2", 1]],
  ["x*(a)", ["PATTERN_NEEDS_RE2", 1]],
  ["x?(a)", ["PATTERN_NEEDS_RE2", 1]],
  ["(a+?)", ["PATTERN_NEEDS_RE2", 3]],
  ["(a++)", ["PATTERN_QUANTIFIER_TWICE", 3]],
  ["(a{2}{3})", ["PATTERN_QUANTIFIER_TWICE", 5]],
  ["(a{2}*)", ["PATTERN_QUANTIFIER_TWICE", 5]],
  ["+(a)", ["PATTERN_QUANTIFIER_FIRST", 0]],
  ["{2}(a)", ["PATTERN_QUANTIFIER_FIRST", 0]],
  ["(+a)", ["PATTERN_QUANTIFIER_FIRST", 1]],
  ["(a{0})", ["PATTERN_NEEDS_RE2", 2]],
  ["(a{0,3})", ["PATTERN_NEEDS_RE2", 2]],
  ["(a{2,})", ["PATTERN_NEEDS_RE2", 2]],
  ["(a{3,2})", ["PATTERN_COUNT_ORDER", 2]],
  ["(a{1000})", ["PATTERN_COUNT_TOO_LARGE", 2]],
  ["(a{2x})", ["PATTERN_COUNT_SYNTAX", 2]],
  ["(a)x{2", ["PATTERN_COUNT_SYNTAX", 4]],
  ["[(a)", ["PATTERN_CLASS_UNTERMINATED", 0], ["PATTERN_GROUP_MISSING", 0]],
  ["([])", ["PATTERN_CLASS_EMPTY", 1]],
  ["([^])", ["PATTERN_CLASS_EMPTY", 1]],
  ["([z-a])", ["PATTERN_CLASS_RANGE", 2]],
  ["([\u{1f600}])", ["PATTERN_CLASS_CHARACTER", 2]],
  ["([\0])", ["PATTERN_CLASS_CHARACTER", 2]],
  ["([\\b])", ["PATTERN_ESCAPE", 2]],
  ["([\\D])", ["PATTERN_NEEDS_RE2", 2]],
  ["\\x41(a)", ["PATTERN_NEEDS_RE2", 0]],
  ["\\u0041(a)", ["PATTERN_NEEDS_RE2", 0]],
  ["\\p{L}(a)", ["PATTERN_NEEDS_RE2", 0]],
  ["\\cA(a)", ["PATTERN_NEEDS_RE2", 0]],
  ["\\0(a)", ["PATTERN_NEEDS_RE2", 0]],
  ["\\D(a)", ["PATTERN_NEEDS_RE2", 0]],
  ["\\é(a)", ["PATTERN_ESCAPE", 0]],
  ["(a)\\", ["PATTERN_ESCAPE", 3]],
  ["\u001b\\[1m(a)", ["PATTERN_CHARACTER", 0]],
  ["a\n(a)", ["PATTERN_CHARACTER", 1]],
  ["\u{1f600}+(a)", ["PATTERN_NEEDS_RE2", 2]],
  ["([a-z]{129})", ["PATTERN_MATCHES_NOTHING", 0]],
  ["[a-z]{999}[a-z]{999}(a{51})", ["PATTERN_TOO_MANY_STATES", 0]],
  ["(a+)+$", ["PATTERN_NEEDS_RE2", 4], ["PATTERN_NEEDS_RE2", 5]],
];

describe("when a search pattern is wrong", () => {
  it.each(REFUSED)("refuses %j", (source, ...expected) => {
    const result = compileSearch(source);
    expect(result.ok).toBe(false);
    expect(result.issues.map(({ code, offset }) => [code, offset])).toEqual(expected);
    for (const found of result.issues) {
      expect(found.hint).toBeTruthy();
      expect(found.message).toContain(`at character ${found.offset + 1}\n  | `);
    }
  });

  it("refuses a pattern that is too long without reading it", () => {
    expect(compileSearch("(".repeat(SEARCH_MAX_LENGTH + 1)).issues).toMatchObject([
      { code: "PATTERN_TOO_LONG", offset: SEARCH_MAX_LENGTH },
    ]);
  });

  it("throws for anything but strings", () => {
    expect(() => compileSearch(1 as unknown as string)).toThrow(PatternError);
    expect(() => compileSearch("(a)", 1 as unknown as string)).toThrow(PatternError);
  });
});

describe("when flags are given", () => {
  it("explains each that changes nothing", () => {
    const result = compileSearch("label (a)", "gimsuy");
    expect(result.ok).toBe(true);
    expect(result.issues.map(({ code, severity, offset }) => [code, severity, offset])).toEqual(
      [0, 2, 3, 4, 5].map((offset) => ["PATTERN_FLAG_NO_EFFECT", "info", offset]),
    );
  });

  it.each([
    ["ii", "PATTERN_FLAG_REPEATED", 1],
    ["gig", "PATTERN_FLAG_REPEATED", 2],
    ["d", "PATTERN_FLAG_UNKNOWN", 0],
    ["iv", "PATTERN_FLAG_UNKNOWN", 1],
    ["I", "PATTERN_FLAG_UNKNOWN", 0],
    ["g".repeat(17), "PATTERN_TOO_LONG", 16],
  ])("refuses %j", (flags, code, offset) => {
    const result = compileSearch("label (a)", flags);
    expect(result.ok).toBe(false);
    expect(result.issues).toContainEqual(expect.objectContaining({ code, offset, severity: "error" }));
  });

  it("reports the problems of the pattern beside those of the flags", () => {
    expect(compileSearch("(a", "dd").issues.map(({ code }) => code)).toEqual([
      "PATTERN_FLAG_UNKNOWN",
      "PATTERN_FLAG_REPEATED",
      "PATTERN_GROUP_UNTERMINATED",
    ]);
  });
});

describe("when a search pattern is right", () => {
  it.each([
    ["session id: ([0-9a-f]{8}-[0-9a-f]{4})", true],
    ["abc(x)", true],
    ["\\.\\-\\/(x)", true],
    ["a{3}(x)", true],
    ["(?:resume|--resume) (x)", true],
    ["(?:a|bb)b(x)", false],
    ["(?:ab|bb)b(x)", true],
    ["ab(x)", false],
    ["   (x)", false],
    [" - (x)", true],
    ["(?:   |    )(x)", false],
    ["(?:id:|    )(x)", false],
    ["(?:   |    )id(x)", true],
    ["(?:\u00e9\u00e9\u00e9|abc)(x)", true],
    ["(?:\u00a0\u00a0\u00a0|abc)(x)", false],
    ["abc\\b(x)", true],
    ["abc(a)b+{", true],
    ["abc[ ]+(x)", false],
    ["abc +(x)", false],
    ["abcd+(x)", false],
    ["([0-9a-f-]{36})", false],
    ["(ses_[A-Za-z0-9]+)", false],
    ['"session_id":\\s+"([^"]+)"', false],
    ['{"type":"thread\\.started","thread_id":"([^"]+)"}', true],
  ])("compiles %j and knows whether it has a label", (source, labelled) => {
    const result = compileSearch(source);
    expect(result.issues.map(({ code }) => code)).toEqual(labelled ? [] : ["PATTERN_UNLABELLED"]);
    expect(result.ok && result.value.labelled).toBe(labelled);
  });

  it("takes exactly the states that it may", () => {
    expect(compileSearch("[a-z]{999}[a-z]{999}(a{50})").ok).toBe(true);
  });

  it("takes the longest pattern", () => {
    expect(compileSearch(`${"x".repeat(SEARCH_MAX_LENGTH - 3)}(a)`).ok).toBe(true);
  });

  it("prints as an expression", () => {
    const result = compileSearch("id (a)", "i");
    expect(result.ok && String(result.value)).toBe("/id (a)/i");
  });
});

describe("when the group holds alternatives", () => {
  it("measures the shortest of them against the longest id", () => {
    expect(compileSearch("id: ((?:ab1|c2))").ok).toBe(true);
    const long = "a".repeat(129);
    expect(compileSearch(`id: ((?:${long}|b${long}))`).issues.map(({ code }) => code)).toEqual([
      "PATTERN_MATCHES_NOTHING",
    ]);
    expect(compileSearch(`id: ((?:${long}|b1))`).ok).toBe(true);
  });
});
