import { describe, expect, it } from "vitest";
import type { Agent, FactCell, FactRow, Facts, InputKind } from "../src/index.js";
import { agentFromEntry, applyFacts, INPUT_KINDS, parseFacts } from "../src/index.js";
import { drawCell } from "./make-document.js";

const ROW: FactRow = {
  agent: "bird",
  program: "bird",
  versions: ">=1.0.0 <2.0.0",
  sessionId: { minter: "agent", reuse: "refused", pattern: "^b_[a-z]{8}$" },
  approval: { byDefault: "asks", bypassRefusedAsRoot: true },
  headless: {
    new: { kind: "run", prompt: [{ how: "dashdash", sigils: "" }], idEvents: [], approval: "plain", switches: [] },
  },
  versionFlag: "-V",
  exits: [],
  environment: ["no-autoupdate"],
  evidence: { how: "run", version: "1.2.3" },
};
const OLD: FactRow = { ...ROW, versions: ">=0.3.0 <0.5.0" };
const facts = (...rows: FactRow[]): Facts => ({ rows, updatedAt: "2026-11-30", trust: "first-party" });

function bird(command = "bird", trust: Agent["trust"] = "first-party"): Agent {
  const flags = {
    resume: ["--resume", "{UUID}"],
    model: ["-m", "{MODEL}"],
    autoApprove: ["--yolo"],
    print: ["{PROMPT}"],
  };
  const result = agentFromEntry({ id: "bird", name: "Bird", command, adapter: "cli", flags }, { trust });
  if (!result.ok) throw new Error("refused");
  return result.value;
}

describe("when a version is looked up", () => {
  it.each([
    ["1.0.0", ">=1.0.0 <2.0.0", undefined],
    ["1.9.9", ">=1.0.0 <2.0.0", undefined],
    ["1.5.0-beta.1", ">=1.0.0 <2.0.0", undefined],
    ["0.4.0", ">=0.3.0 <0.5.0", undefined],
    ["2.0.0", ">=1.0.0 <2.0.0", "VERSION_OUTSIDE"],
    [undefined, ">=1.0.0 <2.0.0", "VERSION_UNKNOWN"],
    ["not a version", ">=1.0.0 <2.0.0", "VERSION_UNKNOWN"],
  ])("takes for %s the row %s", (version, row, note) => {
    expect(applyFacts(bird(), version, facts(OLD, ROW)).facts).toEqual({
      applied: true,
      row: `bird ${row}`,
      ...(note === undefined ? {} : { note }),
    });
  });

  it.each(["0.2.9", "0.7.0"])("takes none for %s, below or between the ranges", (version) => {
    const agent = applyFacts(bird(), version, facts(OLD, ROW));
    expect(agent).toEqual({ ...bird(), facts: { applied: false, note: "VERSION_OUTSIDE" } });
  });

  it("takes the later of two rows that both hold the version", () => {
    const narrower: FactRow = { ...ROW, versions: ">=1.5.0 <2.0.0" };
    expect(applyFacts(bird(), "1.6.0", facts(ROW, narrower)).facts.row).toBe("bird >=1.5.0 <2.0.0");
    expect(applyFacts(bird(), "1.4.0", facts(ROW, narrower)).facts.row).toBe("bird >=1.0.0 <2.0.0");
  });

  it("takes none for another agent, or another program under the id", () => {
    expect(applyFacts(bird(), "1.0.0", facts({ ...ROW, agent: "fish" })).facts.note).toBe("NO_FACTS");
    expect(applyFacts(bird("bird-fork"), "1.0.0", facts(ROW)).facts.note).toBe("COMMAND_OVERRIDDEN");
    expect(applyFacts(bird("bird chat"), "1.0.0", facts(ROW)).facts.note).toBe("COMMAND_OVERRIDDEN");
  });
});

