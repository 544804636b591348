import { readFileSync } from "node:fs";
import type { Agent, PermissionMode } from "@slipway/manifest";
import { applyFacts, PERMISSION_MODES, parseFacts } from "@slipway/manifest";
import { describe, expect, it } from "vitest";
import type { LaunchRequest } from "../src/index.js";
import { planLaunch } from "../src/index.js";
import { readRoster } from "./golden-plan-row.js";

const OLD_ID = "22222222-2222-4222-8222-222222222222";
const SEEN: Record<string, string> = { claude: "2.1.332", codex: "0.171.0", gemini: "0.61.0" };

const parsed = parseFacts(new Uint8Array(readFileSync(new URL("../../catalog/facts.json", import.meta.url))));
const agents = new Map(
  readRoster("agents.json").map(({ agent }) => {
    if (!parsed.ok) throw new Error("the facts are refused");
    return [agent.id, applyFacts(agent, SEEN[agent.id], parsed.value)];
  }),
);

function plan(id: string, approval: PermissionMode, request: Pick<LaunchRequest, "surface" | "start">): string {
  const resumed = request.start === "resume" ? { sessionId: OLD_ID } : {};
  const prompt = request.surface === "headless" ? { prompt: "P" } : {};
  const made = planLaunch(agents.get(id) as Agent, {
    cwd: "/w",
    mintId: () => OLD_ID,
    approval,
    ...resumed,
    ...prompt,
    ...request,
  });
  if (!made.ok) return `refused ${made.issues.map(({ code }) => code).join(" ")}`;
  return made.value.argv.map((word) => (word === OLD_ID ? "ID" : word)).join(" ");
}

const REFUSED = "refused RUNTIME_APPROVAL_NOT_APPLICABLE";
const SKIP = "--dangerously-bypass-approvals-and-sandbox";
const REST = "--skip-git-repo-check";

/** argv of plan, ask, acceptEdits and bypass. */
const ROWS: [id: string, surface: "pty" | "headless", start: "new" | "resume", argv: string[]][] = [
  [
    "claude",
    "pty",
    "new",
    [
      "--session-id ID --permission-mode plan",
      "--session-id ID --permission-mode default",
      "--session-id ID --permission-mode acceptEdits",
      "--session-id ID --dangerously-skip-permissions",
    ],
  ],
  [
    "claude",
    "headless",
    "resume",
    [
      "--resume ID --permission-mode plan -p",
      "--resume ID --permission-mode default -p",
      "--resume ID --permission-mode acceptEdits -p",
      "--resume ID --dangerously-skip-permissions -p",
    ],
  ],
  [
    "codex",
    "pty",
    "new",
    [
      "--no-daemon -s read-only -a on-request",
      "--no-daemon -s workspace-write -a on-request",
      REFUSED,
      `--no-daemon ${SKIP}`,
    ],
  ],
  [
    "codex",
    "pty",
    "resume",
    [
      "resume --no-daemon -s read-only -a on-request ID",
      "resume --no-daemon -s workspace-write -a on-request ID",
      REFUSED,
      `resume --no-daemon ${SKIP} ID`,
    ],
  ],
  [
    "codex",
    "headless",
    "new",
    [`exec --sandbox read-only ${REST} -`, `exec ${REST} -`, REFUSED, `exec ${SKIP} ${REST} -`],
  ],
  ["codex", "headless", "resume", [REFUSED, `exec resume ${REST} ID -`, REFUSED, `exec resume ${SKIP} ${REST} ID -`]],
  [
    "gemini",
    "pty",
    "new",
    [
      "--session-id ID --approval-mode plan",
      "--session-id ID --approval-mode default",
      "--session-id ID --approval-mode auto_edit",
      "--session-id ID --yolo",
    ],
  ],
  [
    "gemini",
    "headless",
    "resume",
    [
      "--resume ID --approval-mode plan",
      "--resume ID --approval-mode default",
      "--resume ID --approval-mode auto_edit",
      "--resume ID --yolo",
    ],
  ],
];

describe("when a real agent is asked for a permission mode", () => {
  it.each(ROWS)("%s %s %s says it or refuses it", (id, surface, start, argv) => {
    expect(PERMISSION_MODES.map((mode) => plan(id, mode, { surface, start }))).toEqual(argv);
  });

  it.each(["opencode", "goose", "amp"])("%s, of which no mode is known, refuses plan and acceptEdits", (id) => {
    for (const mode of ["plan", "acceptEdits"] as const)
      expect(plan(id, mode, { surface: "pty", start: "new" })).toBe(REFUSED);
  });
});
