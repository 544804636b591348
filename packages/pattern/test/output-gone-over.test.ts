import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildAutomaton } from "../src/build-automaton.js";
import { WIDTH_MAX } from "../src/join-lines.js";
import { measureGroup } from "../src/measure-group.js";
import type { MatchListener, StreamMatch } from "../src/output-matcher.js";
import { parseSearch } from "../src/parse-search.js";
import { OutputReader, viewChunk } from "../src/read-output.js";
import type { SearchEngine } from "../src/search-engine.js";
import { SEARCH_SOURCES, terminalOutput } from "./terminal-for-test.js";

function makeEngine(source: string, flags: string): SearchEngine {
  const parsed = parseSearch(source, flags.includes("i"));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join("\n"));
  const automaton = buildAutomaton(parsed.value);
  return { kind: "states", automaton: () => automaton, variableGroup: measureGroup(parsed.value).isVariable };
}

const engines = SEARCH_SOURCES.map(([source, flags]) => makeEngine(source, flags));

/** What a reader finds and counts. With a width every character is decoded, and no line is long enough to be joined. */
function read(engine: SearchEngine, chunks: readonly Uint8Array[], width?: number) {
  const found: [StreamMatch, text: string, before: number][] = [];
  let left = 0;
  const listener: MatchListener = {
    onMatch: (match) => {
      const { window } = reader;
      const text = window.slice(match.groupStart, match.groupEnd);
      found.push([match, text, isLetter(window.unitAt(match.start - 1)), window.offsetAt(match.start)] as never);
    },
    onScreenLeft: () => {
      left += 1;
    },
  };
  const reader: OutputReader = new OutputReader(engine, listener, 0, width);
  for (const bytes of chunks) {
    const chunk = viewChunk(bytes);
    for (let at = 0; at < bytes.length; ) at = reader.read(chunk, at, bytes.length, Number.POSITIVE_INFINITY);
  }
  reader.finish();
  const { furthest, steps } = reader.matcher;
  return { found, left, furthest, steps, end: reader.window.end };
}

/** Marks are told apart by their effect only. */
function isLetter(unit: number): number {
  return unit < 0x20 || unit === 0x7f ? 0 : unit;
}

describe("when output that begins no match is gone over", () => {
  it("finds and counts what reading every character does", () => {
    let matches = 0;
    fc.assert(
      fc.property(
        terminalOutput,
        fc.constantFrom(...engines),
        fc.integer({ min: 1, max: 300 }),
        (bytes, engine, size) => {
          const chunks: Uint8Array[] = [];
          for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
          const slow = read(engine, chunks, WIDTH_MAX);
          matches += slow.found.length;
          expect(read(engine, chunks)).toEqual(slow);
          expect(read(engine, [bytes])).toEqual(slow);
        },
      ),
      { numRuns: 6_000 },
    );
    expect(matches).toBeGreaterThan(1_000);
  });

  it("does so in a view of a larger buffer, at any alignment", () => {
    const text = Buffer.from("lorem ipsum \u001b[1mid: \u001b[0mx1 dolor sit amet session id: none\r\n".repeat(20));
    for (let shift = 0; shift < 8; shift += 1) {
      const larger = new Uint8Array(text.length + 16).fill(0x61);
      larger.set(text, shift);
      for (const engine of engines)
        expect(read(engine, [larger.subarray(shift, shift + text.length)])).toEqual(read(engine, [text], WIDTH_MAX));
    }
  });

  it("looks at few of the bytes of text without a match", () => {
    const text = Buffer.from("lorem ipsum dolor sit amet, consectetur adipiscing elit. ".repeat(70));
    let looked = 0;
    const bytes = new Proxy(new Uint8Array(text), {
      get: (target, name) => {
        looked += 1;
        return Reflect.get(target, name, target);
      },
    });
    const reader = new OutputReader(
      engines[1] as SearchEngine,
      { onMatch: () => {}, onScreenLeft: () => {} },
      0,
      undefined,
    );
    const { view } = viewChunk(text);
    for (let at = 0; at < text.length; ) at = reader.read({ bytes, view }, at, text.length, Number.POSITIVE_INFINITY);
    expect(looked).toBeLessThan(text.length / 4);
  });
});