describe("when a row says what structured output there is", () => {
  const launch = (cell: Partial<FactCell>) =>
    applyFacts(
      bird(),
      "1.2.3",
      facts({
        ...ROW,
        headless: { new: { kind: "run", prompt: [], idEvents: [], approval: "plain", switches: [], ...cell } },
      }),
    ).launch.headless?.new;

  it.each([
    ["claude-stream-json", ["--output-format", "stream-json", "--verbose"]],
    ["claude-json", ["--output-format", "json"]],
    ["codex-jsonl", ["--json"]],
    ["gemini-json", ["--output-format", "json"]],
    ["gemini-stream-json", ["--output-format", "stream-json"]],
    ["opencode-json", ["--format", "json"]],
  ] as const)("asks for %s with %j and says how to read it", (report, args) => {
    const cell = launch({ report });
    expect(cell?.reportFormat).toBe(report);
    expect(cell?.parts.filter(({ slot }) => slot === "report")).toEqual([{ slot: "report", args }]);
  });

  it("lets the form decide the arguments of an id event that it holds", () => {
    const cell = launch({ idEvents: ["json-output-format-session"], report: "claude-stream-json" });
    expect(cell?.parts).toContainEqual({
      slot: "report",
      args: ["--output-format", "stream-json", "--verbose"],
    });
  });

  it("says no form where only an id event asks for output", () => {
    const cell = launch({ idEvents: ["json-thread-started"] });
    expect(cell?.parts).toContainEqual({ slot: "report", args: ["--json"] });
    expect(cell).not.toHaveProperty("reportFormat");
  });
});

describe("when a row applies", () => {
  it("replaces the stated surface as a whole and keeps the others", () => {
    const base = bird();
    const agent = applyFacts(base, "1.0.0", facts(ROW));
    expect(agent.launch.pty).toEqual(base.launch.pty);
    expect(drawCell(agent.launch.headless?.new)).toBe(
      "run [model -m {MODEL}] [bypass --yolo] [extra] [prompt]\nprompt required: argv -- {PROMPT} dash-safe not none\nminted:",
    );
    expect(agent).toMatchObject({ sessionId: ROW.sessionId, approval: ROW.approval, environment: ["no-autoupdate"] });
    expect(agent.version).toEqual(["-V"]);
    expect(JSON.parse(JSON.stringify(agent))).toEqual(agent);
  });

  it("changes nothing of the agent it was given", () => {
    const base = bird();
    const before = structuredClone(base);
    const agent = applyFacts(base, "1.0.0", facts(ROW));
    agent.program.names.push("x");
    agent.launch.pty?.new?.parts.pop();
    expect(base).toEqual(before);
  });

  it("has no cell where the entry lacks the group that names the conversation", () => {
    const row: FactRow = {
      ...ROW,
      headless: {
        resume: { kind: "print-resume", prompt: [], idEvents: [], approval: "plain", switches: [] },
        continue: { kind: "print-continue", prompt: [], idEvents: [], approval: "plain", switches: [] },
      },
    };
    const base = bird();
    delete base.launch.pty?.resume;
    const agent = applyFacts(base, "1.0.0", facts(row));
    expect(agent.launch.headless?.new).toBeUndefined();
    expect(agent.launch.headless?.resume).toBeUndefined();
    expect(drawCell(agent.launch.headless?.continue)).toContain("--continue");
  });

  it("carries how the agent behaves, and leaves the evidence to who reviews it", () => {
    const evidence = { how: "run", version: "1.2.3" } as const;
    const bypass = { means: "prompts", sticks: "nowhere", voidIn: [] } as const;
    const gates = [{ name: "folder-trust", when: "new-folder", enter: "accepts" } as const];
    const row: FactRow = {
      ...ROW,
      approval: { ...ROW.approval, bypass: { ...bypass, voidIn: [] }, evidence },
      terminal: { ready: "bytes", gates, prefixes: "!", evidence },
      exits: [{ code: 3, reasons: ["usage"], evidence }],
      background: { daemon: "none", updater: "none", evidence },
      signInStatus: { asked: "login-status", evidence },
    };
    const agent = applyFacts(bird(), "1.0.0", facts(row));
    expect(agent).toMatchObject({
      approval: { ...ROW.approval, bypass },
      terminal: { ready: "bytes", gates, prefixes: "!" },
      exits: [{ code: 3, reasons: ["usage"] }],
      background: { daemon: "none", updater: "none" },
      signInStatus: { asked: "login-status" },
    });
    expect(JSON.stringify(agent)).not.toContain("evidence");
    agent.terminal?.gates.pop();
    expect(gates).toHaveLength(1);
    expect(JSON.parse(JSON.stringify(agent))).toEqual(agent);
  });

  it("keeps what the agent says of its screen and the facts do not", () => {
    const base: Agent = { ...bird(), terminal: { ready: "bytes", gates: [], prefixes: "", repaint: "wipe" } };
    const row: FactRow = { ...ROW, terminal: { ready: "bracketed-paste", gates: [], prefixes: "!" } };
    expect(applyFacts(base, "1.0.0", facts(row)).terminal).toEqual({ ...row.terminal, repaint: "wipe" });
    expect(applyFacts(base, "1.0.0", facts(ROW)).terminal).toEqual(base.terminal);
  });

  it("lowers the agent's trust to that of the facts, and never raises it", () => {
    const local: Facts = { ...facts(ROW), trust: "local" };
    expect(applyFacts(bird(), "1.0.0", local)).toMatchObject({ trust: "local", origins: { facts: "local" } });
    const agent = applyFacts(bird("bird", "local"), "1.0.0", facts(ROW));
    expect(agent).toMatchObject({ trust: "local", origins: { command: "local", facts: "first-party" } });
  });

  it("is not applied twice", () => {
    const agent = applyFacts(bird(), "1.0.0", facts(ROW));
    expect(() => applyFacts(agent, "1.0.0", facts(ROW))).toThrow("already carries");
  });
});

