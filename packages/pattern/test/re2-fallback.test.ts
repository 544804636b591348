import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import type { PatternCode, SearchFallback, SearchPattern } from "../src/index.js";
import { compileSearch, LINE_OVERLAP_UNITS, LINE_UNITS, PatternError } from "../src/index.js";
import { re2Fallback } from "../src/re2.js";
import { OTHER, scanAll, UUID, UUID_SOURCE } from "./compile-for-test.js";
import { terminalOutput } from "./terminal-for-test.js";

function withRe2(source: string, flags = ""): SearchPattern {
  const result = compileSearch(source, flags, { fallback: re2Fallback });
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join("\n"));
  return result.value;
}

/** A fallback that must not be asked. */
const untouched: SearchFallback = {
  name: "untouched",
  compile: () => {
    throw new Error("was asked");
  },
};

const BEYOND: [source: string, output: string, id: string][] = [
  ["session.*?id: ([0-9a-f-]{36})", `session its id: ${UUID}\n`, UUID],
  [`^id (${UUID_SOURCE})$`, `x id ${OTHER}\r\nid ${UUID}\r\n`, UUID],
  [`ids? (${UUID_SOURCE})`, `id ${UUID}\n`, UUID],
  [`id *(${UUID_SOURCE})`, `id   ${UUID}\n`, UUID],
  [`id (ses_[a-z]+|${UUID_SOURCE})`, `id ${UUID}\n`, UUID],
  [`(?:id|no[.:])+ (${UUID_SOURCE})`, `idno: ${UUID}\n`, UUID],
  [`(?<id>${UUID_SOURCE})`, `${UUID}\n`, UUID],
  [`(?i:ID) (${UUID_SOURCE})`, `id ${UUID}\n`, UUID],
  [`id (${UUID_SOURCE}) (now)`, `id ${UUID} now\n`, UUID],
  [`id ((ses_)?[0-9]{4,}) `, "id ses_12345 .\n", "ses_12345"],
  ["id \\D+(\\d+)", "id is 42\n", "42"],
  ["\\x69\\u0064 (\\d+)", "id 42\n", "42"],
  ["id (\\d+)\\B", "id 42_\n", "42"],
  ["\\p{L}+ (\\d+)", "\u00e9t\u00e9 42\n", "42"],
  ["id (a{2,}1)", "id aaa1\n", "aaa1"],
  ["id (a{0,2}1)", "id aa1\n", "aa1"],
];

