import { describe, expect, it } from "vitest";
import type { Agent, CatalogSide, Cell, Change } from "../src/index.js";
import { diffCatalogs, parseAgentsJson, parseFacts } from "../src/index.js";
import { readCatalogFile } from "./read-catalog.js";

const FLAGS = {
  session: ["--session-id", "{UUID}"],
  resume: ["--resume", "{UUID}"],
  model: ["--model", "{MODEL}"],
  autoApprove: ["--yolo"],
  print: ["run", "--", "{PROMPT}"],
};
const ENTRY = {
  id: "demo",
  name: "Demo",
  command: "demo-agent",
  adapter: "cli",
  downloadUrl: "https://a.example",
  flags: FLAGS,
};

type Fields = Record<string, unknown>;

const side = (...entries: Fields[]): CatalogSide => {
  const text = JSON.stringify({ schema: 1, updatedAt: "2026-01-01", agents: entries });
  const {
    agents,
    entries: judged,
    issues,
  } = parseAgentsJson(new TextEncoder().encode(text), {
    trust: "signed",
    appVersion: "999.0.0",
  });
  expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
  return { agents, entries: judged };
};
const diff = (fields: Fields, before: Fields = ENTRY) => diffCatalogs(side(before), side({ ...before, ...fields }));
const flags = (changed: Fields) => diff({ flags: { ...FLAGS, ...changed } });
const brief = (changes: readonly Change[]) => changes.map(({ risk, subject, where }) => `${risk} ${subject} ${where}`);

describe("when nothing changes for users", () => {
  it("finds nothing in the same catalog, nor in another order of its agents and members", () => {
    const other = { ...ENTRY, id: "other" };
    expect(diffCatalogs(side(ENTRY, other), side(other, ENTRY))).toEqual({
      changes: [],
      launch: false,
      risks: { high: 0, medium: 0, low: 0 },
    });
  });

  it("takes an empty group for an absent one", () => {
    const { session: _session, ...rest } = FLAGS;
    expect(diff({ flags: { ...rest, session: [] } }, { ...ENTRY, flags: rest }).changes).toEqual([]);
  });
});

describe("when only what is shown changes", () => {
  it.each([
    ["name", "Demonstration", "low"],
    ["icon", "demo.svg", "low"],
    ["mono", true, "low"],
    ["clearCommand", "/clear", "low"],
    ["downloadUrl", "https://b.example", "medium"],
  ])("tells %s and says that no launch changes", (field, value, risk) => {
    const found = diff({ [field]: value });
    expect(found.launch).toBe(false);
    expect(brief(found.changes)).toEqual([`${risk} display ${field}`]);
  });
});

