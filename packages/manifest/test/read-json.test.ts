import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonNode } from "../src/json/json-node.js";
import { readJson } from "../src/json/read-json.js";
import { toBytes } from "./make-document.js";

const readBytes = (bytes: Uint8Array) => {
  const { document, list, faults } = readJson(bytes);
  return { document, issues: list.finish(), faults };
};
const read = (text: string) => readBytes(toBytes(text));
const codes = (text: string) => read(text).issues.map((found) => found.code);
const places = (text: string) => read(text).issues.map((found) => [found.code, found.line, found.column]);

/** The plain value, as `JSON.parse` gives it. */
function toValue(node: JsonNode): unknown {
  switch (node.type) {
    case "object":
      return Object.fromEntries([...node.members].map(([name, member]) => [name, toValue(member.value)]));
    case "array":
      return node.items.map(toValue);
    case "null":
      return null;
    default:
      return node.value;
  }
}

describe("when the text is JSON", () => {
  it("reads the same value as JSON.parse", () => {
    const key = fc.string().filter((name) => !["__proto__", "constructor", "prototype"].includes(name));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        fc.constant(null),
        fc.boolean(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string({ unit: "grapheme" }),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(key, tie("value"), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2), (made, indent) => {
        const text = JSON.stringify(made, undefined, indent);
        const { document, issues } = read(text);
        expect(issues).toEqual([]);
        expect(toValue(document?.root as JsonNode)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("decodes every escape", () => {
    const text = String.raw`"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"`;
    expect(toValue(read(text).document?.root as JsonNode)).toBe(JSON.parse(text));
  });

  it("keeps a number as written beside its value", () => {
    expect(read("1.0").document?.root).toMatchObject({ type: "number", value: 1, text: "1.0" });
  });
});

describe("when the text is not JSON", () => {
  it("agrees with JSON.parse on what is none, and never throws", () => {
    const alphabet = fc.constantFrom(...'{}[]:,"\\ntrue-01.eE+u/ \n'.split(""));
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 24 }), (text) => {
        const { document, issues } = read(text);
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(document !== undefined).toBe(valid);
        if (!valid) expect(issues.filter((found) => found.severity === "error")).toHaveLength(1);
      }),
      { numRuns: 3_000 },
    );
  });

  it("gives one issue for any bytes at all", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const { document, issues } = readBytes(bytes);
        if (document === undefined) expect(issues.filter((found) => found.severity === "error")).toHaveLength(1);
      }),
    );
  });

  it.each([
    ["", "MANIFEST_TRUNCATED", 1, 1],
    ['{\n  "a": [1,', "MANIFEST_TRUNCATED", 2, 11],
    ['{"a": "b', "MANIFEST_TRUNCATED", 1, 7],
    ['{"a": "b\\u00', "MANIFEST_TRUNCATED", 1, 9],
    ['{"a": tru', "MANIFEST_TRUNCATED", 1, 7],
    ['{"a": trux}', "MANIFEST_NOT_JSON", 1, 7],
    ['{"a": 1} x', "MANIFEST_NOT_JSON", 1, 10],
    ["[1,]", "MANIFEST_NOT_JSON", 1, 3],
    ["{'a': 1}", "MANIFEST_NOT_JSON", 1, 2],
    ['"a\nb"', "MANIFEST_NOT_JSON", 1, 3],
    ['"\\x"', "MANIFEST_NOT_JSON", 1, 2],
    ["01", "MANIFEST_NOT_JSON", 1, 2],
    ["<!doctype html>", "MANIFEST_NOT_JSON", 1, 1],
    ["{\n  // why\n}", "MANIFEST_COMMENT", 2, 3],
    ["[1 /* why */]", "MANIFEST_COMMENT", 1, 4],
    ["# why\n{}", "MANIFEST_COMMENT", 1, 1],
  ])("says where and why: %j", (text, code, line, column) => {
    expect(places(text)).toEqual([[code, line, column]]);
  });

  it("finds the truncation of a document wherever it was cut", () => {
    const whole = JSON.stringify({ a: [1, { b: "text \u00e9" }, null], c: true }, undefined, 1);
    for (let end = 0; end < whole.length; end += 1) {
      const cut = codes(whole.slice(0, end));
      expect([end, cut]).toEqual([end, ["MANIFEST_TRUNCATED"]]);
      expect(read(whole.slice(0, end)).issues[0]?.hint).toContain("the end is missing");
    }
  });
});

