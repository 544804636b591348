import { describe, expect, it } from "vitest";
import { findAgent } from "../src/index.js";
import { readCatalog } from "./read-catalog.js";

describe("when an agent is looked up", () => {
  const { agents } = readCatalog();

  it("finds the exact id", () => {
    expect(findAgent(agents, "codex")).toMatchObject({ ok: true, value: { id: "codex" } });
  });

  it.each([
    ["cladue", "did you mean claude?"],
    ["Claude", "did you mean claude?"],
    ["zzzzzz", `known are ${agents.map(({ id }) => id).join(", ")}`],
  ])("refuses %s and says: %s", (id, hint) => {
    expect(findAgent(agents, id)).toMatchObject({ ok: false, issues: [{ code: "MANIFEST_AGENT_UNKNOWN", hint }] });
  });

  it("says where to look when no agent is known at all", () => {
    expect(findAgent([], "codex")).toMatchObject({
      issues: [{ hint: "none is known at all: look at the issues of the catalog that was read" }],
    });
  });

  it("knows no inherited name", () => {
    expect(findAgent(agents, "constructor").ok).toBe(false);
    expect(findAgent(agents, "__proto__").ok).toBe(false);
  });
});