describe("when a launch changes", () => {
  it("tells another program", () => {
    const found = diff({ command: "evil-agent chat" });
    expect(found.launch).toBe(true);
    expect(found.changes).toMatchObject([
      { subject: "program", where: "names", before: "demo-agent", after: "evil-agent", risk: "high", launch: true },
      { subject: "program", where: "first arguments", before: '""', after: "chat", risk: "high" },
    ]);
  });

  it("tells an option that is new to the agent as high, for the intent it stands in", () => {
    const { changes } = flags({ print: ["run", "--preload=x", "--", "{PROMPT}"] });
    expect(changes).toMatchObject([
      {
        subject: "argv",
        where: "headless new",
        before: "run {EXTRA} -- {PROMPT}",
        after: "run --preload=x {EXTRA} -- {PROMPT}",
        risk: "high",
      },
      { where: "headless new +bypass", risk: "high" },
      { where: "headless new +model", risk: "high" },
    ]);
  });

  it("tells a bypass that stands in launches nobody asked it of as high, though it is known as a bypass", () => {
    const { agents } = side(ENTRY);
    const moved = structuredClone(agents);
    moved[0]?.launch.headless?.new?.parts.unshift({ slot: "args", args: ["--yolo"] });
    expect(brief(diffCatalogs({ agents }, { agents: moved }).changes)).toContain("high argv headless new");
  });

  it("tells another value behind an option as high, though the option is known", () => {
    const before = { ...ENTRY, flags: { ...FLAGS, print: ["run", "-c", "provider=a", "--", "{PROMPT}"] } };
    const after = { ...FLAGS, print: ["run", "-c", "provider=b", "--", "{PROMPT}"] };
    expect(brief(diff({ flags: after }, before).changes)).toContain("high argv headless new");
  });

  it("tells other arguments without a new option as medium", () => {
    expect(brief(flags({ print: ["exec", "--", "{PROMPT}"] }).changes)).toEqual([
      "medium argv headless new",
      "medium argv headless new +bypass",
      "medium argv headless new +model",
    ]);
  });

  it("tells another bypass in each cell it is in, and the intents that carry it", () => {
    const { changes } = flags({ autoApprove: ["--allow-all"] });
    expect(brief(changes).filter((line) => line.includes("bypass"))).toEqual([
      "high bypass pty new bypass",
      "high argv pty new +bypass",
      "high bypass pty resume bypass",
      "high argv pty resume +bypass",
      "high bypass headless new bypass",
      "high argv headless new +bypass",
    ]);
    expect(changes[0]).toMatchObject({ before: "--yolo", after: "--allow-all" });
  });

  it("tells a bypass that was not there before", () => {
    const { autoApprove: _none, ...rest } = FLAGS;
    const found = diffCatalogs(side({ ...ENTRY, flags: rest }), side(ENTRY));
    expect(found.changes[0]).toMatchObject({ subject: "bypass", after: "--yolo", risk: "high" });
    expect(found.changes[0]).not.toHaveProperty("before");
  });

  it("tells a model option that came or went", () => {
    const { model: _none, ...rest } = FLAGS;
    const found = brief(diffCatalogs(side(ENTRY), side({ ...ENTRY, flags: rest })).changes);
    expect(found).toContain("medium argv pty new +model");
    expect(found).toContain("medium model model.accepts");
  });

  it("tells another resume of that cell alone", () => {
    expect(brief(flags({ resume: ["--continue-id", "{UUID}"] }).changes)).toEqual([
      "high argv pty resume",
      "high argv pty resume +bypass",
      "high argv pty resume +model",
    ]);
  });

  it("tells a resume that went as a launch less", () => {
    const { resume: _none, ...rest } = FLAGS;
    const [found] = diffCatalogs(side(ENTRY), side({ ...ENTRY, flags: rest })).changes;
    expect(found).toMatchObject({ subject: "argv", where: "pty resume", launch: true });
    expect(found).not.toHaveProperty("after");
  });

  it("tells a prompt that can become an option now", () => {
    const before = { ...ENTRY, flags: { ...FLAGS, print: ["run", "--", "{PROMPT}"] } };
    const found = diff({ flags: { ...FLAGS, print: ["run", "{PROMPT}"] } }, before);
    expect(brief(found.changes)).toContain("high prompt headless new prompt");
  });

  it("tells a capture pattern", () => {
    const before = { ...ENTRY, capture: { pattern: "id: ([0-9a-f]{8})", resume: ["-r", "{UUID}"] } };
    const found = diff({ capture: { pattern: "session: ([0-9a-f]{8})", resume: ["-r", "{UUID}"] } }, before);
    expect(brief(found.changes)).toContain("medium pattern pty new id events");
    expect(found.launch).toBe(true);
  });

  it("tells which apps get the agent", () => {
    expect(brief(diff({ minAppVersion: "2.0.0" }).changes)).toEqual(["medium setting minAppVersion"]);
  });
});

