import { describe, expect, it } from "vitest";
import { buildAutomaton } from "../src/build-automaton.js";
import { REJECTED_MAX, SCAN_BUDGET_BYTES } from "../src/index.js";
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