describe("when a pattern is outside of the search grammar", () => {
  it.each(BEYOND)("refuses %j without a fallback and names the construct and its place", (source) => {
    const { ok, issues } = compileSearch(source);
    expect(ok).toBe(false);
    expect([...new Set(issues.map(({ code }) => code))]).toEqual(["PATTERN_NEEDS_RE2"]);
    for (const { message, hint } of issues) {
      expect(message).toContain("is outside of the search grammar, at character ");
      expect(hint).toContain("the fallback of the subpath re2");
    }
  });

  it.each(BEYOND)("runs %j on re2js, and finds what it should", (source, output, id) => {
    const pattern = withRe2(source);
    expect(pattern.engine).toBe("fallback");
    const result = scanAll(pattern, output);
    // \B ends inside a word, which is never taken in part.
    if (source.includes("\\B")) expect(result.rejected).toMatchObject([{ text: id, reason: "part-of-word" }]);
    else expect(result).toMatchObject({ state: "one", id });
  });

  it("leaves what the grammar has to the grammar", () => {
    const result = compileSearch(`id (${UUID_SOURCE})`, "", { fallback: untouched });
    expect(result.ok && result.value.engine).toBe("own");
  });

  it.each<[string, PatternCode, number, number]>([
    ["x*(?=a)(b)", "PATTERN_LOOK_AROUND", 2, 3],
    ["(?:x*(?<!a))(b)", "PATTERN_LOOK_AROUND", 5, 4],
    ["((?!a)b)*", "PATTERN_LOOK_AROUND", 1, 3],
    ["(a)*\\1", "PATTERN_BACK_REFERENCE", 4, 2],
    ["(?:(a)\\1)*", "PATTERN_BACK_REFERENCE", 6, 2],
    [".*\\k<x>(a)", "PATTERN_BACK_REFERENCE", 2, 2],
    [".*\\Q(\\E(a)", "PATTERN_ESCAPE", 2, 2],
    [".*(?:(a)", "PATTERN_GROUP_UNTERMINATED", 2, 3],
    [".*(a))", "PATTERN_GROUP_UNOPENED", 5, 1],
    [".*a", "PATTERN_GROUP_MISSING", 0, 3],
    [".*(?i)a", "PATTERN_GROUP_MISSING", 0, 7],
    [".*(?#a)(b)", "PATTERN_RE2_REFUSED", 0, 10],
    [".*(a)[z-a]", "PATTERN_CLASS_RANGE", 6, 3],
    [`${"(?:a*".repeat(21)}(b)${")".repeat(21)}`, "PATTERN_GROUP_DEPTH", 100, 1],
    ["(?:a*(a{1000})){3}", "PATTERN_TOO_MANY_STATES", 0, 18],
    [`(?:(?:a{999}){999}){999}(b)`, "PATTERN_TOO_MANY_STATES", 0, 27],
    [".{700}{3}(a)", "PATTERN_QUANTIFIER_TWICE", 6, 1],
    ["[^]*{2}(a)", "PATTERN_CLASS_EMPTY", 0, 3],
    ["(a)**", "PATTERN_RE2_REFUSED", 0, 5],
    ["x(a)*{2}", "PATTERN_QUANTIFIER_FIRST", 5, 1],
    [".*(a)\\", "PATTERN_ESCAPE", 5, 1],
  ])("refuses %j everywhere", (source, code, offset, length) => {
    const { ok, issues } = compileSearch(source, "", { fallback: re2Fallback });
    expect(ok).toBe(false);
    expect(issues).toContainEqual(expect.objectContaining({ code, offset, length }));
    expect(issues.map((one) => one.code)).not.toContain("PATTERN_NEEDS_RE2");
    expect(compileSearch(source).ok).toBe(false);
  });

  it("counts states before the fallback is asked", () => {
    for (const source of [
      "(?:a*(a{999})){3}",
      "(?:(?:a{99}){99}){99}b*(c)",
      `(?:${"a|".repeat(900)}b){2}(c)`,
      ".{999}.{999}.{99}(a)",
    ])
      expect(compileSearch(source, "", { fallback: untouched }).issues).toMatchObject([
        { code: "PATTERN_TOO_MANY_STATES" },
      ]);
    expect(() => compileSearch(".{999}(a)", "", { fallback: untouched })).toThrow("was asked");
  });

  it("counts no less than re2js expands a pattern to", () => {
    const atom = fc.constantFrom("a", ".", "[ab]", "\\d", "(?:ab|c)", "(?:a|b*)", "\\b", "(x)");
    const quantifier = fc.constantFrom("", "", "*", "+", "?", "+?", "{3}", "{2,7}", "{4,}", "{0,3}");
    const part = fc.tuple(atom, quantifier).map(([one, times]) => one + (one === "\\b" ? "" : times));
    const nested = fc
      .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), quantifier)
      .map(([parts, times]) => `(?:${parts.join("")})${times}`);
    let states = 0;
    const measuring: SearchFallback = { name: "measuring", compile: () => ({ refusal: "measured" }) };
    fc.assert(
      fc.property(fc.array(nested, { minLength: 1, maxLength: 3 }), (parts) => {
        const source = `^${parts.join("")}(y)`;
        const { issues } = compileSearch(source, "", { fallback: measuring });
        const [, counted] = /add up to (\d+) states/.exec(issues[0]?.message ?? "") ?? [];
        if (counted === undefined) {
          // Within the limit: at most what is allowed, with four instructions around it.
          let size = 0;
          try {
            size = RE2JS.compile(source).programSize();
          } catch {
            return;
          }
          states = Math.max(states, size);
          expect(size).toBeLessThan(4 * 2_048);
        }
      }),
      { numRuns: 400 },
    );
    expect(states).toBeGreaterThan(100);
  });

  it.each<[string, boolean]>([
    ["session id: (a.)", true],
    ["i (a.)", false],
    ["x.*abc(a.)", true],
    ["ab?c(a.)", false],
    ["a\\.\\-(a.)", true],
    ["   (a.)", false],
    ["abc\\d(a.)", false],
    ["abc(?:d)(a.)", false],
    ["(?:abc(a.))", false],
    ["abc(a.)|x", false],
    ["abc[d](a.)", false],
    ["abc^(a.)", false],
  ])("knows whether %j has a label", (source, labelled) => {
    const result = compileSearch(source, "", { fallback: re2Fallback });
    expect(result.ok && result.value.labelled).toBe(labelled);
    expect(result.issues.map(({ code }) => code)).toEqual(labelled ? [] : ["PATTERN_UNLABELLED"]);
  });

  it("passes on the flags that matter, and says nothing of them", () => {
    expect(scanAll(withRe2("^ID.(\\d+)", "im"), "id 1\n").id).toBe("1");
    const result = compileSearch(".?label (\\d+)", "gims", { fallback: re2Fallback });
    expect(result.issues.map(({ code, offset }) => [code, offset])).toEqual([["PATTERN_FLAG_NO_EFFECT", 0]]);
  });

  it("takes the first group where there are several, and no match without it", () => {
    expect(scanAll(withRe2("no: (\\d)|id: (\\d+)"), "id: 42\nno: 7\n").id).toBe("7");
    expect(scanAll(withRe2("no: (\\d)|id: (\\d+)"), "id: 42\n").state).toBe("none");
    expect(scanAll(withRe2("x(\\d*)y"), "xy x12y\n").id).toBe("12");
  });

  it("reports what an engine says, whatever it throws", () => {
    const throwing: SearchFallback = { name: "odd", compile: () => ({ refusal: "\u001b[31mno" }) };
    const { issues } = compileSearch(".(a)", "", { fallback: throwing });
    expect(issues[0]?.message).toContain("odd does not take it: \\u{1b}[31mno");
    expect(() => compileSearch("(a)", "", { fallback: {} as never })).toThrow(PatternError);
  });
});