describe("when agents come and go", () => {
  it("tells a new agent whole, as high", () => {
    const { changes } = diffCatalogs(side(), side(ENTRY));
    expect(changes[0]).toMatchObject({
      agent: "demo",
      subject: "agent",
      where: "added",
      after: "demo-agent",
      risk: "high",
    });
    expect(changes.map(({ where }) => where)).toContain("headless new +model +bypass");
    expect(changes.every(({ risk, launch }) => risk === "high" && launch)).toBe(true);
  });

  it("tells a removed agent", () => {
    expect(diffCatalogs(side(ENTRY), side())).toMatchObject({
      launch: true,
      changes: [{ agent: "demo", subject: "agent", where: "removed", risk: "low" }],
    });
  });

  it("takes an id in other letters for another agent", () => {
    const { changes } = diffCatalogs(side(ENTRY), side({ ...ENTRY, id: "Demo" }));
    expect(changes.filter(({ subject }) => subject === "agent").map(({ agent, where }) => `${agent} ${where}`)).toEqual(
      ["Demo added", "demo removed"],
    );
  });
});

describe("when facts are published beside the agents", () => {
  const agents = parseAgentsJson(readCatalogFile("agents.json"), { trust: "signed" }).agents;
  const readFacts = (change: (text: string) => string) => {
    const facts = parseFacts(
      new TextEncoder().encode(change(Buffer.from(readCatalogFile("facts.json")).toString("utf8"))),
    );
    if (!facts.ok) throw new Error("the facts are refused");
    return facts.value;
  };
  const facts = readFacts((text) => text);
  const without = (agent: string) => ({ ...facts, rows: facts.rows.filter((row) => row.agent !== agent) });

  it("finds nothing in the same facts", () => {
    expect(diffCatalogs({ agents, facts }, { agents, facts }).changes).toEqual([]);
  });

  it("tells a sigil that is no longer refused as high, with the row it holds under", () => {
    const looser = readFacts((text) => text.replace('"sigils": "/@"', '"sigils": "/"'));
    const found = diffCatalogs({ agents, facts }, { agents, facts: looser });
    expect(found.changes).toMatchObject([{ agent: "claude", subject: "prompt", risk: "high", launch: true }]);
    expect(found.changes[0]?.where).toContain("(facts >=");
  });

  it("tells a row that went, and how launches differ without it", () => {
    const { changes } = diffCatalogs({ agents, facts }, { agents, facts: without("codex") });
    expect(brief(changes)).toContainEqual(expect.stringMatching(/^medium facts >=/));
    expect(new Set(changes.map(({ agent }) => agent))).toEqual(new Set(["codex"]));
    expect(changes.some(({ subject }) => subject === "argv")).toBe(true);
  });

  it("tells a change of an entry once, not again for each row that repeats it", () => {
    const renamed = agents.map((agent) => (agent.id === "claude" ? { ...agent, name: "Claude" } : agent));
    const { changes } = diffCatalogs({ agents, facts }, { agents: renamed, facts });
    expect(brief(changes)).toEqual(["low display name"]);
  });

  it("tells another order of rows: of two that hold for a version the later one counts", () => {
    const claude = facts.rows.find((row) => row.agent === "claude");
    if (claude === undefined) throw new Error("no row");
    const wide = { ...claude, versions: ">=1.0.0" };
    const rows = (...list: (typeof claude)[]) => ({ agents, facts: { ...facts, rows: list } });
    expect(brief(diffCatalogs(rows(claude, wide), rows(wide, claude)).changes)).toEqual(["medium facts order of rows"]);
  });
});

