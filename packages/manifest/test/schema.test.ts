import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import type { Agent, Trust } from "../src/index.js";
import { applyFacts, mergeEntries, parseAgentsJson, parseFacts } from "../src/index.js";
import { AGENTS_JSON_SCHEMAS, agentSchema, factsSchema, makeJsonSchema } from "../src/schema.js";
import { EXAMPLE_ENTRY, makeEntry, toBytes } from "./make-document.js";
import { readCatalog, readCatalogFile } from "./read-catalog.js";
import { WHOLE_AGENT } from "./whole-agent.js";

type Path = (string | number)[];
type Json = Record<string | number, unknown>;

const parseFile = (name: string): Json => JSON.parse(new TextDecoder().decode(readCatalogFile(name)));

/** Paths of all values inside a document. */
function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, member]) =>
    listPaths(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? inside : [path, ...inside];
}

function replaceAt(document: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(document);
  const container = path.slice(0, -1).reduce<Json>((at, step) => at[step] as Json, copy as Json);
  container[path.at(-1) as string] = value;
  return copy;
}

/** Compiled as another program would: strict about keywords, patterns with Unicode. */
const compile = (name: Parameters<typeof makeJsonSchema>[0]) =>
  new Ajv2020({ strict: true, strictTypes: false, validateFormats: false }).compile(makeJsonSchema(name));

const DOCUMENTS: Record<Trust, Json> = {
  "first-party": { schema: 1, updatedAt: "2026-11-30", agents: [EXAMPLE_ENTRY] },
  signed: {
    schema: 1,
    updatedAt: "2026-11-30",
    agents: [{ id: "myagent", mono: false, flags: { print: [] }, capture: { resume: ["-r", "{UUID}"] } }],
    removed: [{ id: "heron", reason: "The vendor closed it." }],
    iconDigests: { "a.svg": "0a".repeat(32) },
  },
  local: {
    schema: 1,
    updatedAt: "2026-11-30",
    agents: [
      { id: "myagent", hidden: true },
      makeEntry({ id: "mine", name: "Mine", icon: "lucide:bot", custom: true }),
    ],
  },
};
const JSON_NAMES = { "first-party": "agents.json", signed: "agents.json signed", local: "agents.json local" } as const;
const FLOOR = mergeEntries(parseAgentsJson(toBytes(DOCUMENTS["first-party"]), { trust: "first-party" })).entries;

/** Whether the reader has nothing against a document; infos are no objection. */
function isClean(document: unknown, trust: Trust): boolean {
  const floor = trust === "first-party" ? {} : { floor: FLOOR };
  const { issues } = parseAgentsJson(toBytes(document), { trust, appVersion: "99.0.0", ...floor });
  return issues.every(({ severity }) => severity === "info");
}

const nasty = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, "", " ", "x", "\u0000", "\u00e9".repeat(64), "\u{1f99c}".repeat(64)),
  fc.constantFrom<unknown>(
    "a".repeat(65),
    "HTTPS://example.com",
    "https:example.com",
    " /clear ",
    "lucide:bot",
    "1.0.0",
  ),
  fc.constantFrom<unknown>(
    [],
    {},
    ["{UUID}"],
    ["-m", "{MODEL}"],
    ["{PROMPT}"],
    "a b",
    "a -b",
    "A-b_c",
    "gims",
    "2026-02-28",
  ),
  fc.string(),
  fc.jsonValue({ maxDepth: 2 }),
);

describe.each(Object.entries(DOCUMENTS) as [Trust, Json][])(
  "when agents.json is of the layer %s",
  (trust, document) => {
    const schema = AGENTS_JSON_SCHEMAS[trust];
    const validate = compile(JSON_NAMES[trust]);
    const paths = listPaths(document);

    it("takes what the reader takes", () => {
      expect(isClean(document, trust)).toBe(true);
      expect(schema.safeParse(document).error).toBeUndefined();
      expect([validate(document), validate.errors]).toEqual([true, null]);
    });

    it("refuses another type in any place, and a member that there is not", () => {
      for (const path of paths) {
        const changed = replaceAt(document, path, 7.5);
        expect([path, schema.safeParse(changed).success, validate(changed)]).toEqual([path, false, false]);
      }
      for (const path of [["extra"], ["agents", 0, "extra"]]) {
        const changed = replaceAt(document, path, 1);
        expect([path, schema.safeParse(changed).success, validate(changed)]).toEqual([path, false, false]);
      }
    });

    it("refuses nothing that the reader has nothing against, as zod and as JSON Schema", () => {
      let taken = 0;
      fc.assert(
        fc.property(fc.constantFrom(...paths), nasty, (path, value) => {
          const changed = replaceAt(document, path, value);
          if (!isClean(changed, trust)) return;
          taken += 1;
          expect([path, value, schema.safeParse(changed).success]).toEqual([path, value, true]);
          expect([path, value, validate(changed)]).toEqual([path, value, true]);
        }),
        { numRuns: 1_500 },
      );
      expect(taken).toBeGreaterThan(20);
    });
  },
);

