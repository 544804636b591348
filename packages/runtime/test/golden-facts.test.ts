import { readFileSync } from "node:fs";
import type { Agent, Facts } from "@slipway/manifest";
import { applyFacts, parseFacts } from "@slipway/manifest";
import { describe, expect, it } from "vitest";
import type { LaunchRequest } from "../src/index.js";
import { planLaunch } from "../src/index.js";
import { readRoster } from "./golden-plan-row.js";

const NEW_ID = "11111111-1111-4111-8111-111111111111";
const OLD_ID: Record<string, string> = { opencode: "ses_abcdefghijklmnopqrstuvwxyz" };
const SEEN: Record<string, string> = {
  claude: "2.1.332",
  codex: "0.171.0",
  gemini: "0.61.0",
  opencode: "1.18.33",
  qwen: "0.24.4",
  copilot: "1.0.102",
};

function readFacts(): Facts {
  const bytes = readFileSync(new URL("../../catalog/facts.json", import.meta.url));
  const facts = parseFacts(new Uint8Array(bytes), { trust: "first-party" });
  if (!facts.ok) throw new Error("the facts are refused");
  return facts.value;
}

const facts = readFacts();
const agents = new Map(
  readRoster("agents.json").map(({ agent }) => [agent.id, applyFacts(agent, SEEN[agent.id], facts)]),
);

function plan(id: string, request: Omit<LaunchRequest, "cwd">): string {
  const agent = agents.get(id) as Agent;
  const old = OLD_ID[id] ?? "22222222-2222-4222-8222-222222222222";
  const resumed = request.start === "resume" ? { sessionId: old } : {};
  const made = planLaunch(agent, { cwd: "/w", mintId: () => NEW_ID, ...resumed, ...request });
  if (!made.ok) return `refused ${made.issues.map(({ code }) => code).join(" ")}`;
  const words = made.value.argv.map((word) => word.replace(NEW_ID, "S").replace(old, "C"));
  return [id, ...words, ...(made.value.stdin === undefined ? [] : [`< ${made.value.stdin}`])].join(" ");
}

const ALL = { model: "M", approval: "bypass", prompt: "-P" } as const;
const UNSUPPORTED = "refused RUNTIME_CONTINUE_UNSUPPORTED";
const UNDELIVERABLE = "refused RUNTIME_PROMPT_UNDELIVERABLE";
const NO_PROMPT = "refused RUNTIME_PROMPT_UNSUPPORTED";

/** With model, bypass and a prompt that begins with a dash, in a terminal and without: new, resume, continue. */
const ROWS: Record<string, [pty: string[], headless: string[]]> = {
  claude: [
    [
      "claude --model M --session-id S --dangerously-skip-permissions -- -P",
      "claude --model M --resume C --dangerously-skip-permissions -- -P",
      "claude --model M --continue --dangerously-skip-permissions -- -P",
    ],
    [
      "claude --model M --session-id S --dangerously-skip-permissions -p < -P",
      "claude --model M --resume C --dangerously-skip-permissions -p < -P",
      "claude --model M --continue --dangerously-skip-permissions -p < -P",
    ],
  ],
  codex: [
    [
      "codex --no-daemon --model M --dangerously-bypass-approvals-and-sandbox -- -P",
      "codex resume --no-daemon --model M --dangerously-bypass-approvals-and-sandbox C -- -P",
      NO_PROMPT,
    ],
    [
      "codex exec --model M --dangerously-bypass-approvals-and-sandbox --skip-git-repo-check - < -P",
      "codex exec resume --model M --dangerously-bypass-approvals-and-sandbox --skip-git-repo-check C - < -P",
      "codex exec resume --last --model M --dangerously-bypass-approvals-and-sandbox --skip-git-repo-check - < -P",
    ],
  ],
  gemini: [
    [
      "gemini --model M --session-id S --yolo --prompt-interactive=-P",
      "gemini --model M --resume C --yolo --prompt-interactive=-P",
      "gemini --model M --resume latest --yolo --prompt-interactive=-P",
    ],
    [
      "gemini --model M --session-id S --yolo < -P",
      "gemini --model M --resume C --yolo < -P",
      "gemini --model M --resume latest --yolo < -P",
    ],
  ],
  opencode: [
    ["opencode --model M --auto --prompt=-P", NO_PROMPT, UNSUPPORTED],
    ["opencode run --model M --auto < -P", "opencode run --model M -s C --auto < -P", UNSUPPORTED],
  ],
  qwen: [
    ["qwen --model M --session-id S --yolo --prompt-interactive=-P", NO_PROMPT, UNSUPPORTED],
    ["qwen --model M --session-id S --yolo < -P", "qwen --model M --resume C --yolo --prompt=-P", UNSUPPORTED],
  ],
  // Nothing is stated of its terminal: those cells stay as the entry says them, and a bare dash is refused.
  copilot: [
    [UNDELIVERABLE, UNDELIVERABLE, UNSUPPORTED],
    [
      "copilot --model M --session-id S --allow-all-tools < -P",
      "copilot --model M --resume=C --allow-all-tools --prompt=-P",
      UNSUPPORTED,
    ],
  ],
};

