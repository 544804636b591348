import { describe, expect, it } from "vitest";
import type { AgentsJson, MergedEntry, ParseOptions } from "../src/index.js";
import { findAgent, ManifestError, mergeEntries, parseAgentsJson } from "../src/index.js";
import { drawCell, EXAMPLE_ENTRY, makeAgentsJson, toBytes } from "./make-document.js";

type Members = Record<string, unknown>;

const BASE: Members = { ...EXAMPLE_ENTRY, id: "heron", name: "Heron", command: "heron" };
const OTHER: Members = { id: "wren", name: "Wren", command: "wren", adapter: "cli" };

const read = (trust: ParseOptions["trust"], agents: unknown[], floor?: readonly MergedEntry[], beside: Members = {}) =>
  parseAgentsJson(toBytes({ schema: 1, updatedAt: "2026-11-30", agents, ...beside }), {
    trust,
    appVersion: "1.0.0",
    ...(floor === undefined ? {} : { floor }),
  });

const FLOOR = read("first-party", [BASE, OTHER]);
const BELOW = mergeEntries(FLOOR).entries;

/** The entry of heron after a signed document said `changes` of it, and what was told. */
function override(changes: Members, trust: ParseOptions["trust"] = "signed") {
  const patch = read(trust, [{ id: "heron", ...changes }], BELOW);
  const merged = mergeEntries(FLOOR, patch);
  const [first] = merged.entries;
  return { patch, merged, first, entry: first?.entry as MergedEntry["entry"] };
}

const codes = ({ issues }: Pick<AgentsJson, "issues">) => issues.map(({ code }) => code);

