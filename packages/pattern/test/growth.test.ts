import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildAutomaton } from "../src/build-automaton.js";
import { compilePattern } from "../src/index.js";
import { parseSearch } from "../src/parse-search.js";
import { OutputReader, viewChunk } from "../src/read-output.js";

/** Sizes of the inputs, each twice the one before; all beyond the window, where a bound has to hold. */
const SIZES = [16_384, 32_768, 65_536, 131_072];

/** The exponent of a power of the size that fits the costs best: 1 for a linear one, 2 for a quadratic one. */
function fitExponent(costs: readonly number[]): number {
  const points = costs.map((cost, index) => [Math.log(SIZES[index] as number), Math.log(cost)] as const);
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const below = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return above / below;
}

/** Counted work of a search: bytes looked at, and steps of the states, those of the prefix included. */
function countWork(source: string, text: string): number {
  const parsed = parseSearch(source, false);
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join("\n"));
  const built = buildAutomaton(parsed.value);
  const states = new Uint8Array(built.prefix.states.length);
  const automaton = { ...built, prefix: { ...built.prefix, states } };
  let looks = 0;
  const count = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (of, name) => {
        looks += 1;
        const value: unknown = Reflect.get(of, name, of);
        return typeof value === "function" ? value.bind(of) : value;
      },
    });
  const bytes = new Uint8Array(Buffer.from(text));
  const chunk = { bytes: count(bytes), view: count(viewChunk(bytes).view) };
  const listener = { onMatch: () => {}, onScreenLeft: () => {} };
  const reader = new OutputReader(
    { kind: "states", automaton: () => automaton, variableGroup: true },
    listener,
    0,
    undefined,
  );
  for (let at = 0; at < bytes.length && !reader.matcher.exhausted; )
    at = reader.read(chunk, at, bytes.length, Number.POSITIVE_INFINITY);
  reader.finish();
  return looks + reader.matcher.steps;
}

/** Work of a match by trying every start and running on from it, as a backtracking engine does. */
function countRestarts(text: string): number {
  let work = 0;
  for (let start = 0; start < text.length; start += 1)
    for (let at = start; at < text.length && text[at] === "a" && work < 1e12; at += 512) work += 1;
  return work;
}

const repeat = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

const HEX = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

describe("when growth is measured", () => {
  it("tells linear from quadratic and from in between", () => {
    expect(fitExponent(SIZES.map((size) => 7 * size + 1_000))).toBeCloseTo(1, 1);
    expect(fitExponent(SIZES.map((size) => size * Math.log2(size)))).toBeLessThan(1.15);
    expect(fitExponent(SIZES.map((size) => size ** 1.5))).toBeCloseTo(1.5, 5);
    expect(fitExponent(SIZES.map((size) => countRestarts("a".repeat(size))))).toBeGreaterThan(1.9);
  });
});

describe("when a search is given the output that costs it most", () => {
  it.each([
    ["hexadecimal digits", `(${HEX})`, "a"],
    ["almost a UUID, again and again", `(${HEX})`, "0f8fad5b-d9cb-469f-a165-70867728950"],
    ["a label without its id", `session id: (${HEX})`, "session id: "],
    ["a label and almost its id", `session id: (${HEX})`, "session id: 0f8fad5b-d9cb-469f-a165-70867728950x"],
    ["labels in colours", `session id: (${HEX})`, "sess\u001b[1mion id\u001b[m: "],
    ["the end of a prefix", "aaaab(c)", "aaaa"],
    ["the start of a prefix", "baaaa(c)", "aaaa"],
    ["matches that could have been longer", "(x[a-z]{1,99}1)", "x"],
    ["runs that overlap", "([a-z]+[a-z0-9]+[a-z]+1)", "ab"],
    ["boundaries", "\\b([a-z]+)\\b-\\b[a-z]+", "ab-"],
    ["sequences only", `(${HEX})`, "\u001b[1m"],
    ["sequences that do not end", `(${HEX})`, "\u001b[1"],
    ["titles that do not end", `(${HEX})`, "\u001b]0;abc"],
    ["characters beyond ASCII", "([^a]+)b", "\u20ac"],
    ["bytes that are no characters", "([^a]+)b", "\u0080"],
  ])("grows with its size at most: %s", (_, source, unit) => {
    expect(fitExponent(SIZES.map((size) => countWork(source, repeat(unit, size))))).toBeLessThan(1.05);
  });

  it("grows with its size at most, for random patterns and units made of what the patterns hold", () => {
    const atom = fc.constantFrom("a", "b", "1", "-", "[ab]", "[^b]", "\\w", "\\d", "(?:ab|a|b1)", "\\b");
    const times = fc.constantFrom("", "", "", "+", "{2}", "{1,9}", "{30}");
    const piece = fc.tuple(atom, times).map(([one, many]) => one + (/^(?:\(|\\b)/.test(one) ? "" : many));
    const pieces = (minLength: number) => fc.array(piece, { minLength, maxLength: 4 }).map((parts) => parts.join(""));
    const unit = fc.string({
      unit: fc.constantFrom("a", "a", "a", "b", "1", "-", " ", "\u001b[1m"),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(pieces(0), pieces(1), pieces(0), unit, (before, inside, after, one) => {
        const source = `${before}(${inside})${after}`;
        fc.pre(parseSearch(source, false).ok);
        expect(fitExponent(SIZES.map((size) => countWork(source, repeat(one, size))))).toBeLessThan(1.1);
      }),
      { numRuns: 60 },
    );
  });
});

describe("when a fallback is given the output that costs it most", () => {
  it.each(["x", "x\n", "1x"])("is charged for what it reads: %j", (unit) => {
    const costs = SIZES.map((size) => {
      const { window, matcher } = new OutputReader(
        { kind: "lines", program: { find: () => undefined }, states: 3, variableGroup: true },
        { onMatch: () => {}, onScreenLeft: () => {} },
        0,
        undefined,
      );
      for (let at = 0; at < size; at += 1) {
        window.append(unit.charCodeAt(at % unit.length), at);
        matcher.run(false);
      }
      matcher.run(true);
      return matcher.steps;
    });
    expect(costs[0]).toBeGreaterThan(SIZES[0] as number);
    expect(fitExponent(costs)).toBeLessThan(1.05);
  });
});

describe("when an id is tested", () => {
  it("is refused unread beyond the limit, and looked at once a character within it", () => {
    const compiled = compilePattern("^[a-z]+[0-9]+_[A-Z]{1,40}$");
    if (!compiled.ok) throw new Error("does not compile");
    expect(compiled.value.test("a".repeat(2 ** 28))).toBe(false);
    const read = String.prototype.charCodeAt;
    let looks = 0;
    String.prototype.charCodeAt = function (this: string, index: number) {
      looks += 1;
      return read.call(this, index);
    };
    try {
      compiled.value.test(`${"a".repeat(60)}${"1".repeat(60)}_AA`);
      expect(looks).toBeLessThan(123 + 3 * 4);
      looks = 0;
      compiled.value.test("a".repeat(129));
      expect(looks).toBe(0);
    } finally {
      String.prototype.charCodeAt = read;
    }
  });
});
