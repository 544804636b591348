import type { Agent, Cell, PermissionMode } from "@slipway/manifest";
import { PERMISSION_MODES } from "@slipway/manifest";
import { describe, expect, it } from "vitest";
import type { LaunchRequest } from "../src/index.js";
import { describePlan, planLaunch, RuntimeError } from "../src/index.js";
import { codesOf, take } from "./bind-for-test.js";
import { makeAgent, makeCell } from "./make-agent.js";

const ID = "11111111-1111-4111-8111-111111111111";
const ALL = { plan: ["--plan"], ask: ["--ask"], acceptEdits: ["--edits"], bypass: ["--yolo"] };
const REFUSED = ["RUNTIME_APPROVAL_NOT_APPLICABLE"];

function withModes(modes: Partial<typeof ALL>, more: Partial<Cell> = {}, agent: Partial<Agent> = {}): Agent {
  const slot = { slot: "approval", inherits: false, ...modes } as const;
  return makeAgent({ ...agent, launch: { headless: { new: makeCell({ parts: [slot], ...more }) } } });
}

function ask(agent: Agent, approval: PermissionMode | "default", more: Partial<LaunchRequest> = {}) {
  return planLaunch(agent, { surface: "headless", start: "new", cwd: "/w", tmpdir: "/t", approval, ...more });
}

describe("when a launch has arguments for a mode", () => {
  it.each(PERMISSION_MODES)("says %s with its own arguments and no other's", (mode) => {
    expect(take(ask(withModes(ALL), mode))).toMatchObject({
      argv: ALL[mode],
      approval: mode,
      approvalEffect: "requested",
    });
  });

  it("says nothing unless it is asked to", () => {
    expect(take(ask(withModes(ALL), "default"))).toMatchObject({ argv: [], approvalEffect: "agent-default" });
  });

  it("takes a mode that needs no argument for what it is", () => {
    const plan = take(ask(withModes({ acceptEdits: [] }), "acceptEdits"));
    expect(plan).toMatchObject({ argv: [], approval: "acceptEdits", approvalEffect: "requested" });
  });

  it("shows each mode in words", () => {
    const shown = PERMISSION_MODES.map((mode) => describePlan(take(ask(withModes(ALL), mode))));
    expect(shown.map((text) => /permission {2}(.*),/.exec(text)?.[1])).toEqual([
      "reads and changes nothing",
      "asks before it acts",
      "changes files of the folder without asking",
      "acts without asking",
    ]);
  });
});

describe("when a launch has no arguments for a mode", () => {
  it.each(["plan", "acceptEdits", "bypass"] as const)("refuses %s and never drops it", (mode) => {
    const { [mode]: _, ...others } = ALL;
    const refused = ask(withModes(others), mode);
    expect(codesOf(refused)).toEqual(REFUSED);
    expect(refused.issues[0]?.hint).toBe(`leave the mode ${mode} out`);
  });

  it("takes the agent's default for asking only where it asks", () => {
    const habits = (byDefault: Agent["approval"]["byDefault"]) =>
      ask(withModes({}, {}, { approval: { byDefault, bypassRefusedAsRoot: false } }), "ask");
    expect(take(habits("asks"))).toMatchObject({ argv: [], approvalEffect: "agent-default" });
    expect(codesOf(habits("runs"))).toEqual(REFUSED);
    expect(habits("unknown")).toMatchObject({ ok: true, issues: [{ code: "RUNTIME_APPROVAL_UNPROVEN" }] });
  });
});

