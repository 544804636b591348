import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Rule } from "../src/index.js";
import { findRule, parseAgentsJson, parseFacts, RULES } from "../src/index.js";
import { makeAgentsJson, makeEntry, toBytes } from "./make-document.js";

type Example = NonNullable<Rule["example"]>;

/** The codes that a reader tells of an example. */
function readExample({ kind }: Example, text: string): string[] {
  if (kind === "facts") return parseFacts(toBytes(text)).issues.map(({ code }) => code);
  const bytes = kind === "document" ? toBytes(text) : makeAgentsJson(makeEntryOf(text));
  return parseAgentsJson(bytes, { trust: "signed", appVersion: "1.0.0" }).issues.map(({ code }) => code);
}

/** The sample entry without groups, with the members of the example; a member that is null is taken out. */
function makeEntryOf(text: string): Record<string, unknown> {
  const members: Record<string, unknown> = JSON.parse(`{${text}}`);
  const changed = makeEntry({ flags: {}, capture: undefined, ...members });
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== null));
}

/** Rules that no example can break: bytes that are no text, sizes, calls. Each is tested by the file named. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  MANIFEST_TOO_LARGE: "read-json.test.ts",
  MANIFEST_NOT_UTF8: "read-json.test.ts",
  MANIFEST_TOO_MANY: "parse-agents-json.test.ts",
  MANIFEST_TOO_MANY_ISSUES: "read-json.test.ts",
  MANIFEST_GROUP_CLEARED: "merge-entries.test.ts",
  MANIFEST_ARGUMENT_TOO_LONG: "parse-agents-json.test.ts",
  MANIFEST_APP_VERSION_UNKNOWN: "parse-agents-json.test.ts",
  MANIFEST_AGENT_UNKNOWN: "find-agent.test.ts",
  MANIFEST_MISUSE: "format-json.test.ts",
};

describe("when rules are listed", () => {
  const source = readFileSync(new URL("../src/manifest-error.ts", import.meta.url), "utf8");
  const codes = [...source.matchAll(/^ {2}\| "(MANIFEST_[A-Z0-9_]+)"/gm)].map(([, code]) => code as string);

  it("has one rule for each code, with an id of its own", () => {
    expect(codes.length).toBeGreaterThan(40);
    expect(RULES.map(({ code }) => code)).toEqual([...codes].sort());
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  });

  it.each(RULES.filter(({ example }) => example === undefined))("has a test of $code in another file", ({ code }) => {
    const file = ELSEWHERE[code];
    expect(file).toBeDefined();
    expect(readFileSync(new URL(file as string, import.meta.url), "utf8")).toContain(code);
  });

  it("finds a rule by its code and by its id, and none by another spelling", () => {
    expect(findRule("MANIFEST_ID")).toBe(findRule("id-grammar"));
    expect(findRule("manifest_id")).toBeUndefined();
    expect(findRule("constructor")).toBeUndefined();
  });
});

describe("when a document does what a rule shows", () => {
  const shown = RULES.filter(({ example }) => example !== undefined);

  it.each(shown)("tells $code of what is wrong, and nothing else", ({ code, example }) => {
    const told = readExample(example as Example, (example as Example).wrong);
    expect(new Set(told)).toEqual(new Set([code]));
  });

  it.each(shown)("tells nothing of what is right, for $code", ({ example }) => {
    expect(readExample(example as Example, (example as Example).right)).toEqual([]);
  });
});
