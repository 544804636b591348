import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeEntries, parseAgentsJson, parseFacts } from "../src/index.js";
import { EXAMPLE_ENTRY, makeAgentsJson, toBytes } from "./make-document.js";
import { readCatalogFile } from "./read-catalog.js";

const FLOOR_LAYER = parseAgentsJson(
  makeAgentsJson(EXAMPLE_ENTRY, { id: "wren", name: "Wren", command: "wren", adapter: "cli" }),
  { trust: "first-party" },
);
const FLOOR = mergeEntries(FLOOR_LAYER);

/** What the readers promise of any bytes at all. */
function judge(bytes: Uint8Array): void {
  const agents = parseAgentsJson(bytes, { trust: "signed" });
  expect(agents.agents).toHaveLength(agents.entries.length);
  if (agents.refused) expect(agents.entries).toEqual([]);
  if (agents.refused) expect(agents.issues.some((found) => found.severity === "error")).toBe(true);
  const others = (["local", "signed"] as const).map((trust) =>
    parseAgentsJson(bytes, { trust, floor: FLOOR.entries, appVersion: "1.0.0", strict: trust === "signed" }),
  );
  for (const layer of others) {
    expect(layer.agents).toHaveLength(layer.patches.length);
    // Whatever it says, what it does not mention stands, and nothing of it raises trust.
    const merged = mergeEntries(FLOOR_LAYER, layer);
    expect(merged.agents).toHaveLength(merged.entries.length);
    const gone = new Set([...(layer.removed ?? []), ...layer.patches].map(({ id }) => id.toLowerCase()));
    for (const { entry } of FLOOR.entries.filter(({ entry: { id } }) => !gone.has(id)))
      expect(merged.entries.some((one) => one.entry === entry)).toBe(true);
    const own = merged.agents.filter(({ trust }) => trust === "first-party").map(({ id }) => id);
    expect(FLOOR.agents.map(({ id }) => id)).toEqual(expect.arrayContaining(own));
    agents.issues.push(...layer.issues);
  }
  const facts = parseFacts(bytes);
  if (facts.ok) expect(facts.issues.every((found) => found.severity !== "error")).toBe(true);
  else expect(facts.issues.some((found) => found.severity === "error")).toBe(true);
  for (const found of [...agents.issues, ...facts.issues]) {
    expect(found.line).toBeGreaterThan(0);
    expect(found.column).toBeGreaterThan(0);
    // Line feeds are our own layout; everything foreign is escaped.
    expect(found.message).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  }
}

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    "",
    "\u0000",
    "\u202e",
    "--yolo",
    "{UID}",
    "{UUID}",
    [],
    {},
    [[]],
    "__proto__",
  ),
  fc.string({ unit: "binary" }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Every path to a value inside a document. */
function listPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => listPaths(inner, [...path, key]))];
}

function replaceAt(value: unknown, path: string[], made: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return made;
  const copy: Record<string, unknown> = Array.isArray(value)
    ? ([...value] as unknown as Record<string, unknown>)
    : { ...(value as Record<string, unknown>) };
  copy[key] = replaceAt(copy[key], rest, made);
  return copy;
}

describe("when a document is hostile", () => {
  const valid: unknown[] = [
    JSON.parse(new TextDecoder().decode(makeAgentsJson(EXAMPLE_ENTRY))),
    {
      schema: 1,
      updatedAt: "2026-11-30",
      agents: [
        { id: "myagent", hidden: true, icon: "lucide:bot", capture: { resume: ["{UUID}"] }, flags: { print: [] } },
      ],
      removed: [{ id: "wren", reason: "The vendor closed it." }],
      iconDigests: { "a.svg": "0a".repeat(32) },
    },
    JSON.parse(new TextDecoder().decode(readCatalogFile("facts.json"))),
  ];

  it("survives any value in any place", () => {
    const cases = valid.flatMap((document) => listPaths(document).map((path) => ({ document, path })));
    fc.assert(
      fc.property(fc.constantFrom(...cases), nasty, ({ document, path }, made) => {
        judge(toBytes(JSON.stringify(replaceAt(document, path, made))));
      }),
      { numRuns: 1_500 },
    );
  });

  it("survives any byte changed or cut", () => {
    const bytes = makeAgentsJson(EXAMPLE_ENTRY);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.boolean(), (at, value, cut) => {
        const changed = cut ? bytes.slice(0, at) : bytes.slice();
        if (!cut) changed[at] = value;
        judge(changed);
      }),
      { numRuns: 1_000 },
    );
  });

  it("leaves Object.prototype alone", () => {
    judge(toBytes('{"schema":1,"updatedAt":"2026-11-30","agents":[{"__proto__":{"polluted":1},"id":"constructor"}]}'));
    judge(toBytes('{"schema":1,"updatedAt":"2026-11-30","agents":[{"flags":{"toString":["x"],"hasOwnProperty":[]}}]}'));
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("keeps a foreign text from ending a line of ours", () => {
    const { issues } = parseAgentsJson(makeAgentsJson({ ...EXAMPLE_ENTRY, id: "a\n::error::x\u001b[2J" }), {
      trust: "local",
    });
    expect(issues).toHaveLength(1);
    expect(issues[0]?.message).not.toContain("\n");
    expect(issues[0]?.message).not.toContain("\u001b");
  });
});
