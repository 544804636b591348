import { describe, expect, it } from "vitest";
import { parseAgentsJson } from "../src/index.js";
import { EXAMPLE_ENTRY, makeAgentsJson, makeEntry, toBytes } from "./make-document.js";

const parse = (bytes: Uint8Array, appVersion?: string) =>
  parseAgentsJson(bytes, { trust: "signed", ...(appVersion === undefined ? {} : { appVersion }) });
const codesOf = (bytes: Uint8Array, appVersion?: string) => parse(bytes, appVersion).issues.map((found) => found.code);
const HEALTHY = { id: "healthy", name: "Healthy", command: "healthy", adapter: "cli" };

describe("when the document is the seed's worked example", () => {
  it("has no issue with a real URL", () => {
    const result = parse(makeAgentsJson(EXAMPLE_ENTRY));
    expect(result).toMatchObject({ refused: false, issues: [], updatedAt: "2026-11-30" });
    expect(result.entries).toEqual([EXAMPLE_ENTRY]);
    expect(result.agents).toHaveLength(1);
  });

  it("has exactly one with the URL as printed, and keeps the agent", () => {
    const result = parse(makeAgentsJson(makeEntry({ downloadUrl: "https://\u2026" })));
    expect(result.issues.map((found) => found.code)).toEqual(["MANIFEST_DOWNLOAD_URL"]);
    expect(result.agents[0]?.display).not.toHaveProperty("downloadUrl");
  });
});

describe("when the document itself is wrong", () => {
  it.each([
    ["[]", "MANIFEST_WRONG_TYPE"],
    ['{"schema":1,"updatedAt":"2026-11-30"}', "MANIFEST_MISSING_FIELD"],
    ['{"schema":1,"updatedAt":"2026-11-30","agents":{}}', "MANIFEST_WRONG_TYPE"],
    ['{"updatedAt":"2026-11-30","agents":[]}', "MANIFEST_SCHEMA"],
    ['{"schema":"1","updatedAt":"2026-11-30","agents":[]}', "MANIFEST_SCHEMA"],
    ['{"schema":1.0,"updatedAt":"2026-11-30","agents":[]}', "MANIFEST_SCHEMA"],
    ['{"schema":1e0,"updatedAt":"2026-11-30","agents":[]}', "MANIFEST_SCHEMA"],
    ['{"schema":0,"updatedAt":"2026-11-30","agents":[]}', "MANIFEST_SCHEMA"],
    ['{"schema":2,"updatedAt":"2026-11-30","agents":[]}', "MANIFEST_NEWER_SCHEMA"],
    ['{"schema":1,"schema":2,"agents":[]}', "MANIFEST_DUPLICATE_MEMBER"],
    ['{"schema":1,"agents":[],"__proto__":{}}', "MANIFEST_RESERVED_MEMBER"],
    ['{"schema":1,"agents":[', "MANIFEST_TRUNCATED"],
  ])("refuses all of it: %s", (text, code) => {
    const result = parse(toBytes(text));
    expect(result).toMatchObject({ refused: true, entries: [], agents: [] });
    expect(result.issues.map((found) => found.code)).toEqual([code]);
    expect(result.issues[0]).toMatchObject({ line: 1, column: expect.any(Number) });
  });

  it("refuses more than 1,000 entries and takes 1,000", () => {
    const many = (count: number) =>
      makeAgentsJson(
        ...Array.from({ length: count }, (_, n) => ({ ...HEALTHY, id: `agent-${n}`, name: `Agent ${n}` })),
      );
    expect(parse(many(1_000)).agents).toHaveLength(1_000);
    expect(parse(many(1_001))).toMatchObject({ refused: true, issues: [{ code: "MANIFEST_TOO_MANY" }] });
  });

  it.each(["2026-02-30", "2026-13-01", "26-01-01", "2026-1-1", "2026-01-01T00:00:00Z", 20260101, null])(
    "reports updatedAt %j and keeps the entries",
    (updatedAt) => {
      const result = parse(toBytes({ schema: 1, updatedAt, agents: [HEALTHY] }));
      expect(result.issues.map((found) => found.code)).toEqual(["MANIFEST_UPDATED_AT"]);
      expect(result.agents).toHaveLength(1);
      expect(result).not.toHaveProperty("updatedAt");
    },
  );

  it("warns of unknown fields and of an empty roster, with a near name", () => {
    const result = parse(toBytes({ schema: 1, updatedAt: "2026-11-30", agents: [], updatedAtt: 1 }));
    expect(result.issues.map(({ code, severity, hint }) => [code, severity, hint])).toEqual([
      ["MANIFEST_UNKNOWN_FIELD", "warning", "did you mean updatedAt?"],
      ["MANIFEST_NO_AGENTS", "warning", undefined],
    ]);
  });
});

