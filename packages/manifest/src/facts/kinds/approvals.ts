import type { ArgTemplate, Cell, Part } from "../../agent.js";
import { approvalPart } from "../../compile/shared-parts.js";
import type { ModeArgs, PermissionMode } from "../../permission-modes.js";
import { PERMISSION_MODES } from "../../permission-modes.js";

/** What permissions do in a launch, by name. The bypass itself is always the entry's own. */
export const APPROVAL_KINDS = Object.freeze([
  /** The bypass of the entry, remembered by nothing. */
  "plain",
  /** No permission argument is taken in this launch. */
  "none",
  /** It always runs commands unasked and has nothing that changes it. */
  "always-bypass",
  /** A bypass of an earlier launch sticks to the conversation, and nothing takes it back. */
  "inherits",
  /** The same, and sandbox and approval options take it back. */
  "inherits-reset",
  /** `--permission-mode`: plan, default, acceptEdits. */
  "permission-mode",
  /** `--approval-mode`: plan, default, auto_edit. */
  "approval-mode",
  /** `--sandbox read-only` for a plan. */
  "sandbox",
  /** It runs unasked until `--auto-approve false`. */
  "off-switch",
] as const);

/** One of {@link APPROVAL_KINDS}. */
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** Whether an earlier bypass is still in force when a conversation is resumed. */
export function inheritsBypass(kind: ApprovalKind): boolean {
  return kind === "inherits" || kind === "inherits-reset";
}

/** The permission part of a kind, around the entry's own bypass arguments. */
export function makeApproval(kind: ApprovalKind, bypass: readonly ArgTemplate[]): Part[] {
  const own: ModeArgs = bypass.length === 0 ? {} : { bypass: [...bypass] };
  const slot = (modes: ModeArgs, inherits = false): Part[] => [{ slot: "approval", ...own, ...modes, inherits }];
  switch (kind) {
    case "plain":
      return approvalPart(bypass);
    case "none":
    case "always-bypass":
      return [];
    case "inherits":
      return slot({}, true);
    case "inherits-reset":
      // Sandbox and approvals both: each is remembered by itself.
      return slot(
        {
          plan: ["-s", "read-only", "-a", "on-request"],
          ask: ["-s", "workspace-write", "-a", "on-request"],
        },
        true,
      );
    case "permission-mode":
      return slot({
        plan: ["--permission-mode", "plan"],
        // Newer versions list `manual` and still take `default`, the one word that every version takes.
        ask: ["--permission-mode", "default"],
        acceptEdits: ["--permission-mode", "acceptEdits"],
      });
    case "approval-mode":
      return slot({
        plan: ["--approval-mode", "plan"],
        ask: ["--approval-mode", "default"],
        acceptEdits: ["--approval-mode", "auto_edit"],
      });
    case "sandbox":
      return slot({ plan: ["--sandbox", "read-only"] });
    case "off-switch":
      return slot({ ask: ["--auto-approve", "false"] });
  }
}

/** The modes for which a kind has arguments of its own; the entry's bypass is not among them. */
export function listOwnModes(kind: ApprovalKind): PermissionMode[] {
  const slots = makeApproval(kind, []).filter((part) => part.slot === "approval");
  return PERMISSION_MODES.filter((mode) => slots.some((slot) => slot[mode] !== undefined));
}

/** What a kind says of the cell beyond its arguments. */
export function describeHabit(kind: ApprovalKind): Pick<Cell, "approval"> {
  if (kind === "always-bypass") return { approval: { byDefault: "runs", always: "bypass" } };
  if (kind === "off-switch") return { approval: { byDefault: "runs" } };
  return {};
}
