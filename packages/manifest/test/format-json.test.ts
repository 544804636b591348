import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatJson } from "../src/index.js";
import { readCatalogFile } from "./read-catalog.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const format = (text: string): string => {
  const formatted = formatJson(bytes(text));
  if (!formatted.ok) throw new Error("refused", { cause: formatted.issues });
  return formatted.value.text;
};
const codes = (text: string) => formatJson(bytes(text)).issues.map(({ code }) => code);

describe("when a document is formatted", () => {
  it("puts the members of agents.json in the order of the format, unknown ones behind as written", () => {
    const text = format(
      '{"agents":[{"x-b":1,"flags":{"print":["-p","{PROMPT}"],"session":[]},"x-a":{},"adapter":"cli","command":"x","name":"X","id":"x"}],"updatedAt":"2026-01-01","schema":1}',
    );
    expect(text).toBe(`{
  "schema": 1,
  "updatedAt": "2026-01-01",
  "agents": [
    {
      "id": "x",
      "name": "X",
      "command": "x",
      "adapter": "cli",
      "flags": {
        "session": [],
        "print": ["-p", "{PROMPT}"]
      },
      "x-b": 1,
      "x-a": {}
    }
  ]
}
`);
  });

  it.each(["agents.json", "facts.json"])("leaves the bundled %s as it is", (name) => {
    const text = new TextDecoder().decode(readCatalogFile(name));
    expect(format(text)).toBe(text);
  });

  it("puts the members of facts in the order that their reader has, in every block of a row", () => {
    const blocks =
      '"evidence":{"note":"n","how":"run"},"environment":[],"signInStatus":{"evidence":{},"asked":"x"},"background":{"updater":"none","daemon":"none"},"exits":[],"terminal":{"gates":[],"ready":"x"},"pty":{"new":{"approval":"plain","kind":"plain"}}';
    const text = format(`{"rows":[{${blocks},"agent":"a"}],"kind":"slipway-facts"}`);
    const names = [...text.matchAll(/"([a-zA-Z]+)":/g)].map(([, name]) => name);
    expect(names.join(" ")).toBe(
      "kind rows agent pty new kind approval terminal ready gates exits background daemon updater signInStatus asked evidence environment evidence how note",
    );
  });

  it("breaks a list that 120 columns do not hold, and one that they do hold not", () => {
    const list = (length: number) => `{"a":["${"x".repeat(length)}","y"]}`;
    expect(format(list(103)).split("\n")[1]).toHaveLength(119);
    expect(format(list(103)).split("\n")).toHaveLength(4);
    expect(format(list(104)).split("\n")).toHaveLength(7);
  });

  it("keeps numbers as written and writes what cannot be seen as escapes", () => {
    expect(format('{"a":[1.0,1e0,-0],"b":"\\u202e\\u009b\\/ä"}')).toBe(
      '{\n  "a": [1.0, 1e0, -0],\n  "b": "\\u202e\\u009b/ä"\n}\n',
    );
  });

  it("drops comments and the byte order mark, and nothing that only looks like a comment", () => {
    const formatted = formatJson(bytes('\uFEFF// one\n{ "a": "// no /* no */", /* two\n */ "b": 1 } // three'));
    expect(formatted).toMatchObject({ ok: true, value: { comments: 3 } });
    expect(formatted.ok && formatted.value.text).toBe('{\n  "a": "// no /* no */",\n  "b": 1\n}\n');
  });
});

describe("when a document cannot be formatted", () => {
  it.each([
    ["a member named twice", '{"a":1,"a":2}', "MANIFEST_DUPLICATE_MEMBER"],
    ["a reserved member", '{"__proto__":1}', "MANIFEST_RESERVED_MEMBER"],
    ["half a surrogate pair", '{"a":"\\ud800"}', "MANIFEST_LONE_SURROGATE"],
    ["a comma too many", '{"a":1,}', "MANIFEST_NOT_JSON"],
    ["an end that is missing", '{"a":', "MANIFEST_TRUNCATED"],
    ["a comment without an end", "{} /* ", "MANIFEST_COMMENT"],
    ["a comment of another language", "# x\n{}", "MANIFEST_COMMENT"],
  ])("refuses %s", (_what, text, code) => {
    expect(formatJson(bytes(text)).ok).toBe(false);
    expect(codes(text)).toContain(code);
  });

  it("names the place in the source, comments and all", () => {
    const { issues } = formatJson(bytes('// a comment\n/* and\n another */ { "a": nope }'));
    expect(issues).toMatchObject([{ code: "MANIFEST_NOT_JSON", line: 3, column: 20 }]);
  });

  it("throws for what are no bytes", () => {
    expect(() => formatJson("{}" as unknown as Uint8Array)).toThrow(
      expect.objectContaining({ code: "MANIFEST_MISUSE" }),
    );
  });
});

const RESERVED = new Set(["__proto__", "constructor", "prototype"]);
const name = fc.oneof(
  fc.constantFrom("schema", "agents", "flags", "print", "id", "kind", "rows", "pty", "evidence", "//", "/*"),
  fc.string({ unit: "grapheme" }),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("/* x */", "// x", '"', "\\", "\u202e"),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 6 }),
    fc.dictionary(
      name.filter((text) => !RESERVED.has(text)),
      tie("value"),
      { maxKeys: 6 },
    ),
  ),
}));
const agentsJson = fc.record({ agents: fc.array(value, { maxLength: 4 }), schema: value, kind: value });
const facts = fc.record({ rows: fc.array(value, { maxLength: 4 }), kind: fc.constant("slipway-facts") });
const layout = fc.constantFrom(undefined, 1, 4, "\t");

describe("whatever the document", () => {
  it("keeps its meaning, and formatting twice changes nothing", () => {
    fc.assert(
      fc.property(fc.oneof(value, agentsJson, facts), layout, (document, indent) => {
        const text = JSON.stringify(document, undefined, indent);
        const once = format(text);
        expect(JSON.parse(once)).toEqual(JSON.parse(text));
        expect(format(once)).toBe(once);
        expect(once).not.toMatch(/[ \t]$/m);
      }),
      { numRuns: 500 },
    );
  });

  it("never throws and never formats what JSON.parse refuses", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "\\",
      "a",
      "1",
      "//",
      "/*",
      "*/",
      "\n",
      " ",
      "null",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
        const formatted = formatJson(bytes(parts.join("")));
        if (formatted.ok) JSON.parse(formatted.value.text);
        else expect(formatted.issues.length).toBeGreaterThan(0);
      }),
      { numRuns: 2_000 },
    );
  });
});