describe("when an entry is wrong", () => {
  const long = (length: number) => "x".repeat(length);
  it.each<[string, unknown, string[]]>([
    ["no object", 7, ["MANIFEST_WRONG_TYPE"]],
    ["id absent", makeEntry({ id: undefined }), ["MANIFEST_MISSING_FIELD"]],
    ["id no string", makeEntry({ id: 1 }), ["MANIFEST_WRONG_TYPE"]],
    ["id leaves its folder", makeEntry({ id: "../x" }), ["MANIFEST_ID"]],
    ["id of a device", makeEntry({ id: "CoN" }), ["MANIFEST_ID"]],
    ["id too long", makeEntry({ id: long(65) }), ["MANIFEST_ID"]],
    ["id with a dash in front", makeEntry({ id: "-x" }), ["MANIFEST_ID"]],
    ["name absent", makeEntry({ name: undefined }), ["MANIFEST_MISSING_FIELD"]],
    ["name blank", makeEntry({ name: " \t" }), ["MANIFEST_NAME"]],
    ["name too long", makeEntry({ name: long(65) }), ["MANIFEST_NAME"]],
    ["name too wide", makeEntry({ name: "\u6f22".repeat(33) }), ["MANIFEST_NAME"]],
    ["name that reorders a line", makeEntry({ name: "Cl\u202eaude" }), ["MANIFEST_NAME"]],
    ["name not composed", makeEntry({ name: "Cafe\u0301" }), ["MANIFEST_NAME"]],
    ["command absent", makeEntry({ command: undefined }), ["MANIFEST_MISSING_FIELD"]],
    ["command too long", makeEntry({ command: `a ${long(255)}` }), ["MANIFEST_COMMAND"]],
    ["adapter of another kind", makeEntry({ adapter: "sdk" }), ["MANIFEST_ADAPTER"]],
    ["adapter no string", makeEntry({ adapter: null }), ["MANIFEST_ADAPTER"]],
    ["minAppVersion no string", makeEntry({ minAppVersion: 1 }), ["MANIFEST_MIN_APP_VERSION"]],
    ["minAppVersion no version", makeEntry({ minAppVersion: "1.2" }), ["MANIFEST_MIN_APP_VERSION"]],
    ["flags no object", makeEntry({ flags: [] }), ["MANIFEST_WRONG_TYPE"]],
    ["group no array", makeEntry({ flags: { session: "--id {UUID}" } }), ["MANIFEST_WRONG_TYPE"]],
    ["group with a number", makeEntry({ flags: { session: ["--id", 1] } }), ["MANIFEST_WRONG_TYPE"]],
    ["group too long", makeEntry({ flags: { resume: Array(33).fill("a") } }), ["MANIFEST_GROUP_TOO_LONG"]],
    ["argument too long", makeEntry({ flags: { resume: ["\u00e9".repeat(2_049)] } }), ["MANIFEST_ARGUMENT_TOO_LONG"]],
    ["argument with an escape", makeEntry({ flags: { resume: ["a\u001b[0m"] } }), ["MANIFEST_ARGUMENT_CONTROL"]],
    ["argument with C1", makeEntry({ flags: { resume: ["a\u009b"] } }), ["MANIFEST_ARGUMENT_CONTROL"]],
    ["unknown placeholder", makeEntry({ flags: { resume: ["{UID}"] } }), ["PLACEHOLDER_UNKNOWN"]],
    ["inherited name as placeholder", makeEntry({ flags: { resume: ["{constructor}"] } }), ["PLACEHOLDER_UNKNOWN"]],
    ["placeholder in lower case", makeEntry({ flags: { resume: ["{uuid}"] } }), ["PLACEHOLDER_WRONG_CASE"]],
    ["placeholder without a value there", makeEntry({ flags: { resume: ["{PROMPT}"] } }), ["PLACEHOLDER_NOT_ALLOWED"]],
    ["model without its value", makeEntry({ flags: { model: ["--model"] } }), ["MANIFEST_PLACEHOLDER_ABSENT"]],
    ["print without its value", makeEntry({ flags: { print: ["-p"] } }), ["MANIFEST_PLACEHOLDER_ABSENT"]],
    ["capture no object", makeEntry({ capture: "x" }), ["MANIFEST_WRONG_TYPE"]],
    ["capture without pattern", makeEntry({ capture: { resume: ["{UUID}"] } }), ["MANIFEST_MISSING_FIELD"]],
    ["capture without resume", makeEntry({ capture: { pattern: "id: (x+)" } }), ["MANIFEST_MISSING_FIELD"]],
    [
      "capture that does not use the id",
      makeEntry({ capture: { pattern: "([0-9a-f-]{36})", resume: ["--last"] } }),
      ["MANIFEST_PLACEHOLDER_ABSENT"],
    ],
    [
      "capture with unknown flags",
      makeEntry({ capture: { pattern: "([0-9a-f-]{36})", flags: "gv", resume: ["{UUID}"] } }),
      ["MANIFEST_CAPTURE"],
    ],
    [
      "capture pattern too long",
      makeEntry({ capture: { pattern: `(${long(2_000)})`, resume: ["{UUID}"] } }),
      ["MANIFEST_CAPTURE"],
    ],
  ])("leaves it out and keeps its neighbours: %s", (_, entry, codes) => {
    const result = parse(makeAgentsJson(HEALTHY, entry, { ...HEALTHY, id: "last", name: "Last" }), "1.0.0");
    expect(result.agents.map((agent) => agent.id)).toEqual(["healthy", "last"]);
    expect(result.issues.map((found) => found.code)).toEqual(codes);
    for (const found of result.issues) {
      expect(found).toMatchObject({ severity: "error", line: 1, column: expect.any(Number) });
      expect(found.path.slice(0, 2)).toEqual(["agents", 1]);
      expect(found.message).toMatch(/^(agent \S+|entry 1): /);
    }
  });

  it.each(["([a-z", "no group", "(a)|(b)(?=c)", "(?<!x)(a+)", "(a+)\\1"])(
    "refuses a capture pattern that does not compile to the linear search: %s",
    (pattern) => {
      const result = parse(makeAgentsJson(makeEntry({ capture: { pattern, resume: ["{UUID}"] } })));
      expect(result.agents).toEqual([]);
      expect(result.issues.length).toBeGreaterThan(0);
      for (const found of result.issues)
        expect(found).toMatchObject({
          path: ["agents", 0, "capture", "pattern"],
          code: expect.stringMatching(/^PATTERN_/),
        });
    },
  );

  it("reports every problem of an entry at once", () => {
    const entry = { id: "bad", name: "", command: "a;b", adapter: "x", flags: { model: ["-m"], print: [1] } };
    expect(codesOf(makeAgentsJson(entry)).toSorted()).toEqual([
      "MANIFEST_ADAPTER",
      "MANIFEST_COMMAND",
      "MANIFEST_NAME",
      "MANIFEST_PLACEHOLDER_ABSENT",
      "MANIFEST_WRONG_TYPE",
    ]);
  });

  it("gives line and column of the value in the text as written", () => {
    const text =
      '{\n  "schema": 1, "updatedAt": "2026-11-30",\n  "agents": [\n    {"id": "x y", "name": "X", "command": "x", "adapter": "cli"}\n  ]\n}';
    expect(parse(toBytes(text)).issues).toMatchObject([{ code: "MANIFEST_ID", line: 4, column: 12 }]);
  });

  it("leaves out an ambiguous entry only, naming it", () => {
    const text = `{"schema":1,"updatedAt":"2026-11-30","agents":[
      {"id":"twice","name":"T","command":"a","command":"b","adapter":"cli"},
      ${JSON.stringify(HEALTHY)}]}`;
    const result = parse(toBytes(text));
    expect(result.agents.map((agent) => agent.id)).toEqual(["healthy"]);
    expect(result.issues).toMatchObject([
      { code: "MANIFEST_DUPLICATE_MEMBER", message: "agent twice: the member command is here twice" },
    ]);
  });

  it("leaves out an ambiguous entry only, however ambiguous, and those after it", () => {
    const twice = Array.from({ length: 5_000 }, () => '"name":"T"').join(",");
    const text = `{"schema":1,"updatedAt":"2026-11-30","agents":[
      {"id":"twice",${twice},"command":"a","adapter":"cli"},
      ${JSON.stringify(HEALTHY)},
      {"id":"later","name":"L","name":"M","command":"a","adapter":"cli"}]}`;
    const result = parse(toBytes(text));
    expect(result.agents.map((agent) => agent.id)).toEqual(["healthy"]);
    expect(result.issues.at(-1)?.message).toBe("4000 more problems are not listed");
  });

  it("keeps the first of two ids that differ in case only", () => {
    const result = parse(makeAgentsJson(HEALTHY, { ...HEALTHY, id: "HEALTHY", name: "Second" }));
    expect(result.agents.map((agent) => agent.name)).toEqual(["Healthy"]);
    expect(result.issues).toMatchObject([{ code: "MANIFEST_DUPLICATE_ID", path: ["agents", 1, "id"] }]);
  });

  it("places an unknown field at its name and a wrong value at the value", () => {
    const text = `{"schema":1,"updatedAt":"2026-11-30","agents":[{"id":"x","name":"X","command":"x","adapter":"cli",
      "colour":\n\n"red","mono":\n\n 1}]}`;
    expect(parse(toBytes(text)).issues).toMatchObject([
      { code: "MANIFEST_WRONG_TYPE", path: ["agents", 0, "mono"], line: 6, column: 2 },
      { code: "MANIFEST_UNKNOWN_FIELD", path: ["agents", 0, "colour"], line: 2, column: 7 },
    ]);
  });

  it("counts what it does not list past 1,000 problems", () => {
    const extra = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`x${n}`, 0]));
    const issues = parse(makeAgentsJson({ ...HEALTHY, ...extra })).issues;
    expect(issues).toHaveLength(1_001);
    expect(issues.at(-1)).toMatchObject({
      code: "MANIFEST_TOO_MANY_ISSUES",
      message: "2000 more problems are not listed",
    });
  });
});