describe("when a layer is laid over the floor", () => {
  it("gives the floor itself when there is none", () => {
    const { entries, agents, issues, removed } = mergeEntries(FLOOR, undefined, undefined);
    expect(entries.map(({ entry }) => entry)).toEqual(FLOOR.entries);
    expect(agents).toEqual(FLOOR.agents);
    expect(issues).toEqual([]);
    expect(removed).toEqual([]);
  });

  it.each([
    ["name", "Grey Heron"],
    ["command", "ardea"],
    ["icon", "ardea.svg"],
    ["mono", false],
    ["downloadUrl", "https://example.org/heron"],
    ["clearCommand", "/new"],
  ])("takes %s from the patch and every other field from below", (field, value) => {
    const { patch, merged, entry } = override({ [field]: value });
    expect(codes(patch)).toEqual([]);
    expect(merged.issues).toEqual([]);
    expect(entry).toEqual({ ...FLOOR.entries[0], [field]: value });
    expect(patch.entries).toEqual([entry]);
    expect(patch.agents).toEqual([merged.agents[0]]);
  });

  it.each(["session", "resume", "model", "autoApprove", "print"])(
    "replaces the group %s whole, and no other",
    (group) => {
      const args = { session: ["--sid", "{UUID}"], model: ["-m", "{MODEL}"], print: ["exec", "{PROMPT}"] };
      const made = (args as Record<string, string[]>)[group] ?? ["--again"];
      const { patch, entry } = override({ flags: { [group]: made } });
      expect(codes(patch)).toEqual([]);
      expect(entry).toEqual({ ...FLOOR.entries[0], flags: { ...EXAMPLE_ENTRY.flags, [group]: made } });
    },
  );

  it("clears a group with an empty list, and tells it at its place", () => {
    const { patch, merged, entry } = override({ flags: { print: [] } });
    expect(patch.issues).toMatchObject([
      { code: "MANIFEST_GROUP_CLEARED", severity: "info", path: ["agents", 0, "flags", "print"], line: 1 },
    ]);
    expect(codes(merged)).toEqual(["MANIFEST_GROUP_CLEARED"]);
    expect(entry.flags).toEqual({ ...EXAMPLE_ENTRY.flags, print: [] });
    expect(merged.agents[0]?.launch.headless).toBeUndefined();
  });

  it("resumes with capture.resume once resume was cleared", () => {
    const { merged } = override({ flags: { resume: [] } });
    expect(drawCell(merged.agents[0]?.launch.pty?.resume)).toContain("-s {UUID}");
  });

  it("replaces pattern and flags of a capture as one, and keeps the resume arguments", () => {
    const pattern = "session: ([0-9a-f-]{36})";
    expect(override({ capture: { pattern } }).entry.capture).toEqual({ pattern, resume: ["-s", "{UUID}"] });
    expect(override({ capture: { resume: ["-r", "{UUID}"] } }).entry.capture).toEqual({
      ...EXAMPLE_ENTRY.capture,
      resume: ["-r", "{UUID}"],
    });
    expect(codes(override({ capture: { flags: "m" } }).patch)).toEqual(["MANIFEST_MISSING_FIELD"]);
  });

  it("keeps the inherited capture when the new one does not compile", () => {
    const { patch, merged } = override({ capture: { pattern: "(?<=a)(b)" } });
    expect(patch.issues.some(({ severity }) => severity === "error")).toBe(true);
    expect(merged.entries.map(({ entry }) => entry)).toEqual(FLOOR.entries);
  });

  it("keeps the order of the floor and puts new agents behind it", () => {
    const patch = read(
      "signed",
      [
        { id: "owl", name: "Owl", command: "owl", adapter: "cli" },
        { id: "wren", mono: true },
      ],
      BELOW,
    );
    expect(mergeEntries(FLOOR, patch).entries.map(({ entry }) => entry.id)).toEqual(["heron", "wren", "owl"]);
  });

  it("leaves the floor's entry when the patch is for a newer app, or is refused", () => {
    for (const changes of [{ minAppVersion: "2.0.0", name: "New" }, { minAppVersion: 2, name: "New" }, { name: "" }])
      expect(override(changes).merged.entries.map(({ entry }) => entry)).toEqual(FLOOR.entries);
  });

  it("leaves out another spelling of an id of the floor", () => {
    const patch = read("signed", [{ ...BASE, id: "Heron" }], BELOW);
    expect(codes(patch)).toEqual(["MANIFEST_DUPLICATE_ID"]);
    const unaware = read("signed", [{ ...BASE, id: "Heron" }]);
    const merged = mergeEntries(FLOOR, unaware);
    expect(codes(merged)).toEqual(["MANIFEST_DUPLICATE_ID"]);
    expect(merged.entries).toEqual(BELOW);
  });

  it("warns of a name that looks like one of the floor, and not of the agent's own", () => {
    const twin = { id: "other", name: "H\u0435ron", command: "other", adapter: "cli" };
    expect(new Set(codes(read("local", [twin], BELOW)))).toEqual(new Set(["MANIFEST_NAME_CONFUSABLE"]));
    expect(codes(override({ name: "heron" }).patch)).toEqual([]);
  });
});

describe("when an entry says less than a whole one", () => {
  it("is an issue without a floor, and with one that lacks the agent", () => {
    for (const floor of [undefined, BELOW]) {
      const { issues, entries } = read("signed", [{ id: "owl", flags: { print: ["-p", "{PROMPT}"] } }], floor);
      expect(codes({ issues })).toEqual([
        "MANIFEST_MISSING_FIELD",
        "MANIFEST_MISSING_FIELD",
        "MANIFEST_ADAPTER_ABSENT",
      ]);
      expect(issues[0]?.hint).toContain("lower layer");
      expect(entries).toEqual([]);
    }
  });

  it("is left out when the layer below lost the agent since it was read", () => {
    const patch = read("local", [{ id: "heron", name: "Mine" }], BELOW);
    const merged = mergeEntries(read("first-party", [OTHER]), undefined, patch);
    expect(codes(merged)).toEqual(["MANIFEST_MISSING_FIELD"]);
    expect(merged.entries.map(({ entry }) => entry.id)).toEqual(["wren"]);
  });
});

