import type { Agent } from "@slipway/manifest";
import { describe, expect, it } from "vitest";
import type { LaunchRequest } from "../src/index.js";
import { planLaunch } from "../src/index.js";
import { PLUGIN_AGENTS } from "./golden-plugin-agents.js";

const HEX = "22222222-2222-4222-8222-222222222222";
const IDS: Readonly<Record<string, string>> = { opencode: "ses_abcDEF123", kimi: `session_${HEX}` };
const MODELS: Readonly<Record<string, string>> = { claude: "opus-5", codex: "gpt-5-codex", gemini: "2.5-pro" };
const idOf = (agent: Agent) => IDS[agent.id] ?? HEX;
const find = (id: string) => PLUGIN_AGENTS.find((agent) => agent.id === id) as Agent;

/** argv as the reference's table writes it; `""` is an empty argument. */
function plan(agent: Agent, request: Omit<LaunchRequest, "cwd">): string {
  const made = planLaunch(agent, {
    cwd: "/dir",
    mintId: () => idOf(agent),
    ...(request.start === "resume" ? { sessionId: idOf(agent) } : {}),
    ...request,
  });
  if (!made.ok) return `refused ${made.issues.map(({ code }) => code).join(" ")}`;
  const words = ["B", ...made.value.argv].map((word) => (word === "" ? '""' : word));
  const text = words.map((word) => (word === idOf(agent) ? "ID" : word === "/dir" ? "DIR" : word));
  const shown = text.map((word) => (word === MODELS[agent.id] ? "M" : word)).join(" ");
  return made.value.paste === undefined ? shown : `${shown} | typed ${made.value.paste}`;
}

const REFUSED = "refused RUNTIME_MODEL_UNSUPPORTED";
const KEPT = "refused RUNTIME_MODEL_RESUME_OVERRIDE";

/** new; new with bypass; new with model; resume; resume with bypass; resume with model. */
const LAUNCHES: Readonly<Record<string, readonly string[]>> = {
  claude: [
    "B --session-id ID",
    "B --session-id ID --dangerously-skip-permissions",
    "B --session-id ID --model M",
    "B --resume ID",
    "B --resume ID --dangerously-skip-permissions",
    "B --resume ID --model M",
  ],
  opencode: ["B DIR", "B DIR", REFUSED, "B DIR --session ID", "B DIR --session ID", REFUSED],
  codex: [
    "B --cd DIR",
    "B --cd DIR --dangerously-bypass-approvals-and-sandbox",
    "B --cd DIR --model M",
    "B resume ID",
    "refused RUNTIME_APPROVAL_NOT_APPLICABLE",
    KEPT,
  ],
  gemini: [
    "B --session-id ID",
    "B --session-id ID --yolo --skip-trust",
    "B --session-id ID --model M",
    "B --resume ID",
    "B --resume ID --yolo --skip-trust",
    KEPT,
  ],
  antigravity: [
    "B",
    "B --dangerously-skip-permissions",
    REFUSED,
    "B --conversation ID",
    "B --conversation ID --dangerously-skip-permissions",
    REFUSED,
  ],
  kimi: ["B", "B -y", REFUSED, "B -S ID", "B -S ID -y", REFUSED],
  shell: ["B -l", "B -l", REFUSED, "B -l", "B -l", REFUSED],
};

/** Fixed conversations of a check: new and resume. */
const CHECKS: Readonly<Record<string, readonly [string, string]>> = {
  claude: [
    'B --print --tools "" --disable-slash-commands --session-id ID MSG',
    'B --print --tools "" --disable-slash-commands --resume ID MSG',
  ],
  codex: [
    "B exec --sandbox read-only --skip-git-repo-check --json MSG",
    "B exec --sandbox read-only --skip-git-repo-check --json resume ID --json MSG",
  ],
  opencode: ["B run --pure --format json MSG", "B run --pure --format json --session ID MSG"],
  gemini: [
    "B --approval-mode default --session-id ID --prompt MSG",
    "B --approval-mode default --resume ID --prompt MSG",
  ],
  kimi: ["B --prompt MSG", "B --prompt MSG --session ID"],
  antigravity: [
    "B --print MSG --disable-slash-commands --print-timeout 60s",
    "B --print MSG --disable-slash-commands --print-timeout 60s --conversation ID",
  ],
  shell: ["B -l | typed MSG", "B -l | typed MSG"],
};

