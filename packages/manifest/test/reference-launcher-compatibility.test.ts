import { describe, expect, it } from "vitest";
import { parseAgentsJson } from "../src/index.js";
import { makeAgentsJson, renderArgv } from "./make-document.js";
import { readCatalog } from "./read-catalog.js";

const cli = { adapter: "cli" };

/** The four entries as the reference launcher ships them (roster of 2026-09-12). */
const PUBLISHED = [
  {
    ...cli,
    id: "claude",
    name: "Claude Code",
    command: "claude",
    flags: {
      session: ["--session-id", "{UUID}"],
      resume: ["--resume", "{UUID}"],
      model: ["--model", "{MODEL}"],
      autoApprove: ["--dangerously-skip-permissions"],
      print: ["-p", "{PROMPT}"],
    },
  },
  {
    ...cli,
    id: "codex",
    name: "Codex CLI",
    command: "codex",
    flags: {
      resume: ["resume", "--last"],
      model: ["--model", "{MODEL}"],
      autoApprove: ["--dangerously-bypass-approvals-and-sandbox"],
    },
  },
  {
    ...cli,
    id: "gemini",
    name: "Gemini CLI",
    command: "gemini",
    flags: {
      session: ["--session-id", "{UUID}"],
      resume: ["--resume", "{UUID}"],
      model: ["--model", "{MODEL}"],
      autoApprove: ["--yolo"],
    },
  },
  {
    ...cli,
    id: "opencode",
    name: "Opencode",
    command: "opencode",
    flags: { model: ["--model", "{MODEL}"], autoApprove: ["--auto"], print: ["run", "{PROMPT}"] },
    capture: { pattern: "([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})", resume: ["-s", "{UUID}"] },
  },
];

/**
 * Rows of the reference launcher: first; first and prompt; first and model; first and auto-approve; all; resume; resume
 * with model and auto-approve; print; print with model and auto-approve. A resume without an id is asked as `continue`.
 */
const ROWS: Record<string, string[]> = {
  claude: [
    "claude --session-id S",
    "claude --session-id S P",
    "claude --model M --session-id S",
    "claude --session-id S --dangerously-skip-permissions",
    "claude --model M --session-id S --dangerously-skip-permissions P",
    "claude --resume S",
    "claude --model M --resume S --dangerously-skip-permissions",
    "claude -p P",
    "claude --model M --dangerously-skip-permissions -p P",
  ],
  codex: [
    "codex",
    "codex P",
    "codex --model M",
    "codex --dangerously-bypass-approvals-and-sandbox",
    "codex --model M --dangerously-bypass-approvals-and-sandbox P",
    "codex resume --last",
    "codex --model M resume --last --dangerously-bypass-approvals-and-sandbox",
    "refused",
    "refused",
  ],
  gemini: [
    "gemini --session-id S",
    "gemini --session-id S P",
    "gemini --model M --session-id S",
    "gemini --session-id S --yolo",
    "gemini --model M --session-id S --yolo P",
    "gemini --resume S",
    "gemini --model M --resume S --yolo",
    "refused",
    "refused",
  ],
  opencode: [
    "opencode",
    "opencode P",
    "opencode --model M",
    "opencode --auto",
    "opencode --model M --auto P",
    "opencode -s S",
    "opencode --model M -s S --auto",
    "opencode run P",
    "opencode run --model M --auto P",
  ],
};

/** Where the floor says something else on purpose, by row; `packages/catalog/CORRECTIONS.md` has the reasons. */
const DIFFERENT: Record<string, Record<number, string>> = {
  claude: { 7: "claude -p -- P", 8: "claude --model M --dangerously-skip-permissions -p -- P" },
  codex: {
    7: "codex exec --skip-git-repo-check -- P",
    8: "codex exec --model M --dangerously-bypass-approvals-and-sandbox --skip-git-repo-check -- P",
  },
  gemini: { 7: "gemini --prompt=P", 8: "gemini --model M --yolo --prompt=P" },
  opencode: { 7: "opencode run -- P", 8: "opencode run --model M --auto -- P" },
};

type Agents = ReturnType<typeof readCatalog>["agents"];

function renderRows(agents: Agents, id: string): string[] {
  const agent = agents.find((one) => one.id === id);
  if (agent === undefined) throw new Error(id);
  const { pty, headless } = agent.launch;
  const again = id === "codex" ? pty?.continue : pty?.resume;
  const [model, bypass, prompt, S] = ["M", true, "P", "S"];
  return [
    renderArgv(agent, pty?.new, { id: S }),
    renderArgv(agent, pty?.new, { id: S, prompt }),
    renderArgv(agent, pty?.new, { id: S, model }),
    renderArgv(agent, pty?.new, { id: S, bypass }),
    renderArgv(agent, pty?.new, { id: S, model, bypass, prompt }),
    renderArgv(agent, again, { id: S }),
    renderArgv(agent, again, { id: S, model, bypass }),
    renderArgv(agent, headless?.new, { prompt }),
    renderArgv(agent, headless?.new, { model, bypass, prompt }),
  ];
}

describe("when the reference launcher's own roster is read", () => {
  const { agents, issues } = parseAgentsJson(makeAgentsJson(...PUBLISHED), { trust: "signed" });

  it("is accepted as it is", () => {
    expect(issues).toEqual([]);
  });

  it.each(Object.keys(ROWS))("gives the same argv for %s", (id) => {
    expect(renderRows(agents, id)).toEqual(ROWS[id]);
  });
});

describe("when the floor is read without facts", () => {
  it.each(Object.keys(ROWS))("differs for %s only where it is meant to", (id) => {
    const wanted = (ROWS[id] as string[]).map((row, index) => DIFFERENT[id]?.[index] ?? row);
    expect(renderRows(readCatalog().agents, id)).toEqual(wanted);
  });
});