describe("when a launch always runs in one mode", () => {
  const always = (mode: PermissionMode) => withModes({}, { approval: { byDefault: "runs", always: mode } });

  it.each(PERMISSION_MODES)("needs nothing for %s and says so", (mode) => {
    const plan = take(ask(always(mode), mode));
    expect(plan).toMatchObject({ argv: [], approvalEffect: "agent-default" });
    expect(plan.notes.join()).toContain("nothing had to be said for it");
  });

  it.each(PERMISSION_MODES.flatMap((mode) => PERMISSION_MODES.map((other) => [mode, other] as const)))(
    "in %s, answers %s",
    (mode, other) => {
      const planned = ask(always(mode), other);
      if (mode === other) expect(planned.ok).toBe(true);
      else expect(codesOf(planned)).toEqual(REFUSED);
    },
  );

  it.each(PERMISSION_MODES.flatMap((mode) => PERMISSION_MODES.map((other) => [mode, other] as const)))(
    "in %s, answers %s alike where it has arguments for every mode, which it does not heed",
    (mode, other) => {
      const planned = ask(withModes(ALL, { approval: { byDefault: "runs", always: mode } }), other);
      if (mode === other) expect(take(planned)).toMatchObject({ argv: [], approvalEffect: "agent-default" });
      else expect(codesOf(planned)).toEqual(REFUSED);
    },
  );

  it("claims no asking of a resumed conversation that runs unasked whatever it is told", () => {
    const parts: Cell["parts"] = [{ slot: "approval", inherits: true, ...ALL }];
    const cell = makeCell({ parts, target: "id", approval: { byDefault: "runs", always: "bypass" } });
    const agent = makeAgent({ launch: { headless: { resume: cell } } });
    const plan = take(ask(agent, "default", { start: "resume", sessionId: ID }));
    expect(plan).toMatchObject({ argv: [], approvalEffect: "agent-default" });
    expect(plan.notes.join()).toContain("runs commands unasked by default");
  });

  it("warns whoever asks for nothing that it runs unasked", () => {
    expect(take(ask(always("bypass"), "default")).notes.join()).toContain("runs commands unasked by default");
    expect(take(ask(always("plan"), "default")).notes.join()).not.toContain("unasked");
  });

  it("is a matter of the launch: another one of the agent asks", () => {
    const asks = { byDefault: "asks", bypassRefusedAsRoot: false } as const;
    const agent = withModes({}, { approval: { byDefault: "runs", always: "bypass" } }, { approval: asks });
    agent.launch.pty = { new: makeCell() };
    expect(codesOf(ask(agent, "ask"))).toEqual(REFUSED);
    expect(take(ask(agent, "ask", { surface: "pty" })).argv).toEqual([]);
  });
});

describe("when an earlier bypass sticks to the conversation", () => {
  const resumed = (modes: Partial<typeof ALL>) => {
    const parts: Cell["parts"] = [{ slot: "approval", inherits: true, ...modes }];
    return makeAgent({ launch: { headless: { resume: makeCell({ parts, target: "id" }) } } });
  };
  const request = { start: "resume", sessionId: ID } as const;

  it.each(PERMISSION_MODES)("takes it back, or takes it again, with %s", (mode) => {
    expect(take(ask(resumed(ALL), mode, request)).argv).toEqual(ALL[mode]);
  });

  it("takes it back unasked, by asking", () => {
    expect(take(ask(resumed(ALL), "default", request)).argv).toEqual(ALL.ask);
  });

  it("never believes that a mode without arguments takes it back", () => {
    for (const mode of ["plan", "ask", "acceptEdits"] as const)
      expect(codesOf(ask(resumed({ [mode]: [] }), mode, request))).toEqual(REFUSED);
    expect(take(ask(resumed({ ask: [] }), "default", request)).approvalEffect).toBe("inherited-unknown");
  });
});

describe("when a bypass is asked for", () => {
  it("says what is known of it first", () => {
    const bypass = {
      means: "prompts-and-sandbox",
      sticks: "everywhere",
      voidIn: ["untrusted-folder" as const],
    } as const;
    const approval = {
      byDefault: "asks",
      bypassRefusedAsRoot: true,
      bypass: { ...bypass, voidIn: [...bypass.voidIn] },
    };
    const agent = withModes(ALL, {}, { approval: { ...approval, byDefault: "asks" } });
    const notes = take(ask(agent, "bypass")).notes.join("\n");
    for (const text of ["as root", "sandbox", "does not trust", "sticks to the conversation"])
      expect(notes).toContain(text);
    expect(take(ask(agent, "plan")).notes).toEqual([]);
  });

  it("sticks in a terminal alone where that was seen", () => {
    const bypass = { means: "prompts", sticks: "terminal", voidIn: [] } as const;
    const agent = withModes(
      ALL,
      {},
      { approval: { byDefault: "asks", bypassRefusedAsRoot: false, bypass: { ...bypass, voidIn: [] } } },
    );
    agent.launch.pty = agent.launch.headless ?? {};
    expect(take(ask(agent, "bypass")).notes).toEqual([]);
    expect(take(ask(agent, "bypass", { surface: "pty" })).notes.join()).toContain("sticks");
  });
});

describe("when the mode is no mode", () => {
  it.each(["yolo", "Plan", "", "constructor", 1])("throws on %j", (mode) => {
    expect(() => ask(withModes(ALL), mode as never)).toThrow(RuntimeError);
  });
});
