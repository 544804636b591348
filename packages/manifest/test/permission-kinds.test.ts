import { describe, expect, it } from "vitest";
import type { ApprovalKind, FactRow, Part } from "../src/index.js";
import { APPROVAL_KINDS, agentFromEntry, applyFacts } from "../src/index.js";

const ROW: FactRow = {
  agent: "bird",
  program: "bird",
  versions: "*",
  sessionId: { minter: "agent", reuse: "refused", pattern: "^b_[a-z]{8}$" },
  approval: { byDefault: "asks", bypassRefusedAsRoot: false },
  exits: [],
  environment: [],
  evidence: { how: "run", version: "1.2.3" },
};

function compile(approval: ApprovalKind, autoApprove = ["--yolo"]) {
  const entry = { id: "bird", name: "Bird", command: "bird", adapter: "cli", flags: { autoApprove } } as const;
  const agent = agentFromEntry({ ...entry, flags: { autoApprove } }, { trust: "first-party" });
  if (!agent.ok) throw new Error("refused");
  const cell = { kind: "run", prompt: [], idEvents: [], approval, switches: [] } as const;
  const row: FactRow = { ...ROW, headless: { new: { ...cell, prompt: [], idEvents: [], switches: [] } } };
  const { launch } = applyFacts(agent.value, "1.2.3", { rows: [row], updatedAt: "2026-11-30" });
  const made = launch.headless?.new;
  if (made === undefined) throw new Error("no cell");
  return { part: made.parts.find((part) => part.slot === "approval"), approval: made.approval };
}

describe("when a fact names what permissions do in a launch", () => {
  const modes: Record<ApprovalKind, Partial<Part> | undefined> = {
    plain: { bypass: ["--yolo"], inherits: false },
    none: undefined,
    "always-bypass": undefined,
    inherits: { bypass: ["--yolo"], inherits: true },
    "inherits-reset": {
      bypass: ["--yolo"],
      plan: ["-s", "read-only", "-a", "on-request"],
      ask: ["-s", "workspace-write", "-a", "on-request"],
      inherits: true,
    },
    "permission-mode": {
      bypass: ["--yolo"],
      plan: ["--permission-mode", "plan"],
      ask: ["--permission-mode", "default"],
      acceptEdits: ["--permission-mode", "acceptEdits"],
      inherits: false,
    },
    "approval-mode": {
      bypass: ["--yolo"],
      plan: ["--approval-mode", "plan"],
      ask: ["--approval-mode", "default"],
      acceptEdits: ["--approval-mode", "auto_edit"],
      inherits: false,
    },
    sandbox: { bypass: ["--yolo"], plan: ["--sandbox", "read-only"], inherits: false },
    "off-switch": { bypass: ["--yolo"], ask: ["--auto-approve", "false"], inherits: false },
  };

  it.each(APPROVAL_KINDS)("gives %s exactly its arguments by mode", (kind) => {
    const wanted = modes[kind];
    expect(compile(kind).part).toEqual(wanted === undefined ? undefined : { slot: "approval", ...wanted });
  });

  it("says of the launch what it does without arguments", () => {
    expect(compile("always-bypass").approval).toEqual({ byDefault: "runs", always: "bypass" });
    expect(compile("off-switch").approval).toEqual({ byDefault: "runs" });
    expect(compile("plain").approval).toBeUndefined();
  });

  it.each(APPROVAL_KINDS)("never gives %s a bypass that the entry has not", (kind) => {
    expect(compile(kind, []).part ?? {}).not.toHaveProperty("bypass");
  });
});