describe("when states of an agent differ in what an entry cannot say", () => {
  const agent = side(ENTRY).agents[0] as Agent;
  const cell = agent.launch.headless?.new as Cell;
  const withCell = (changed: object): Agent => ({
    ...agent,
    launch: { ...agent.launch, headless: { new: { ...cell, ...changed } } },
  });
  const compare = (before: Agent, after: Agent) =>
    brief(diffCatalogs({ agents: [before] }, { agents: [after] }).changes);
  const delivery = { via: "argv", args: ["{PROMPT}"], dash: "refuse", sigils: "!" } as const;
  const prompt = (...deliveries: object[]) => withCell({ prompt: { need: "required", deliveries } });

  it("tells a leading dash that stays in the prompt now as high, one that is refused now as medium", () => {
    const [refuses, takes] = [prompt(delivery), prompt({ ...delivery, dash: "safe" })];
    expect(compare(refuses, takes)).toEqual(["high prompt headless new prompt"]);
    expect(compare(takes, refuses)).toEqual(["medium prompt headless new prompt"]);
  });

  it("tells a sigil that is refused now as medium", () => {
    expect(compare(prompt(delivery), prompt({ ...delivery, sigils: "!/" }))).toEqual([
      "medium prompt headless new prompt",
    ]);
  });

  it("tells what a cell's permissions inherit", () => {
    const parts = cell.parts.map((part) => (part.slot === "approval" ? { ...part, inherits: true } : part));
    expect(compare(agent, withCell({ parts }))).toEqual(["high bypass headless new setting"]);
  });

  it("tells members of a cell that it does not know", () => {
    expect(compare(agent, withCell({ somethingNew: 1 }))).toEqual(["medium setting headless new somethingNew"]);
  });

  it("tells what the agent does unasked, and where its program is looked for", () => {
    const asks = { ...agent, approval: { ...agent.approval, byDefault: "runs" as const } };
    expect(compare(agent, asks)).toEqual(["high bypass approval.byDefault"]);
    const program = { ...agent.program, searchPaths: ["/opt/x"], envVar: "SLIPWAY_BIN_Y" };
    expect(compare(agent, { ...agent, program })).toEqual([
      "high places program.searchPaths",
      "high places program.envVar",
    ]);
  });

  it("takes members in another order for the same", () => {
    const turned = { sigils: "!", dash: "refuse", args: ["{PROMPT}"], via: "argv" };
    expect(compare(prompt(delivery), prompt(turned))).toEqual([]);
  });
});

describe("when an agent has members that this comparison does not know", () => {
  it("tells them as high: what is unknown may decide a launch", () => {
    const { agents } = side(ENTRY);
    const changed = agents.map((agent) => ({ ...agent, somethingNew: { wraps: "x" } }));
    expect(brief(diffCatalogs({ agents }, { agents: changed }).changes)).toEqual(["high setting somethingNew"]);
  });
});

describe("when a catalog withdraws agents of the layers below", () => {
  const withdrawing = (id: string, reason: string): CatalogSide => ({ agents: [], removed: [{ id, reason }] });
  const told = (before: CatalogSide, after: CatalogSide) => diffCatalogs(before, after);

  it("tells the withdrawal with its reason in place of the bare removal", () => {
    const { changes, launch } = told(side(ENTRY), withdrawing("demo", "The vendor closed it."));
    expect(changes).toEqual([
      {
        agent: "demo",
        subject: "agent",
        where: "withdrawn",
        after: "The vendor closed it.",
        risk: "low",
        launch: true,
      },
    ]);
    expect(launch).toBe(true);
  });

  it("tells one that only a lower layer has, and its return as medium", () => {
    const withdrawn = withdrawing("elsewhere", "It was renamed.");
    expect(brief(told({ agents: [] }, withdrawn).changes)).toEqual(["low agent withdrawn"]);
    const back = told(withdrawn, { agents: [] });
    expect([brief(back.changes), back.launch]).toEqual([["medium agent withdrawn"], true]);
  });

  it("takes another reason for a change of what is shown", () => {
    const { changes, launch } = told(withdrawing("x", "One."), withdrawing("x", "Another."));
    expect([brief(changes), launch]).toEqual([["low agent withdrawn"], false]);
  });
});

describe("when an icon has another digest under the same name", () => {
  const { agents } = side({ ...ENTRY, icon: "demo.svg" });
  const withDigest = (digest?: string): CatalogSide =>
    digest === undefined ? { agents } : { agents, iconDigests: new Map([["demo.svg", digest]]) };

  it("tells it of the agent that shows the icon, as a change of what is shown", () => {
    const { changes, launch } = diffCatalogs(withDigest("aa"), withDigest("bb"));
    expect([brief(changes), launch]).toEqual([["low display icon digest"], false]);
  });

  it("says nothing of a digest that came or went", () => {
    expect(diffCatalogs(withDigest(), withDigest("bb")).changes).toEqual([]);
    expect(diffCatalogs(withDigest("aa"), withDigest()).changes).toEqual([]);
  });
});
