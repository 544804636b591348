import type { Issue, Printable, Result } from "@slipway/errors";
import { msg, refuse, succeed, verbatim } from "@slipway/errors";
import type { Agent, Cell, Part } from "@slipway/manifest";
import type { ApprovalEffect } from "../launch-plan.js";
import type { LaunchRequest } from "../launch-request.js";
import { runtimeIssue } from "../runtime-error.js";

/** The arguments for the wanted permission mode, and what they achieve. */
export type ChosenApproval = { args: string[]; effect: ApprovalEffect };

/**
 * Permission mode has three states. A bypass happens only when asked for and only when it can be said; where an earlier
 * bypass sticks to the conversation (codex threads do that), the asking mode is said explicitly, so that a resume never
 * runs unasked because of a launch that somebody forgot.
 */
export function chooseApproval(
  agent: Agent,
  cell: Cell,
  request: LaunchRequest,
  notes: Printable[],
): Result<ChosenApproval> {
  const slot = cell.parts.find((part): part is Extract<Part, { slot: "approval" }> => part.slot === "approval");
  const mode = request.approval ?? "default";
  const unasked = agent.approval.byDefault === "runs";

  if (mode === "bypass") {
    if (agent.approval.bypassRefusedAsRoot)
      notes.push(msg`${agent.id} refuses to bypass its permission prompts as root`);
    if (slot?.bypass !== undefined) return succeed({ args: slot.bypass, effect: "requested" });
    if (unasked) {
      notes.push(msg`${agent.id} already runs commands unasked by default: nothing had to be said for the bypass`);
      return succeed({ args: [], effect: "agent-default" });
    }
    return refuse(
      refuseMode(agent, msg`cannot be told to bypass its permission prompts in this launch`, msg`leave the bypass out`),
    );
  }

  const sticks = request.start !== "new" && slot?.inherits === true;
  if (slot?.ask !== undefined && (mode === "ask" || sticks)) return succeed({ args: slot.ask, effect: "requested" });
  if (mode === "default") {
    if (sticks) notes.push(msg`a permission bypass of an earlier launch may still be in force in this conversation`);
    if (unasked) notes.push(msg`${agent.id} runs commands unasked by default`);
    return succeed({ args: [], effect: sticks ? "inherited-unknown" : "agent-default" });
  }
  if (unasked || sticks)
    return refuse(
      refuseMode(agent, msg`cannot be told to ask for permission in this launch`, msg`accept the agent's default`),
    );
  const issues: Issue[] = [];
  if (agent.approval.byDefault === "unknown")
    issues.push(
      runtimeIssue({
        code: "RUNTIME_APPROVAL_UNPROVEN",
        severity: "warning",
        message: msg`nobody has shown that ${agent.id} asks for permission by default`,
        hint: msg`watch its first commands`,
      }),
    );
  return succeed({ args: [], effect: "agent-default" }, issues);
}

function refuseMode(agent: Agent, what: Printable, hint: Printable): Issue {
  return runtimeIssue({
    code: "RUNTIME_APPROVAL_NOT_APPLICABLE",
    message: msg`${agent.id} ${verbatim(what)}`,
    hint,
  });
}