describe("when an override changes the program under inherited groups", () => {
  const shipped = { id: "a", name: "A", command: "a", adapter: "cli", flags: { session: ["--id", "{UUID}"] } };
  const floor = read("first-party", [shipped]);

  it("refuses a group that is a trap beside the new program", () => {
    const patch = { id: "a", command: "codex" };
    const { issues, entries } = read("signed", [patch], mergeEntries(floor).entries);
    expect(issues).toMatchObject([{ code: "MANIFEST_KNOWN_TRAP", path: ["agents", 0, "flags", "session"], line: 1 }]);
    expect(entries).toEqual([]);
    expect(codes(read("signed", [{ ...patch, flags: { session: [] } }], mergeEntries(floor).entries))).toEqual([
      "MANIFEST_GROUP_CLEARED",
    ]);
  });

  it("refuses it in the merge too, where the patch was judged beside another floor", () => {
    const unaware = read("signed", [{ id: "a", name: "A", command: "codex", adapter: "cli" }]);
    const merged = mergeEntries(floor, unaware);
    expect(codes(merged)).toEqual(["MANIFEST_KNOWN_TRAP"]);
    expect(merged.entries.map(({ entry }) => entry.command)).toEqual(["a"]);
  });

  it("judges the groups of a patch beside the program that it inherits", () => {
    const other = read("first-party", [{ ...shipped, command: "codex", flags: {} }]);
    const patch = read("signed", [{ id: "a", flags: { session: ["--id", "{UUID}"] } }], mergeEntries(other).entries);
    expect(codes(patch)).toEqual(["MANIFEST_KNOWN_TRAP"]);
  });
});

describe("when trust is traced", () => {
  it("keeps that of the floor under a change of what is only shown", () => {
    const { first, merged } = override({ name: "Grey Heron", mono: false });
    expect(first?.origins).toMatchObject({ command: "first-party", launch: "first-party", display: "signed" });
    expect(merged.agents[0]?.trust).toBe("first-party");
  });

  it.each([
    [{ command: "ardea" }, "command"],
    [{ flags: { model: ["-m", "{MODEL}"] } }, "launch"],
    [{ flags: { autoApprove: ["--yes"] } }, "bypass"],
    [{ capture: { resume: ["-r", "{UUID}"] } }, "capture"],
  ])("lowers it with %j, and says that %s did", (changes, part) => {
    const { first, merged } = override(changes);
    const lowered = Object.entries(first?.origins ?? {}).filter(([, trust]) => trust === "signed");
    expect(lowered.map(([name]) => name)).toEqual([part]);
    expect(merged.agents[0]?.trust).toBe("signed");
  });

  it("makes an agent local as a whole when the user changes anything of it", () => {
    const { first, merged } = override({ name: "Mine" }, "local");
    expect(new Set(Object.values(first?.origins ?? {}))).toEqual(new Set(["local"]));
    expect(merged.agents[0]?.trust).toBe("local");
    expect(first?.entry.custom).toBe(true);
  });

  it("refuses layers in another order, and what is no layer", () => {
    const own = read("local", [OTHER]);
    for (const call of [
      () => mergeEntries(own, FLOOR),
      () => mergeEntries({} as never),
      () => mergeEntries(null as never),
    ])
      expect(call).toThrow(ManifestError);
    expect(() => read("signed", [], [{}] as never)).toThrow(ManifestError);
  });
});