describe("when a field only decides what is shown", () => {
  it.each<[string, unknown, string]>([
    ["icon", "../x.svg", "MANIFEST_ICON"],
    ["icon", "..", "MANIFEST_ICON"],
    ["icon", "https://example.com/x.svg", "MANIFEST_ICON"],
    ["icon", "", "MANIFEST_ICON"],
    ["icon", 1, "MANIFEST_WRONG_TYPE"],
    ["mono", "true", "MANIFEST_WRONG_TYPE"],
    ["downloadUrl", "http://example.com", "MANIFEST_DOWNLOAD_URL"],
    ["downloadUrl", "https://user:pw@example.com/", "MANIFEST_DOWNLOAD_URL"],
    ["downloadUrl", "https://user@example.com/", "MANIFEST_DOWNLOAD_URL"],
    ["downloadUrl", "https://example.com\\@evil.example", "MANIFEST_DOWNLOAD_URL"],
    ["downloadUrl", "https://localhost/x", "MANIFEST_DOWNLOAD_URL"],
    ["downloadUrl", "https://127.0.0.1/", "MANIFEST_DOWNLOAD_URL"],
    ["downloadUrl", "https://[::1]/", "MANIFEST_DOWNLOAD_URL"],
    ["downloadUrl", "javascript:alert(1)//https://", "MANIFEST_DOWNLOAD_URL"],
    ["downloadUrl", `https://example.com/${"x".repeat(2_048)}`, "MANIFEST_DOWNLOAD_URL"],
    ["clearCommand", " ", "MANIFEST_CLEAR_COMMAND"],
    ["clearCommand", "/clear\nrm -rf", "MANIFEST_CLEAR_COMMAND"],
    ["clearCommand", "/".repeat(65), "MANIFEST_CLEAR_COMMAND"],
  ])("leaves out %s %j and keeps the agent", (field, value, code) => {
    const result = parse(makeAgentsJson(makeEntry({ [field]: value })));
    expect(result.issues).toMatchObject([{ code, severity: "error", path: ["agents", 0, field] }]);
    expect(result.entries[0]).not.toHaveProperty(field);
    expect(result.agents).toHaveLength(1);
  });

  it("trims clearCommand and keeps mono false", () => {
    const [entry] = parse(makeAgentsJson(makeEntry({ clearCommand: " /new ", mono: false }))).entries;
    expect(entry).toMatchObject({ clearCommand: "/new", mono: false });
  });

  it("takes an absent adapter as cli and says so", () => {
    const result = parse(makeAgentsJson(makeEntry({ adapter: undefined })));
    expect(result.issues).toMatchObject([{ code: "MANIFEST_ADAPTER_ABSENT", severity: "info" }]);
    expect(result.entries[0]?.adapter).toBe("cli");
  });
});