describe("when a catalog is shipped", () => {
  it("passes the schema, as zod and as JSON Schema", () => {
    const document = parseFile("agents.json");
    expect(AGENTS_JSON_SCHEMAS["first-party"].safeParse(document).error).toBeUndefined();
    expect(compile("agents.json")(document)).toBe(true);
  });

  it("needs whole entries in the floor only", () => {
    const partial = { ...DOCUMENTS["first-party"], agents: [{ id: "myagent", mono: true }] };
    expect(AGENTS_JSON_SCHEMAS["first-party"].safeParse(partial).success).toBe(false);
    expect(AGENTS_JSON_SCHEMAS.signed.safeParse(partial).success).toBe(true);
  });
});

describe("when facts have a schema", () => {
  const document = parseFile("facts.json");
  const validate = compile("facts.json");
  const paths = listPaths(document);

  it("takes the shipped facts", () => {
    expect(factsSchema.safeParse(document).error).toBeUndefined();
    expect([validate(document), validate.errors]).toEqual([true, null]);
  });

  it("refuses another type in any place", () => {
    for (const path of paths) {
      const changed = replaceAt(document, path, 7.5);
      expect([path, factsSchema.safeParse(changed).success]).toEqual([path, false]);
    }
  });

  it("refuses nothing that the reader has nothing against", () => {
    const words = fc.constantFrom<unknown>(
      "bytes",
      "asks",
      "none",
      "plain",
      0,
      1,
      300,
      true,
      false,
      [],
      "",
      "!",
      "1.0.0",
    );
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.oneof(words, nasty), (path, value) => {
        const changed = replaceAt(document, path, value);
        const read = parseFacts(toBytes(changed));
        if (!read.ok || read.issues.length > 0) return;
        expect([path, value, factsSchema.safeParse(changed).success]).toEqual([path, value, true]);
        expect([path, value, validate(changed)]).toEqual([path, value, true]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("when an agent has a schema", () => {
  const validate = compile("agent");
  const { agents, facts } = readCatalog();
  const all: Agent[] = [WHOLE_AGENT, ...agents, ...agents.map((agent) => applyFacts(agent, undefined, facts))];

  it("is the type, member for member", () => {
    expectTypeOf<z.output<typeof agentSchema>>().toExtend<Agent>();
    expectTypeOf<Agent>().toExtend<z.output<typeof agentSchema>>();
  });

  it.each(all.map((agent, index) => [index, agent.id, agent] as const))("takes agent %i, %s", (_, __, agent) => {
    expect(agentSchema.safeParse(agent).error).toBeUndefined();
    expect([validate(agent), validate.errors]).toEqual([true, null]);
    expect(agentSchema.parse(agent)).toEqual(agent);
  });

  it("takes an engine in place of a program", () => {
    const engine = { kind: "api", protocol: "codex-app-server", source: "codex" };
    expect(agentSchema.safeParse({ ...WHOLE_AGENT, engine }).error).toBeUndefined();
    expect(agentSchema.safeParse({ ...WHOLE_AGENT, engine: { ...engine, kind: "other" } }).success).toBe(false);
  });

  it("refuses another type in any place, and a member that the model lacks", () => {
    for (const path of listPaths(WHOLE_AGENT)) {
      const changed = replaceAt(WHOLE_AGENT, path, null);
      expect([path, agentSchema.safeParse(changed).success, validate(changed)]).toEqual([path, false, false]);
    }
    expect(agentSchema.safeParse({ ...WHOLE_AGENT, environmentValues: {} }).success).toBe(false);
  });
});

describe("when a document is read", () => {
  const root = new URL("../src/", import.meta.url);

  /** Every module that a source file reaches by imports that are there at run time. */
  function listReached(entry: string): { files: Set<string>; packages: Set<string> } {
    const files = new Set<string>();
    const packages = new Set<string>();
    const open = [new URL(entry, root)];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (files.has(file.href)) continue;
      files.add(file.href);
      const source = readFileSync(file, "utf8");
      for (const [statement, from = ""] of source.matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)";/gms)) {
        if (/^(?:import|export) type\b/.test(statement)) continue;
        if (from.startsWith(".")) open.push(new URL(from.replace(/\.js$/, ".ts"), file));
        else packages.add(from);
      }
      expect(source).not.toMatch(/\bimport\(|\brequire\(/);
    }
    return { files, packages };
  }

  it("loads no zod, whose import costs as much as the start of Node", () => {
    const reading = listReached("index.ts");
    expect([...reading.packages].filter((name) => name.startsWith("zod"))).toEqual([]);
    expect(reading.packages).toContain("@slipway/errors");
    expect([...reading.files].filter((file) => file.includes("schema"))).toEqual([]);
    expect(listReached("schema.ts").packages).toContain("zod");
    const all = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    expect(reading.files.size).toBeGreaterThan(all.length / 2);
  });
});
