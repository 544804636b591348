import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, it } from "vitest";
import { buildAutomaton } from "../src/build-automaton.js";
import { measureGroup } from "../src/measure-group.js";
import { parseSearch } from "../src/parse-search.js";
import { OutputReader, viewChunk } from "../src/read-output.js";

type Found = [start: number, end: number, group: string];

/** Every match in output; positions count characters of the stripped output. */
function findAll(source: string, ignoreCase: boolean, output: string): Found[] {
  const parsed = parseSearch(source, ignoreCase);
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join("\n"));
  const automaton = buildAutomaton(parsed.value);
  const found: Found[] = [];
  const reader: OutputReader = new OutputReader(
    { kind: "states", automaton: () => automaton, variableGroup: measureGroup(parsed.value).isVariable },
    {
      onMatch: ({ start, end, groupStart, groupEnd }) => {
        found.push([start, end, reader.window.slice(groupStart, groupEnd)]);
      },
      onScreenLeft: () => {},
    },
    0,
    undefined,
  );
  const bytes = Buffer.from(output);
  for (let at = 0; at < bytes.length; ) at = reader.read(viewChunk(bytes), at, bytes.length, Number.POSITIVE_INFINITY);
  reader.finish();
  return found;
}

function findAllByRe2(source: string, ignoreCase: boolean, text: string): Found[] {
  const matcher = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0).matcher(text);
  const found: Found[] = [];
  while (matcher.find()) found.push([matcher.start(), matcher.end(), matcher.group(1) ?? ""]);
  return found;
}

it("a search finds in output what re2js finds in the stripped text, for random patterns and outputs", () => {
  const atom = fc.constantFrom(
    "a",
    "b",
    "1",
    "-",
    "\\.",
    "[ab]",
    "[^a]",
    "[\\w.]",
    "\\d",
    "\\w",
    "\\s",
    "(?:a|ab)",
    "(?:1|b-)",
    "\\b",
    "\u00e9",
  );
  const times = fc.constantFrom("", "", "", "+", "{2}", "{1,3}");
  const piece = fc.tuple(atom, times).map(([one, many]) => one + (/^(?:\(|\\b)/.test(one) ? "" : many));
  const pieces = (minLength: number) => fc.array(piece, { minLength, maxLength: 2 }).map((parts) => parts.join(""));
  const text = fc.string({
    unit: fc.constantFrom("a", "b", "A", "1", "-", ".", " ", "\n", "_", "\u00e9", "\u20ac"),
    minLength: 30,
    maxLength: 60,
  });
  let matches = 0;
  fc.assert(
    fc.property(
      pieces(0),
      pieces(1),
      pieces(0),
      fc.boolean(),
      text,
      fc.array(fc.nat(70), { maxLength: 8 }),
      (before, inside, after, ignoreCase, plain, places) => {
        const source = `${before}(${inside})${after}`;
        // RE2 folds the long s and the Kelvin sign and the \u00e9 as well; the alphabet has neither, and no \u00c9.
        fc.pre(parseSearch(source, ignoreCase).ok);
        let output = plain;
        for (const place of places) output = `${output.slice(0, place)}\u0001${output.slice(place)}`;
        const coloured = output.replaceAll("\u0001", "\u001b[38;5;9m");
        const expected = findAllByRe2(source, ignoreCase, plain);
        matches += expected.length;
        expect(findAll(source, ignoreCase, coloured)).toEqual(expected);
      },
    ),
    { numRuns: 6_000 },
  );
  expect(matches).toBeGreaterThan(3_000);
});