const table = Object.entries(LAUNCHES).flatMap(([id, rows]) =>
  rows.map((wanted, index) => {
    const agent = find(id);
    const wish = ["none", "bypass", "model"][index % 3] as "none" | "bypass" | "model";
    const request: Omit<LaunchRequest, "cwd"> = {
      surface: "pty",
      start: index < 3 ? "new" : "resume",
      ...(wish === "bypass" ? { approval: "bypass" } : {}),
      ...(wish === "model" ? { model: MODELS[id] ?? "some-model" } : {}),
    };
    return { id, start: request.start, wish, wanted, agent, request };
  }),
);

describe("when the plugin format's first-party agents are written in the launch model", () => {
  it("has a row for every launch of the reference", () => {
    expect(table).toHaveLength(42);
    expect(PLUGIN_AGENTS.map(({ id }) => id)).toEqual(Object.keys(LAUNCHES));
    expect(Object.keys(CHECKS).sort()).toEqual(Object.keys(LAUNCHES).sort());
  });

  it.each(table)("gives $id $start with $wish: $wanted", ({ wanted, agent, request }) => {
    expect(plan(agent, request)).toBe(wanted);
  });

  it.each(Object.entries(CHECKS))("gives the check of %s", (id, [fresh, resumed]) => {
    const request = { surface: "probe", prompt: "MSG" } as const;
    expect(plan(find(id), { ...request, start: "new" })).toBe(fresh);
    expect(plan(find(id), { ...request, start: "resume" })).toBe(resumed);
  });

  it("puts the model before the bypass", () => {
    const request = { surface: "pty", start: "new", model: "opus", approval: "bypass" } as const;
    expect(plan(find("claude"), request)).toBe("B --session-id ID --model M --dangerously-skip-permissions");
  });

  it("differs in one row: the reference drops a bypass on resume without a word", () => {
    const launch = { surface: "pty", start: "resume" } as const;
    expect(plan(find("codex"), { ...launch, approval: "bypass" })).toMatch(/^refused/);
    expect(plan(find("codex"), launch)).toBe("B resume ID");
  });

  it("refuses an id that is not of the agent's pattern, wherever it would stand in argv", () => {
    for (const agent of PLUGIN_AGENTS)
      for (const surface of ["pty", "probe"] as const)
        for (const sessionId of ["-x", "--yolo", `${idOf(agent)} --yolo`, "../x"]) {
          const prompt = surface === "probe" ? { prompt: "MSG" } : {};
          expect(plan(agent, { surface, start: "resume", sessionId, ...prompt })).toBe(
            "refused RUNTIME_SESSION_ID_INVALID",
          );
        }
  });

  it("asks a program for its version with one argument, and nothing else", () => {
    for (const agent of PLUGIN_AGENTS) expect([agent.id, agent.version]).toEqual([agent.id, ["--version"]]);
  });

  it("says how a person signs in, apart from every launch", () => {
    const shown = PLUGIN_AGENTS.map(({ id, signIn }) => [id, signIn && ["B", ...signIn.args].join(" ")]);
    expect(Object.fromEntries(shown)).toEqual({
      claude: "B auth login",
      opencode: "B auth login",
      codex: "B login",
      gemini: "B",
      antigravity: "B",
      kimi: "B login",
      shell: undefined,
    });
  });

  it("keeps the launches apart that an agent has not: no headless turn, no newest conversation", () => {
    for (const agent of PLUGIN_AGENTS) {
      expect(plan(agent, { surface: "headless", start: "new", prompt: "MSG" })).toBe(
        "refused RUNTIME_SURFACE_UNSUPPORTED",
      );
      expect(plan(agent, { surface: "pty", start: "continue" })).toBe("refused RUNTIME_CONTINUE_UNSUPPORTED");
    }
  });

  it("is plain JSON", () => {
    expect(JSON.parse(JSON.stringify(PLUGIN_AGENTS))).toEqual(PLUGIN_AGENTS);
  });
});
