import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringifyJson } from "../src/index.js";

describe("when JSON is written for a terminal or a log", () => {
  it("escapes what JSON.stringify leaves raw", () => {
    expect(stringifyJson({ a: "\x9b\u202e\u200b\u2028\u{e0041}" })).toBe(
      '{"a":"\\u009b\\u202e\\u200b\\u2028\\udb40\\udc41"}',
    );
    expect(stringifyJson(undefined)).toBe("null");
    expect(stringifyJson([1], { indent: 2 })).toBe("[\n  1\n]");
  });

  it("parses back to the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        expect(JSON.parse(stringifyJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
