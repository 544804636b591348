import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanAll, search } from "./compile-for-test.js";

/** Every captured text, believed or not, in order. */
function captureAll(source: string, text: string, cut = 1_000): string[] {
  const scanner = search(source).scanner({ policy: "last", tailBytes: 0 });
  const seen: string[] = [];
  let last = "";
  for (let at = 0; at < text.length; at += cut) scanner.push(text.slice(at, at + cut));
  const { rejected = [], id, at: idAt } = scanner.end();
  for (const { text: one, at } of [...rejected, ...(id === undefined ? [] : [{ text: id, at: idAt as number }])]) {
    last = `${at} ${one}`;
    seen.push(last);
  }
  return seen.sort();
}

function captureByEngine(source: string, text: string): string[] {
  return [...text.matchAll(new RegExp(source, "dg"))].map((match) => {
    const [from] = match.indices?.[1] ?? [0];
    return `${from} ${match[1]}`;
  });
}

describe("when text breaks off inside a pattern that ends at a word boundary", () => {
  const BREAK = "\u001b[2C";

  it.each([
    ["inside its last piece", "id 12 o", "none"],
    ["inside the piece before it", "id 12", "none"],
    ["at its end", "id 12 ok", "one"],
  ])("takes only what is whole: %s", (_, text, state) => {
    expect(scanAll(search("id (\\d+) ok\\b"), `${text}${BREAK}`).state).toBe(state);
  });
});

describe("when a pattern demands a word boundary", () => {
  it.each([
    ["\\b(1a)\\b", "1a x1a 1ax 1a-1a"],
    ["(1\\ba)", "1a"],
    ["(1\\b-\\b2)", "1-2 1- 2 x1-2y"],
    ["\\b(-1)", "-1 a-1"],
    ["id\\b (\\d+)\\b", "id 12 idx 3 id 4x"],
    ["(\\d+\\b)[^ ]", "12- 34 56x7-"],
    ["\\b\\b(\\d+)\\b\\b", "1 22"],
    ["(?:a|ab)\\b(-1)", "ab-1 a-1"],
  ])("finds %j where the engine does", (source, text) => {
    for (const cut of [1, 1_000]) {
      const expected = captureByEngine(source, text);
      // What was offered under `last` before the last one is not kept.
      expect(expected).toEqual(expect.arrayContaining(captureAll(source, text, cut)));
      expect(captureAll(source, text, cut).length > 0).toBe(expected.length > 0);
    }
  });

  it("agrees with the engine on whether there is a match, and where the last is, for random patterns and texts", () => {
    const piece = fc.constantFrom("\\b", "\\b", "a", "1", "-", "[a1]", "\\w+", "[-1]{1,3}", "(?:a|1-)", "\\d");
    const side = fc.array(piece, { maxLength: 1 }).map((parts) => parts.join(""));
    const group = fc
      .array(piece, { minLength: 1, maxLength: 3 })
      .filter((parts) => parts.some((one) => one !== "\\b"))
      .map((parts) => parts.join(""));
    const text = fc.string({ unit: fc.constantFrom("a", "1", "-", " ", "\n"), maxLength: 24 });
    let matches = 0;
    fc.assert(
      fc.property(side, group, side, text, (before, inside, after, one) => {
        const source = `${before}(${inside})${after}`;
        const expected = captureByEngine(source, one);
        matches += expected.length;
        const seen = captureAll(source, one, 3);
        expect(expected).toEqual(expect.arrayContaining(seen));
        expect(seen.length > 0).toBe(expected.length > 0);
      }),
      { numRuns: 4_000 },
    );
    expect(matches).toBeGreaterThan(600);
  });

  it("takes a sequence for no part of a word, and the place where a stream was cut for one", () => {
    expect(scanAll(search("\\b(1)\\b"), "1\u001b[2C").id).toBe("1");
    expect(scanAll(search("\\b(1)\\b"), "\u001b[2K1").id).toBe("1");
    const cut = { budgetBytes: 0, tailBytes: 4 };
    expect(scanAll(search("\\b(1)\\b"), "  1 x", cut).id).toBe("1");
    expect(scanAll(search("x\\b-\\b(1)"), "x-1 ", { budgetBytes: 0, tailBytes: 3 })).toMatchObject({ state: "none" });
    expect(scanAll(search("\\b(11)"), "a11 ", { budgetBytes: 0, tailBytes: 3 })).toEqual({
      state: "none",
      stopped: "budget",
    });
  });
});