describe("when the user hides an agent", () => {
  it("changes nothing else: later versions arrive, trust stays, it is not theirs", () => {
    const own = read("local", [{ id: "heron", hidden: true }], BELOW);
    expect(codes(own)).toEqual([]);
    const later = read("signed", [{ id: "heron", command: "heron2", name: "Heron 2" }], BELOW);
    const { entry, trust } = mergeEntries(FLOOR, later, own).entries[0] as MergedEntry;
    expect(entry).toMatchObject({ name: "Heron 2", command: "heron2", hidden: true });
    expect(entry.custom).toBeUndefined();
    expect(trust).toBe("signed");
    const { agents } = mergeEntries(FLOOR, undefined, own);
    expect(findAgent(agents, "heron")).toMatchObject({ ok: true, value: { trust: "first-party" } });
  });

  it("can show it again, and says so of a wrong type", () => {
    const own = read("local", [{ id: "heron", hidden: false }], BELOW);
    expect(mergeEntries(FLOOR, undefined, own).entries[0]?.entry.hidden).toBe(false);
    expect(codes(read("local", [{ id: "heron", hidden: "yes" }], BELOW))).toEqual(["MANIFEST_WRONG_TYPE"]);
  });

  it("is not asked of a catalog", () => {
    expect(codes(read("signed", [{ ...OTHER, hidden: true, custom: true }]))).toEqual([
      "MANIFEST_UNKNOWN_FIELD",
      "MANIFEST_UNKNOWN_FIELD",
    ]);
  });
});

describe("when an entry is the user's own", () => {
  const GLYPHS = "terminal bot code command cpu zap sparkles package rocket wrench ghost play".split(" ");

  it.each(GLYPHS)("may have the glyph lucide:%s, which a catalog may not", (glyph) => {
    const made = { ...OTHER, icon: `lucide:${glyph}` };
    const own = read("local", [made]);
    expect(codes(own)).toEqual([]);
    expect(own.entries[0]).toMatchObject({ icon: `lucide:${glyph}`, custom: true });
    const signed = read("signed", [made]);
    expect(codes(signed)).toEqual(["MANIFEST_ICON"]);
    expect(signed.entries[0]?.icon).toBeUndefined();
  });

  it.each(["lucide:skull", "lucide:", "lucide:../x", "LUCIDE:bot"])("has no glyph %s", (icon) => {
    const own = read("local", [{ ...OTHER, icon }]);
    expect(codes(own)).toEqual(["MANIFEST_ICON"]);
    expect(own.entries[0]?.icon).toBeUndefined();
  });

  it("is judged by the rules of every other", () => {
    const own = read("local", [{ ...OTHER, command: "sh", flags: { print: ["--yolo", "{PROMPT}"] } }]);
    expect(codes(own)).toEqual(["MANIFEST_COMMAND_FORBIDDEN", "MANIFEST_FLAG_OUT_OF_GROUP"]);
  });
});

describe("when a catalog withdraws agents", () => {
  const removed = [{ id: "heron", reason: "The vendor closed it." }];

  it("takes them out of the layers below, with the reason", () => {
    const merged = mergeEntries(FLOOR, read("signed", [], BELOW, { removed }));
    expect(merged.entries.map(({ entry }) => entry.id)).toEqual(["wren"]);
    expect(merged.removed).toEqual([{ ...removed[0], trust: "signed" }]);
  });

  it("leaves a whole entry of the user's own, as local, and no partial one", () => {
    const catalog = read("signed", [], BELOW, { removed });
    const whole = mergeEntries(FLOOR, catalog, read("local", [BASE]));
    expect(whole.agents.find(({ id }) => id === "heron")?.trust).toBe("local");
    const part = mergeEntries(FLOOR, catalog, read("local", [{ id: "heron", name: "Mine" }], BELOW));
    expect(codes(part)).toEqual(["MANIFEST_MISSING_FIELD"]);
    expect(part.entries.map(({ entry }) => entry.id)).toEqual(["wren"]);
  });

  it("withdraws what the same document lists", () => {
    const both = read("signed", [BASE], BELOW, { removed });
    expect(both.issues).toMatchObject([{ code: "MANIFEST_REMOVED", path: ["agents", 0, "id"] }]);
    expect(mergeEntries(FLOOR, both).entries.map(({ entry }) => entry.id)).toEqual(["wren"]);
  });

  it.each([
    [[{ id: "../x", reason: "x" }], ["MANIFEST_REMOVED"], []],
    [[{ reason: "x" }], ["MANIFEST_REMOVED"], []],
    [["heron"], ["MANIFEST_WRONG_TYPE"], []],
    [{ heron: "x" }, ["MANIFEST_WRONG_TYPE"], undefined],
    [[{ id: "heron", reason: "a\u202eb" }], ["MANIFEST_REMOVED"], ["heron"]],
    [[{ id: "heron" }], ["MANIFEST_REMOVED"], ["heron"]],
    [[{ id: "heron", reason: "x", since: 1 }], ["MANIFEST_UNKNOWN_FIELD"], ["heron"]],
    [
      [
        { id: "a/b", reason: "x" },
        { id: "heron", reason: "x" },
      ],
      ["MANIFEST_REMOVED"],
      ["heron"],
    ],
  ])("judges the rows %j one by one, and withdraws what can be", (rows, told, ids) => {
    const { issues, removed: read_ } = read("signed", [OTHER], undefined, { removed: rows });
    expect(codes({ issues })).toEqual(told);
    expect(read_?.map(({ id }) => id)).toEqual(ids);
  });

  it("is not asked of the user's own layer", () => {
    const own = read("local", [OTHER], BELOW, { removed, iconDigests: {} });
    expect(codes(own)).toEqual(["MANIFEST_UNKNOWN_FIELD", "MANIFEST_UNKNOWN_FIELD"]);
    expect(own.removed).toBeUndefined();
  });
});