describe("when readers could disagree", () => {
  it("refuses a member named twice, compared after unescaping, and keeps the first", () => {
    const text = String.raw`{"a": 1, "\u0061": 2, "b": {"c": 1, "c": 2}}`;
    const { document, issues } = read(text);
    expect(issues.map(({ code, path, column }) => [code, path, column])).toEqual([
      ["MANIFEST_DUPLICATE_MEMBER", ["a"], 10],
      ["MANIFEST_DUPLICATE_MEMBER", ["b", "c"], 37],
    ]);
    expect(toValue(document?.root as JsonNode)).toEqual({ a: 1, b: { c: 1 } });
  });

  it.each(["__proto__", "constructor", "prototype", String.raw`\u005f_proto__`])(
    "refuses a member named %s",
    (name) => {
      expect(codes(`{"${name}": {"polluted": 1}}`)).toEqual(["MANIFEST_RESERVED_MEMBER"]);
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    },
  );

  it("refuses half of a surrogate pair in a name and in a value", () => {
    expect(codes(String.raw`{"\ud800": "\udc00"}`)).toEqual(["MANIFEST_LONE_SURROGATE", "MANIFEST_LONE_SURROGATE"]);
  });

  it("refuses bytes that are no UTF-8 and says which", () => {
    const bytes = Uint8Array.from([0x7b, 0x0a, 0x22, 0xc3, 0x28, 0x22, 0x7d]);
    expect(readBytes(bytes).issues).toMatchObject([{ code: "MANIFEST_NOT_UTF8", line: 2, column: 2 }]);
    expect(readBytes(Uint8Array.from([0x22, 0xed, 0xa0, 0x80, 0x22])).issues).toMatchObject([
      { code: "MANIFEST_NOT_UTF8" },
    ]);
    expect(readBytes(Buffer.from("\uFEFF{}", "utf16le")).issues[0]?.hint).toContain("UTF-16");
  });

  it("accepts a byte order mark with a warning, and counts columns without it", () => {
    expect(places("\uFEFF{}")).toEqual([["MANIFEST_BYTE_ORDER_MARK", 1, 1]]);
    expect(places("\uFEFF{x}").at(-1)).toEqual(["MANIFEST_NOT_JSON", 1, 2]);
  });
});

describe("when the document is built to cost", () => {
  it("refuses a depth of 17 and takes 16", () => {
    expect(codes("[".repeat(16) + "]".repeat(16))).toEqual([]);
    expect(codes("[".repeat(17) + "]".repeat(17))).toEqual(["MANIFEST_TOO_DEEP"]);
    expect(codes("[".repeat(1_000_000))).toEqual(["MANIFEST_TOO_DEEP"]);
  });

  it("refuses more than 2 MiB before it reads", () => {
    expect(codes(" ".repeat(2 * 1024 * 1024 + 1))).toEqual(["MANIFEST_TOO_LARGE"]);
    expect(codes(`"${"a".repeat(2 * 1024 * 1024 - 2)}"`)).toEqual([]);
  });

  it("lists 1,000 faults, counts the rest and reads on", () => {
    const text = `[0, {${Array.from({ length: 5_000 }, () => '"a":1').join(",")}}, "\\ud800"]`;
    const { document, issues, faults } = read(text);
    expect(document?.root).toMatchObject({ items: [{}, {}, { type: "string" }] });
    expect(issues).toHaveLength(1_001);
    expect(issues.at(-1)).toMatchObject({
      code: "MANIFEST_TOO_MANY_ISSUES",
      message: "4000 more problems are not listed",
    });
    expect(faults.sort("agents").elsewhere).toBe(true);
  });

  it("names the fault that ended the reading, however many were there before it", () => {
    const { document, issues } = read(`{${Array.from({ length: 5_000 }, () => '"a":1').join(",")}`);
    expect(document).toBeUndefined();
    expect(issues[0]?.code).toBe("MANIFEST_TRUNCATED");
    expect(issues.at(-1)?.code).toBe("MANIFEST_TOO_MANY_ISSUES");
  });
});