describe("when trust is misspelled", () => {
  it("throws wherever it is given, and never lets it compare with none", () => {
    const wrong = "signd" as never;
    expect(() => applyFacts(bird(), "1.0.0", { ...facts(ROW), trust: wrong })).toThrow("trust is none of the three");
    expect(() => bird("bird", wrong)).toThrow("trust is none of the three");
    const bytes = new TextEncoder().encode('{"kind":"slipway-facts","schema":1,"updatedAt":"2026-11-30","rows":[]}');
    expect(() => parseFacts(bytes, { trust: wrong })).toThrow("trust is none of the three");
  });
});

describe("when a launch takes more than a prompt", () => {
  const cell = { kind: "run", prompt: [{ how: "dashdash", sigils: "" }], idEvents: [], approval: "plain" } as const;
  const apply = (inputs: NonNullable<FactRow["headless"]>["new"]) =>
    applyFacts(bird(), "1.2.3", facts({ ...ROW, headless: inputs === undefined ? {} : { new: inputs } }));
  const make = (...inputs: InputKind[]) =>
    apply({ ...cell, prompt: [...cell.prompt], idEvents: [], switches: ["no-daemon"], inputs });

  it("puts each behind the lead and in front of every other option", () => {
    expect(drawCell(make("append-system-prompt-file", "mcp-config", "image").launch.headless?.new)).toContain(
      "run [system-prompt-file --append-system-prompt-file={VALUE}] [mcp-file --mcp-config={VALUE}] [image-path --image={VALUE}] --no-daemon",
    );
  });

  it.each(INPUT_KINDS)("gives %s one value, in the option's own argument", (kind) => {
    const parts = make(kind).launch.headless?.new?.parts ?? [];
    const inputs = parts.flatMap((part) => (part.slot === "input" ? part.args : []));
    expect(inputs.join(" ")).toMatch(/^--[a-z-]+=\{VALUE\}$/);
  });
});