describe("when an entry asks for a newer app", () => {
  it.each([
    ["1.0.0", "1.0.0", true],
    ["0.2.0", "0.1.9", true],
    ["0.1.5", "0.1.6", false],
    ["1.0.0-beta.1", "1.0.0", false],
    ["1.0.0-beta.10", "1.0.0-beta.9", true],
    ["2.0.0", "10.0.0", false],
  ])("compares app %s with %s as semantic versions", (app, min, open) => {
    const result = parse(makeAgentsJson(makeEntry({ minAppVersion: min })), app);
    expect(result.agents).toHaveLength(open ? 1 : 0);
    expect(result.issues.map((found) => found.code)).toEqual(open ? [] : ["MANIFEST_NEEDS_NEWER_APP"]);
  });

  it("keeps the entry out while the app's version is not known", () => {
    const result = parse(makeAgentsJson(makeEntry({ minAppVersion: "0.0.1" })));
    expect(result.agents).toEqual([]);
    expect(result.issues).toMatchObject([{ code: "MANIFEST_APP_VERSION_UNKNOWN", severity: "warning" }]);
  });
});

describe("when it is called wrongly", () => {
  it("throws", () => {
    expect(() => parseAgentsJson("{}" as never, { trust: "signed" })).toThrow("bytes");
    expect(() => parseAgentsJson(toBytes("{}"), { trust: "root" as never })).toThrow("trust");
    expect(() => parse(toBytes("{}"), "not a version")).toThrow("appVersion");
  });
});
