import { describe, expect, it } from "vitest";
import type { Agent, AgentEntry } from "../src/index.js";
import { agentFromEntry } from "../src/index.js";
import { drawCell, EXAMPLE_ENTRY } from "./make-document.js";

function compile(changes: Partial<AgentEntry> = {}): Agent {
  const entry = { ...EXAMPLE_ENTRY, adapter: "cli", ...changes } as AgentEntry;
  if ("capture" in changes && changes.capture === undefined) delete entry.capture;
  const result = agentFromEntry(entry, { trust: "signed" });
  if (!result.ok) throw new Error("refused");
  return result.value;
}
const headless = (print: string[], flags: AgentEntry["flags"] = {}) =>
  drawCell(compile({ flags: { ...flags, print }, capture: undefined as never }).launch.headless?.new);

describe("when an entry is compiled", () => {
  it("keeps the reference's token order in a terminal", () => {
    const { pty } = compile().launch;
    expect(drawCell(pty?.new)).toBe(
      "[model --model {MODEL}] --session-id {UUID} [bypass --yolo] [extra] [prompt]\n" +
        "prompt optional: argv {PROMPT} not !/@#&$?\n" +
        "own-id: pty running ([0-9a-f-]{36})",
    );
    expect(drawCell(pty?.resume)).toBe(
      "[model --model {MODEL}] --resume {UUID} [bypass --yolo] [extra] [prompt]\n" +
        "prompt optional: argv {PROMPT} not !/@#&$?\n" +
        "id:",
    );
    expect(pty?.continue).toBeUndefined();
  });

  it("says where everything came from", () => {
    const agent = compile({ command: "gh copilot run", id: "my-agent" });
    expect(agent.program).toEqual({
      names: ["gh"],
      prefix: ["copilot", "run"],
      searchPaths: [],
      envVar: "SLIPWAY_BIN_MY_AGENT",
    });
    expect(agent).toMatchObject({
      trust: "signed",
      origins: { command: "signed", launch: "signed", capture: "signed", bypass: "signed", display: "signed" },
      facts: { applied: false, note: "NO_FACTS" },
      environment: [],
    });
  });

  it("is plain JSON that comes back as it was", () => {
    const agent = compile();
    expect(JSON.parse(JSON.stringify(agent))).toEqual(agent);
  });

  it("shares no array with the entry", () => {
    const flags = { resume: ["--resume", "{UUID}"] };
    const agent = compile({ flags });
    flags.resume.push("--changed");
    expect(drawCell(agent.launch.pty?.resume)).not.toContain("--changed");
  });
});

describe("when resume names no id", () => {
  it("compiles to continue alone", () => {
    const agent = compile({ flags: { resume: ["--continue"] }, capture: undefined as never });
    expect(agent.launch.pty?.resume).toBeUndefined();
    expect(drawCell(agent.launch.pty?.continue)).toMatch(/^--continue \[extra\] \[prompt\]\n.*\nlast-in-folder:$/s);
    expect(agent.sessionId.minter).toBe("none");
    expect(agent.launch.pty?.new?.target).toBe("none");
  });

  it("gives continue and, from capture, resume", () => {
    const agent = compile({
      flags: { resume: ["resume", "--last"] },
      capture: { pattern: "id: ([a-z]+)", resume: ["resume", "{UUID}"] },
    });
    expect(drawCell(agent.launch.pty?.resume)).toMatch(/^resume \{UUID\} /);
    expect(drawCell(agent.launch.pty?.continue)).toMatch(
      /^resume --last .*last-in-folder: pty running id: \(\[a-z\]\+\)$/s,
    );
    expect(agent.launch.pty?.new?.target).toBe("minted");
    expect(agent.sessionId.minter).toBe("agent");
  });

  it("prefers the resume group that names the id over the capture's", () => {
    expect(drawCell(compile().launch.pty?.resume)).toContain("--resume {UUID}");
  });
});

describe("when a group is absent or empty", () => {
  it("has no slot, which is the refusal", () => {
    for (const flags of [{}, { session: [], resume: [], model: [], autoApprove: [], print: [] }]) {
      const agent = compile({ flags, capture: undefined as never });
      expect(drawCell(agent.launch.pty?.new)).toMatch(/^\[extra\] \[prompt\]\n/);
      expect(agent.launch).not.toHaveProperty("headless");
      expect(agent.launch.pty).not.toHaveProperty("resume");
      expect(agent.model).toEqual({ accepts: "none", list: [] });
    }
  });
});

