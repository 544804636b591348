import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildAutomaton } from "../src/build-automaton.js";
import { OutputDecoder } from "../src/decode-output.js";
import { StreamMatcher } from "../src/match-stream.js";
import { OutputWindow } from "../src/output-window.js";
import { parseSearch } from "../src/parse-search.js";

type Found = [index: number, end: number, group: string];

/** Every match of a pattern, found by the stream matcher; the text goes in `cut` bytes at a time. */
function findAll(source: string, text: string, ignoreCase: boolean, cut: number): Found[] {
  const parsed = parseSearch(source, ignoreCase);
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join("\n"));
  const window = new OutputWindow();
  const found: Found[] = [];
  const matcher = new StreamMatcher(buildAutomaton(parsed.value), window, {
    onMatch: ({ start, end, groupStart, groupEnd }) => {
      found.push([start, end, window.slice(groupStart, groupEnd)]);
    },
    onScreenLeft: () => {},
  });
  const decoder = new OutputDecoder(window, 0);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    const chunk = bytes.subarray(at, at + cut);
    at += decoder.take(chunk, 0, chunk.length, Number.POSITIVE_INFINITY);
    matcher.run(false);
  }
  matcher.run(true);
  return found;
}

function findAllByEngine(source: string, text: string, ignoreCase: boolean): Found[] {
  return [...text.matchAll(new RegExp(source, ignoreCase ? "gi" : "g"))].map((match) => [
    match.index,
    match.index + match[0].length,
    match[1] as string,
  ]);
}

/** A piece of a pattern with a text that it matches. */
type Sample = { pattern: string; text: string };

const ATOMS = ["a", "b", "-", "\\.", "é", "[ab]", "[^a]", "[a\\d-]", "[\\w.]", "\\d", "\\w", "\\s", "[A-Cé]", "€"];
const TEXTS = ["a", "b", "-", ".", "é", "b", "-", "1", "_", "1", "a", "\n", "B", "€"];
const REPEATS = ["", "", "+", "{2}", "{1,3}"];
const COUNTS = [1, 1, 3, 2, 2];
const atom = fc.tuple(fc.nat(ATOMS.length - 1), fc.nat(REPEATS.length - 1)).map(([head, repeat]): Sample => {
  return { pattern: `${ATOMS[head]}${REPEATS[repeat]}`, text: `${TEXTS[head]}`.repeat(COUNTS[repeat] ?? 1) };
});
const words = fc.constantFrom<Sample>(
  { pattern: "(?:a|ab)", text: "ab" },
  { pattern: "(?:ab|a|-)", text: "a" },
  { pattern: "(?:b\\.|1)", text: "b." },
);
const piece = fc.oneof({ weight: 5, arbitrary: atom }, { weight: 1, arbitrary: words });
const pieces = (min: number) =>
  fc.array(piece, { minLength: min, maxLength: 3 }).map((parts): Sample => {
    return { pattern: parts.map(({ pattern }) => pattern).join(""), text: parts.map(({ text }) => text).join("") };
  });
const text = fc.string({
  unit: fc.constantFrom("a", "b", "A", "B", "-", ".", "1", " ", "\n", "é", "É", "€", "_"),
  maxLength: 20,
});

/** A pattern with a text that holds matches and pieces of matches. */
const patternAndText = fc
  .tuple(pieces(0), pieces(1), pieces(0), fc.array(fc.tuple(text, fc.nat(12)), { minLength: 1, maxLength: 6 }))
  .map(([before, inside, after, around]): [string, string] => {
    const sample = before.text + inside.text + after.text;
    const filled = around.map(
      ([between, drop]) => between + (drop > 6 ? sample : sample.slice(0, sample.length - drop)),
    );
    return [`${before.pattern}(${inside.pattern})${after.pattern}`, filled.join("")];
  });

describe("when text is searched", () => {
  it("finds what the engine's expression finds, for random patterns and texts", () => {
    let matches = 0;
    fc.assert(
      fc.property(patternAndText, fc.integer({ min: 1, max: 9 }), ([pattern, one], cut) => {
        const expected = findAllByEngine(pattern, one, false);
        matches += expected.length;
        expect(findAll(pattern, one, false, cut)).toEqual(expected);
      }),
      { numRuns: 5_000, seed: 7 },
    );
    expect(matches).toBeGreaterThan(5_000);
  });

  it("does so without regard to the case of ASCII letters under i", () => {
    // The engine folds é and É as well; this grammar does not.
    const ascii = patternAndText.map(([pattern, one]) => [pattern.replaceAll("é", "x"), one] as const);
    fc.assert(
      fc.property(ascii, ([pattern, one]) => {
        const upper = one.toUpperCase();
        expect(findAll(pattern, upper, true, 3)).toEqual(findAllByEngine(pattern, upper, true));
      }),
      { numRuns: 1_000 },
    );
    expect(findAll("É(a)", "éa Éa", true, 1)).toEqual([[3, 5, "a"]]);
  });

  it.each([
    ["(a+)a", "aaaa"],
    ["(a+)b", "aaab aab"],
    ["a(b+c)", "abbbb abbc"],
    ["(a{1,3})a{2}", "aaaaaaaaaa"],
    ["(?:a|ab)(c)", "abc ac"],
    ["(?:a|ab)(b+)", "abc ac abb"],
    ["(a)(?:b|bc)c+", "abcc abc ac"],
    ["(x[a-z]+y)", `x${"a".repeat(500)} x${"b".repeat(20)}y`],
    ["(\u{1f600}a)", "\u{1f600}a \u{1f601}a"],
    ["([\u2028-\u202f]\\s)", "\u2029\u00a0\u2030 "],
    ["\\[(\\w+)\\]\\/\\-\\\\", "[ab]/-\\ [cd]/-"],
    ["\\t(a)\\n", "\ta\n"],
    ['{"id":"([^"]+)"}', '{"id":"x1"}{"id":""}'],
    ["([a-])b", "-b ab bb"],
    ["([\\w-.]+)", "a-b.c d"],
    ["([^\\w]+)", "ab--é cd"],
  ])("finds %j as the engine does", (pattern, one) => {
    for (const cut of [1, 7, 10_000])
      expect(findAll(pattern, one, false, cut)).toEqual(findAllByEngine(pattern, one, false));
  });

  it("finds matches on both sides of the window's edge", () => {
    const line = "id=0123456789abcdef ".padEnd(37, ".");
    const long = line.repeat(800);
    expect(findAll("id=([0-9a-f]{16})", long, false, 4_096)).toEqual(findAllByEngine("id=([0-9a-f]{16})", long, false));
  });
});
