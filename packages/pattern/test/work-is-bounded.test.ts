import { describe, expect, it } from "vitest";
import { buildAutomaton } from "../src/build-automaton.js";
import { CharacterSetBuilder, hasUnit } from "../src/character-set.js";
import { compilePattern, compileSearch, PATTERN_ISSUES_MAX, REJECTED_MAX, SCAN_BUDGET_BYTES } from "../src/index.js";
import { StreamMatcher } from "../src/match-stream.js";
import { OutputWindow } from "../src/output-window.js";
import { parseSearch } from "../src/parse-search.js";
import { OTHER, scanAll, search, UUID, UUID_SOURCE } from "./compile-for-test.js";

/** Steps that a search of one text takes. */
function countSteps(source: string, text: string): number {
  const parsed = parseSearch(source, false);
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join("\n"));
  const window = new OutputWindow();
  const matcher = new StreamMatcher(buildAutomaton(parsed.value), window, {
    onMatch: () => {},
    onScreenLeft: () => {},
  });
  let at = 0;
  while (at < text.length && !matcher.exhausted) {
    while (at < text.length && !window.isFull) {
      window.append(text.charCodeAt(at), at);
      at += 1;
    }
    matcher.run(false);
  }
  matcher.run(true);
  return matcher.steps;
}

describe("when a pattern and an output are made to cost much", () => {
  it.each([
    ["a UUID on prose", `(${UUID_SOURCE})`, (size: number) => "lorem ipsum dolor sit amet ".repeat(size / 27)],
    ["a UUID on hexadecimal digits", `(${UUID_SOURCE})`, (size: number) => "a".repeat(size)],
    ["a class that overlaps what follows", "([a-z]+[a-z0-9]+x)", (size: number) => "a".repeat(size)],
    ["a long count", "([a-z]{100})", (size: number) => "a".repeat(size)],
    ["matches that could all have been longer", "(a)(?:b|ab)", (size: number) => "ab".repeat(size / 2)],
  ])("takes steps in proportion to the output: %s", (_, source, make) => {
    const [small, large] = [countSteps(source, make(20_000)), countSteps(source, make(80_000))];
    expect(large / small).toBeLessThan(4.2);
  });

  it("would notice what is not in proportion", () => {
    // Each x begins a match of one character, and runs on to the window's end in search of a longer one.
    const [small, large] = [1_000, 4_000].map((size) => countSteps("(x[a-z]{1,999}1)", "x".repeat(size)));
    expect((large as number) / (small as number)).toBeGreaterThan(4.2);
  });

  it("ends a search that takes more than its steps, and says so", () => {
    const thousand = search("[a-z]{900}([a-z]{100}1)");
    const result = scanAll(thousand, "a".repeat(SCAN_BUDGET_BYTES - 1));
    expect(result).toEqual({ state: "none", stopped: "budget" });
  });

  it("keeps few rejected candidates and few different ids", () => {
    const words = scanAll(search("n: ([a-z]+)"), "n: abc \n".repeat(1_000));
    expect(words.rejected).toHaveLength(REJECTED_MAX);
    const ids = scanAll(search(`(${UUID_SOURCE})`), `${UUID}\n${OTHER}\n${UUID.replace("6", "7")}\n`);
    expect(ids.candidates).toHaveLength(2);
  });

  it("compiles the costliest pattern into a bounded automaton", () => {
    const many = `(?:${"a|".repeat(450)}b)[a-z]{999}(${"[a-z]{99}"})`;
    const parsed = parseSearch(many, false);
    expect(parsed.ok && buildAutomaton(parsed.value).sets.length).toBe(451 + 999 + 99);
  });
});

describe("when a pattern itself is made to cost much", () => {
  it("holds a class as ranges, however many characters it names", () => {
    const parsed = parseSearch("id ([!-\uffff\u00e9-\u00ff\u0100b-\uffff])", false);
    expect(parsed.ok && parsed.value.pieces.at(-1)).toMatchObject({ set: { exceptions: [128, 0xffff] } });
  });

  it("keeps ranges of a class apart, and finds each unit as the engine does", () => {
    const builder = new CharacterSetBuilder();
    for (const [low, high] of [
      [0x400, 0x410],
      [0x70, 0xa0],
      [0x2028, 0x2028],
      [0x408, 0x420],
      [0x421, 0x421],
    ] as const)
      builder.addRange(low, high);
    const engine = /[\u0400-\u0410\u0070-\u00a0\u2028\u0408-\u0420\u0421]/;
    for (const negated of [false, true]) {
      const set = builder.build({ negated, ignoreCase: false });
      for (let unit = 0; unit <= 0xffff; unit += 1)
        if ((hasUnit(set, unit) === negated) !== !engine.test(String.fromCharCode(unit)))
          expect.fail(`U+${unit.toString(16)}, negated: ${negated}`);
    }
    expect(builder.build({ negated: false, ignoreCase: false }).exceptions).toEqual([
      128, 0xa0, 0x400, 0x421, 0x2028, 0x2028,
    ]);
  });

  it.each([
    ["a search", compileSearch("*".repeat(1_500))],
    ["a session-id pattern", compilePattern(`^${".".repeat(150)}$`)],
  ])("lists at most so many problems of %s and says that there are more", (_, result) => {
    expect(result.ok).toBe(false);
    expect(result.issues).toHaveLength(PATTERN_ISSUES_MAX + 1);
    expect(result.issues.at(-1)).toMatchObject({ code: "PATTERN_TOO_MANY_ISSUES", severity: "error" });
    expect(result.issues.slice(0, -1).every(({ code }) => code !== "PATTERN_TOO_MANY_ISSUES")).toBe(true);
  });

  it("never says that a tail was searched to its end when the steps ran out in it", () => {
    const pattern = search("[0-9a-f]{900}[0-9a-f]{900}z([0-9a-f]{8})");
    const output = `${"a".repeat(62_000)}z12345678 `;
    expect(scanAll(pattern, output, { budgetBytes: 0 })).toEqual({ state: "none", stopped: "budget" });
    expect(scanAll(pattern, `${"a".repeat(2_000)}z12345678 `, { budgetBytes: 0 })).toMatchObject({
      state: "one",
      id: "12345678",
      stopped: "end",
    });
  });
});