describe("when the print group is compiled", () => {
  const flags = { model: ["-m", "{MODEL}"], autoApprove: ["--auto"] };
  it.each([
    [["-p", "{PROMPT}"], "[model -m {MODEL}] [bypass --auto] [extra] [prompt]", "argv -p {PROMPT}"],
    [["-p", "--", "{PROMPT}"], "[model -m {MODEL}] [bypass --auto] -p [extra] [prompt]", "argv -- {PROMPT} dash-safe"],
    [["--prompt={PROMPT}"], "[model -m {MODEL}] [bypass --auto] [extra] [prompt]", "argv --prompt={PROMPT} dash-safe"],
    [["run", "{PROMPT}"], "run [model -m {MODEL}] [bypass --auto] [extra] [prompt]", "argv {PROMPT}"],
    [
      ["run", "--", "{PROMPT}"],
      "run [model -m {MODEL}] [bypass --auto] [extra] [prompt]",
      "argv -- {PROMPT} dash-safe",
    ],
    [
      ["exec", "--skip", "-q", "--", "{PROMPT}"],
      "exec [model -m {MODEL}] [bypass --auto] --skip -q [extra] [prompt]",
      "argv -- {PROMPT} dash-safe",
    ],
    [
      ["--print", "{PROMPT}", "--quiet"],
      "[model -m {MODEL}] [bypass --auto] [extra] [prompt] --quiet",
      "argv --print {PROMPT}",
    ],
    [["ask", "--", "x", "{PROMPT}"], "ask [model -m {MODEL}] [bypass --auto] [extra] [prompt]", "argv -- x {PROMPT}"],
    [["{PROMPT}"], "[model -m {MODEL}] [bypass --auto] [extra] [prompt]", "argv {PROMPT}"],
    [["--x", "say {PROMPT}"], "[model -m {MODEL}] [bypass --auto] [extra] [prompt]", "argv --x say {PROMPT}"],
    [["--a={PROMPT}", "{PROMPT}"], "[model -m {MODEL}] [bypass --auto] [extra] [prompt]", "argv --a={PROMPT} {PROMPT}"],
  ])("puts everything of %j in its place", (print, parts, delivery) => {
    expect(headless(print, flags).split("\n").slice(0, 2)).toEqual([parts, `prompt required: ${delivery} not !/@#&$?`]);
  });

  it("listens on both streams for a captured id, and knows a supplied one", () => {
    const captured = compile({ flags: { print: ["-p", "{PROMPT}"] } });
    expect(drawCell(captured.launch.headless?.new)).toMatch(/minted: stdout running .*; stderr running /);
    const supplied = compile({ flags: { print: ["--id", "{UUID}", "-p", "{PROMPT}"] }, capture: undefined as never });
    expect(supplied.launch.headless?.new).toMatchObject({ target: "own-id", idEvents: [] });
  });

  it("always has one place for the user's own arguments, before any --", () => {
    for (const print of [
      ["-p", "{PROMPT}"],
      ["run", "--", "{PROMPT}"],
      ["--a", "--", "b", "{PROMPT}", "c"],
    ]) {
      const parts = compile({ flags: { print } }).launch.headless?.new?.parts ?? [];
      const extra = parts.findIndex((part) => part.slot === "extra");
      expect(parts.filter((part) => part.slot === "extra")).toHaveLength(1);
      const before = parts.slice(0, extra).flatMap((part) => (part.slot === "args" ? part.args : []));
      expect(before).not.toContain("--");
    }
  });
});

describe("when an entry was merged from several layers", () => {
  const merge = (origins: Agent["origins"]) => {
    const entry = { ...EXAMPLE_ENTRY, adapter: "cli" } as AgentEntry;
    const result = agentFromEntry(entry, { trust: "first-party", origins });
    if (!result.ok) throw new Error("refused");
    return result.value;
  };

  it.each(["command", "launch", "capture", "bypass"] as const)("has the lowest trust of its parts: %s", (part) => {
    expect(merge({ [part]: "local" })).toMatchObject({ trust: "local", origins: { [part]: "local" } });
    expect(merge({ [part]: "signed" }).trust).toBe("signed");
  });

  it("is not lowered by what is only shown", () => {
    expect(merge({ display: "local" })).toMatchObject({ trust: "first-party", origins: { display: "local" } });
  });

  it("refuses an origin that is no level of trust", () => {
    expect(() => merge({ launch: "trusted" as never })).toThrow("trust is none of the three");
  });
});