describe("when a catalog gives digests of icons", () => {
  const digest = "0a".repeat(32);

  it("reads them by file name, and leaves out what is none", () => {
    const iconDigests = { "a.svg": digest, "b/c.svg": digest, "d.svg": digest.toUpperCase(), "e.svg": 1 };
    const parsed = read("signed", [OTHER], undefined, { iconDigests });
    expect(codes(parsed)).toEqual(["MANIFEST_ICON_DIGEST", "MANIFEST_ICON_DIGEST", "MANIFEST_ICON_DIGEST"]);
    expect([...(parsed.iconDigests ?? [])]).toEqual([["a.svg", digest]]);
    expect(codes(read("signed", [OTHER], undefined, { iconDigests: [] }))).toEqual(["MANIFEST_WRONG_TYPE"]);
  });
});

describe("when it is read strictly", () => {
  const strictly = (agents: unknown[], beside: Members = {}) =>
    parseAgentsJson(toBytes({ schema: 1, updatedAt: "2026-11-30", agents, ...beside }), {
      trust: "signed",
      strict: true,
    });

  it("leaves out an entry with a warning, and keeps one with an info", () => {
    const { issues, entries } = strictly([
      { ...OTHER, extra: 1 },
      { id: "owl", name: "Owl", command: "owl" },
      { id: "twin", name: "OwI", command: "twin", adapter: "cli" },
    ]);
    expect(issues.map(({ code, severity }) => [code, severity])).toEqual([
      ["MANIFEST_UNKNOWN_FIELD", "error"],
      ["MANIFEST_ADAPTER_ABSENT", "info"],
    ]);
    expect(entries.map(({ id }) => id)).toEqual(["owl", "twin"]);
  });

  it("leaves out the second of two names that look alike", () => {
    const { issues, entries } = strictly([OTHER, { ...OTHER, id: "w", name: "Wr\u0435n" }]);
    expect(new Set(issues.map(({ severity }) => severity))).toEqual(new Set(["error"]));
    expect(entries.map(({ id }) => id)).toEqual(["wren"]);
  });

  it("raises what the document itself was warned of, and not what is told of the app", () => {
    expect(strictly([]).issues).toMatchObject([{ code: "MANIFEST_NO_AGENTS", severity: "error" }]);
    expect(strictly([OTHER], { extra: 1 }).issues).toMatchObject([{ severity: "error" }]);
    const newer = strictly([{ ...OTHER, minAppVersion: "1.0.0" }]);
    expect(newer.issues).toMatchObject([{ code: "MANIFEST_APP_VERSION_UNKNOWN", severity: "warning" }]);
  });

  it("takes nothing but true and false for it", () => {
    expect(() => parseAgentsJson(makeAgentsJson(OTHER), { trust: "signed", strict: 1 as never })).toThrow(
      ManifestError,
    );
  });
});
