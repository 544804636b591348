import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPlaceholderName, PLACEHOLDER_NAMES, PlaceholderError, scan } from "../src/index.js";

describe("when a template is scanned", () => {
  it("finds every use with its place, from left to right", () => {
    expect(scan("--id={UUID}:{PORT}")).toEqual([
      { text: "UUID", name: "UUID", start: 5, end: 11 },
      { text: "PORT", name: "PORT", start: 12, end: 18 },
    ]);
  });

  it("finds unknown names, without a name of the table", () => {
    expect(scan("{UID}{_x9}{uuid}{constructor}").map(({ text, name }) => [text, name])).toEqual([
      ["UID", undefined],
      ["_x9", undefined],
      ["uuid", undefined],
      ["constructor", undefined],
    ]);
  });

  it.each(["", "{}", "{ UUID }", "{UUID", "UUID}", '{"a":1}', "{a-b}", "{9A}", "{ÄÖ}", "{{", "}{", "{UU{ID"])(
    "takes %j for text",
    (template) => {
      expect(scan(template)).toEqual([]);
    },
  );

  it("finds the use inside doubled braces", () => {
    expect(scan("{{UUID}}")).toEqual([{ text: "UUID", name: "UUID", start: 1, end: 7 }]);
    expect(scan("{UU{UUID}")).toEqual([{ text: "UUID", name: "UUID", start: 3, end: 9 }]);
  });

  it("agrees with the expression of the original on any text", () => {
    const braces = fc.string({ unit: fc.constantFrom("{", "}", "A", "z", "_", "0", "-", "é", "UUID") });
    fc.assert(
      fc.property(braces, (template) => {
        const expected = [...template.matchAll(/\{([A-Za-z_][A-Za-z0-9_]*)\}/g)].map((match) => [
          match[1],
          match.index,
          match.index + match[0].length,
        ]);
        expect(scan(template).map(({ text, start, end }) => [text, start, end])).toEqual(expected);
      }),
    );
  });

  it("throws for anything but a string", () => {
    expect(() => scan(undefined as unknown as string)).toThrow(PlaceholderError);
  });
});

describe("when a name is asked for", () => {
  it("knows the nine names of the table and no other", () => {
    expect(PLACEHOLDER_NAMES.filter(isPlaceholderName)).toHaveLength(9);
    for (const other of ["uuid", "UID", "", "__proto__", "toString", 7, null])
      expect(isPlaceholderName(other)).toBe(false);
  });

  it("keeps its table closed", () => {
    expect(() => (PLACEHOLDER_NAMES as unknown as string[]).push("EVIL")).toThrow(TypeError);
  });
});