describe("when the floor is launched with the facts of the version that was run", () => {
  const table = Object.entries(ROWS).flatMap(([id, surfaces]) =>
    surfaces.flatMap((rows, at) =>
      rows.map((wanted, index) => ({
        id,
        surface: at === 0 ? ("pty" as const) : ("headless" as const),
        start: (["new", "resume", "continue"] as const)[index] ?? "new",
        wanted,
      })),
    ),
  );

  it.each(table)("$id $surface $start: $wanted", ({ id, surface, start, wanted }) => {
    expect(plan(id, { surface, start, ...ALL })).toBe(wanted);
  });

  it("takes back a bypass that sticks to the conversation, unless it is asked for again", () => {
    expect(plan("codex", { surface: "pty", start: "resume" })).toBe(
      "codex resume --no-daemon -s workspace-write -a on-request C",
    );
    expect(plan("codex", { surface: "headless", start: "resume", prompt: "P" })).toBe(
      "codex exec resume --skip-git-repo-check C - < P",
    );
  });

  it.each([
    ["codex", "!touch x"],
    ["claude", "/init"],
    ["claude", "@secret.txt x"],
    ["gemini", "/init"],
    ["gemini", "@secret.txt x"],
    ["qwen", "@secret.txt x"],
    ["copilot", "!touch x"],
  ])("never lets the prompt line of %s run %s", (id, prompt) => {
    expect(plan(id, { surface: "pty", start: "new", prompt })).toBe(UNDELIVERABLE);
  });

  it.each(["qwen", "copilot"])("refuses every prefix that was not tried with %s, also without a terminal", (id) => {
    for (const start of ["new", "resume"] as const)
      for (const sigil of "!/@#&$?")
        expect(plan(id, { surface: "headless", start, prompt: `${sigil}x` })).toBe(UNDELIVERABLE);
  });

  it("knows which agent opens a conversation whose id is in use", () => {
    const opens = [...agents.values()].filter(({ sessionId }) => sessionId.reuse === "opens");
    expect(opens.map(({ id }) => id)).toEqual(["copilot"]);
  });
});

describe("when more than a prompt is given to an agent of the floor", () => {
  const more = { surface: "headless", start: "resume", prompt: "P", tmpdir: "/t" } as const;
  const mcp = { web: { type: "http", url: "https://mcp.test/" } } as const;

  it("goes in front of every other option, in the option's own argument", () => {
    expect(plan("claude", { ...more, systemPrompt: "-s", mcp })).toBe(
      "claude --append-system-prompt-file=/t/system-prompt.txt --mcp-config=/t/mcp.json --resume C -p < P",
    );
    expect(plan("codex", { ...more, files: ["/a.png", "/b.jpg"] })).toBe(
      "codex exec resume --image=/a.png --image=/b.jpg --skip-git-repo-check C - < P",
    );
  });

  it.each(["gemini", "opencode", "qwen", "copilot"])("is refused by %s, of which nothing was shown", (id) => {
    expect(plan(id, { ...more, start: "new", systemPrompt: "s", mcp, files: ["/a.png"] })).toBe(
      "refused RUNTIME_SYSTEM_PROMPT_UNSUPPORTED RUNTIME_MCP_UNSUPPORTED RUNTIME_FILE_UNSUPPORTED",
    );
  });

  it.each([
    ["codex", "resume"],
    ["codex", "-sdanger-full-access"],
    ["claude", "--permission-mode=bypassPermissions"],
    ["claude", "--resume"],
    ["claude", "--continue"],
    ["gemini", "--yolo"],
    ["opencode", "-s"],
  ])("lets no extra argument of %s say %s", (id, argument) => {
    expect(plan(id, { ...more, start: "new", extraArgs: [argument] })).toBe("refused RUNTIME_EXTRA_ARGS_REFUSED");
  });
});
