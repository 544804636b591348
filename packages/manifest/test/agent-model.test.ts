import { describe, expect, it } from "vitest";
import type { Agent } from "../src/index.js";
import { diffCatalogs } from "../src/index.js";
import { WHOLE_AGENT } from "./whole-agent.js";

const { trust: _trust, origins: _origins, facts: _facts, id: _id, ...COMPARED } = WHOLE_AGENT;

describe("when an agent says everything the model can say", () => {
  it("is plain JSON that comes back as it was", () => {
    expect(JSON.parse(JSON.stringify(WHOLE_AGENT))).toEqual(WHOLE_AGENT);
    expect(structuredClone(WHOLE_AGENT)).toEqual(WHOLE_AGENT);
  });

  it("can be no program, and then has no launch", () => {
    const chat: Agent = {
      ...WHOLE_AGENT,
      engine: { kind: "api", protocol: "codex-app-server", source: "codex" },
      program: { ...WHOLE_AGENT.program, names: [], prefix: [] },
      launch: {},
    };
    expect(JSON.parse(JSON.stringify(chat))).toEqual(chat);
    expect(diffCatalogs({ agents: [WHOLE_AGENT] }, { agents: [chat] }).risks.high).toBeGreaterThan(0);
  });
});

/** Every text, number and truth of a value, by its path. */
function listLeaves(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) =>
    listLeaves(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

function change(path: readonly (string | number)[]): Agent {
  const agent = structuredClone(WHOLE_AGENT);
  let place = agent as unknown as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) place = place[step] as Record<string | number, unknown>;
  const last = path.at(-1) as string | number;
  const value = place[last];
  place[last] = typeof value === "string" ? `${value}x` : typeof value === "number" ? value + 1 : !value;
  return agent;
}

describe("when one value of an agent differs from the published one", () => {
  // What a cell's slot is called decides how it is read: not a value that a catalog changes by itself.
  const leaves = listLeaves(COMPARED).filter((path) => path.at(-1) !== "slot" && path.at(-1) !== "via");

  it.each(leaves.map((path) => [path.join("."), path] as const))("tells %s", (_, path) => {
    const { changes } = diffCatalogs({ agents: [WHOLE_AGENT] }, { agents: [change(path)] });
    expect(changes.length).toBeGreaterThan(0);
  });

  it.each<[string, "high" | "medium" | "low", string]>([
    ["signIn.args.0", "high", "argv"],
    ["signInStatus.asked", "medium", "argv"],
    ["install.digest", "high", "places"],
    ["capabilities.0", "high", "setting"],
    ["approval.bypass.sticks", "high", "bypass"],
    ["approval.always", "high", "bypass"],
    ["launch.pty.new.parts.2.plan.0", "high", "bypass"],
    ["launch.pty.new.approval.always", "high", "bypass"],
    ["terminal.prefixes", "medium", "prompt"],
    ["terminal.gates.0.enter", "medium", "prompt"],
    ["background.daemon", "medium", "environment"],
    ["store.root", "medium", "places"],
    ["exits.0.code", "low", "facts"],
    ["display.publisher", "low", "display"],
  ])("judges %s as %s", (path, risk, subject) => {
    const steps = path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const { changes } = diffCatalogs({ agents: [WHOLE_AGENT] }, { agents: [change(steps)] });
    expect(changes[0]).toMatchObject({ risk, subject });
  });
});