describe("when output is searched line by line", () => {
  const all = withRe2("id=?([a-z0-9]+)");

  it("never matches across a line end or a move, and through colours only", () => {
    const pattern = withRe2("id:\\s*(\\d+)");
    for (const broken of ["id:\n1 ", "id:\r1 ", "id:\u001b[2C1 "]) expect(scanAll(pattern, broken).state).toBe("none");
    expect(scanAll(pattern, "i\u001b[1md: \u001b[0m12\n")).toMatchObject({ id: "12", at: 12 });
  });

  it("takes ^ and $ for the ends of a line, and not of a piece of it", () => {
    const pattern = withRe2("^(\\d+)$");
    expect(scanAll(pattern, "12\n")).toMatchObject({ id: "12" });
    expect(scanAll(pattern, `${" ".repeat(LINE_UNITS)}12\n`).state).toBe("none");
    const cut = { budgetBytes: 0, tailBytes: 3 };
    expect(scanAll(pattern, "x12\n", cut)).toMatchObject({ state: "none" });
  });

  it("does not take the start of a piece for the start of a line or of a word", () => {
    const [lines, words] = [withRe2(`^id *(${UUID_SOURCE})`), withRe2(`\\bid *(${UUID_SOURCE})`)];
    const start = LINE_UNITS - LINE_OVERLAP_UNITS;
    for (let pad = start - 2; pad <= start + 2; pad += 1) {
      expect(scanAll(lines, `${" ".repeat(pad)}id ${UUID} ${" ".repeat(LINE_UNITS)}\n`).state).toBe("none");
      expect(scanAll(words, `${"x".repeat(pad)}id ${UUID} ${" ".repeat(LINE_UNITS)}\n`).state).toBe("none");
    }
  });

  it("looks back one character where the last piece of a long line begins", () => {
    // Only what ends the line is searched with its end: one piece, then a remainder that begins within the overlap.
    const start = LINE_UNITS - LINE_OVERLAP_UNITS;
    const [lines, words] = [withRe2(`^id *(${UUID_SOURCE})`), withRe2(`\\bid *(${UUID_SOURCE})`)];
    const fill = (pad: number) => " ".repeat(LINE_UNITS + 10 - pad - 3 - UUID.length);
    for (const end of ["\n", "\r", ""]) {
      const [glued, apart] = [`${"x".repeat(start)}id ${UUID}`, `${" ".repeat(start)}id ${UUID}`];
      expect(scanAll(lines, `${apart}${fill(start)}${end}`).state).toBe("none");
      expect(scanAll(words, `${glued}${fill(start)}${end}`).state).toBe("none");
      expect(scanAll(words, `${apart}${fill(start)}${end}`)).toMatchObject({ state: "one", id: UUID });
    }
  });

  it("takes the place where the tail was cut for a letter, as it may have been one", () => {
    const words = withRe2(`\\bid *(${UUID_SOURCE})`);
    const tail = `id ${UUID} \n`;
    const cut = { budgetBytes: 0, tailBytes: tail.length };
    for (const before of ["x", " "]) expect(scanAll(words, before + tail, cut).state).toBe("none");
    expect(scanAll(words, ` ${tail}`, { ...cut, tailBytes: tail.length + 1 })).toMatchObject({ id: UUID });
  });

  it("finds what lies across the pieces of a long line, once", () => {
    for (let pad = LINE_UNITS - 60; pad < LINE_UNITS + 10; pad += 1) {
      const result = scanAll(
        withRe2(`id *(${UUID_SOURCE})`),
        `${" ".repeat(pad)}id ${UUID} ${" ".repeat(3 * LINE_UNITS)}\n`,
      );
      expect(result).toMatchObject({ state: "one", id: UUID, at: pad + 3 });
    }
  });

  it("does not take a match that is longer than the overlap and goes on", () => {
    const long = `id=${"a1".repeat(LINE_OVERLAP_UNITS)}`;
    expect(scanAll(all, `${" ".repeat(LINE_UNITS - LINE_OVERLAP_UNITS - 100)}${long} \n`).state).toBe("none");
  });

  it("leaves what was drawn on the alternate screen", () => {
    const output = `id=one1 \u001b[?1049hid=two2 \u001b[?1049lid=three3 \n`;
    expect(scanAll(all, output, { budgetBytes: 0 }).id).toBe("three3");
    expect(scanAll(all, "\u001b[?1049hid=two2 \n").rejected).toMatchObject([{ text: "two2", reason: "redrawn" }]);
  });

  it("ends a search that takes more than its steps", () => {
    const result = scanAll(withRe2("(?:a{30}){30}.*(z1)"), `${"a".repeat(100)}\n`.repeat(8_000), { tailBytes: 0 });
    expect(result).toEqual({ state: "none", stopped: "budget" });
  });

  it("settles and ends by budget as any other", () => {
    const scanner = withRe2(`(${UUID_SOURCE}) *`).scanner();
    expect(scanner.push(`${UUID} \n${"x y\n".repeat(17_000)}`)).toMatchObject({ state: "one", stopped: "settled" });
  });

  it("gives the same result for every way of cutting the output", () => {
    const patterns = [all, withRe2("^.*id.*?(\\w+)$"), withRe2(`(${UUID_SOURCE}|ses_\\w+)`), withRe2("(\\S+)\\b")];
    fc.assert(
      fc.property(
        terminalOutput,
        fc.constantFrom(...patterns),
        fc.integer({ min: 1, max: 50 }),
        (bytes, pattern, size) => {
          const scanner = pattern.scanner({ policy: "last", tailBytes: 64, budgetBytes: 200 });
          for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.slice(at, at + size));
          expect(scanner.end()).toEqual(scanAll(pattern, bytes, { policy: "last", tailBytes: 64, budgetBytes: 200 }));
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it("finds what re2js finds in each stripped line", () => {
    const sources = ["id=?([a-z0-9]+)", "(\\w+)\\b *id", "^[^ ]*?(\\d+)", "([a-f0-9]{2,}|id)"];
    const line = fc.string({ unit: fc.constantFrom("i", "d", "=", "a", "1", " ", "f", "_"), maxLength: 30 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.constantFrom(...sources), (lines, source) => {
        const texts = lines.flatMap((text) => [...RE2JS.compile(source).matchAll(text)].map((match) => match[1]));
        const result = scanAll(withRe2(source), lines.map((text) => `\u001b[1m${text}\u001b[0m\r\n`).join(""), {
          policy: "last",
        });
        const seen = [
          ...(result.rejected ?? []).map(({ text }) => text),
          ...(result.id === undefined ? [] : [result.id]),
        ];
        for (const text of seen) expect(texts).toContain(text);
        expect(seen.length > 0).toBe(texts.length > 0);
      }),
      { numRuns: 1_000 },
    );
  });
});
