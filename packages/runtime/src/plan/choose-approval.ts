import type { Issue, Printable, Result } from "@slipway/errors";
import { msg, refuse, succeed, verbatim } from "@slipway/errors";
import type { Agent, Cell, Part, PermissionMode } from "@slipway/manifest";
import type { ApprovalEffect } from "../launch-plan.js";
import type { LaunchRequest } from "../launch-request.js";
import { runtimeIssue } from "../runtime-error.js";

/** The arguments for the wanted permission mode, and what they achieve. */
export type ChosenApproval = { args: string[]; effect: ApprovalEffect };

/**
 * A mode happens only when asked for and only when it can be said here; one that cannot is refused, never dropped. Where an
 * earlier bypass sticks to the conversation (codex threads do that), the asking mode is said explicitly, so that a resume
 * never runs unasked because of a launch that somebody forgot.
 */
export function chooseApproval(
  agent: Agent,
  cell: Cell,
  request: LaunchRequest,
  notes: Printable[],
): Result<ChosenApproval> {
  const slot = cell.parts.find((part): part is Slot => part.slot === "approval");
  const mode = request.approval ?? "default";
  const habit = cell.approval ?? agent.approval;
  const sticks = request.start !== "new" && slot?.inherits === true;
  if (mode === "bypass") warnOfBypass(agent, request, notes);
  // Before any arguments: what is said to a launch that does not listen promises nothing.
  if (habit.always !== undefined) return judgeAlways(agent, habit.always, mode, notes);

  const wanted = mode === "default" ? (sticks ? "ask" : undefined) : mode;
  const args = wanted === undefined ? undefined : slot?.[wanted];
  // Where a bypass sticks, a mode that needs no argument has nothing to take it back with.
  const isSaid = args !== undefined && (args.length > 0 || !sticks || mode === "bypass");
  if (isSaid) return succeed({ args, effect: "requested" });

  const runsUnasked = habit.byDefault === "runs";
  if (mode === "default") {
    if (sticks) notes.push(msg`a permission bypass of an earlier launch may still be in force in this conversation`);
    if (runsUnasked) notes.push(noteUnasked(agent));
    return succeed({ args: [], effect: sticks ? "inherited-unknown" : "agent-default" });
  }
  if (mode === "bypass" && runsUnasked) return keepDefault(agent, mode, notes);
  if (mode !== "ask")
    return refuse(
      refuseMode(agent, msg`cannot be told to ${MODE_ORDERS[mode]} in this launch`, msg`leave the mode ${mode} out`),
    );
  if (runsUnasked || sticks)
    return refuse(
      refuseMode(agent, msg`cannot be told to ask for permission in this launch`, msg`accept the agent's default`),
    );
  return succeed({ args: [], effect: "agent-default" }, habit.byDefault === "unknown" ? [warnUnproven(agent)] : []);
}

type Slot = Extract<Part, { slot: "approval" }>;

const MODE_DEEDS: Readonly<Record<PermissionMode, string>> = {
  plan: "changes nothing",
  ask: "asks before it acts",
  acceptEdits: "changes files unasked",
  bypass: "runs commands unasked",
};

const MODE_ORDERS: Readonly<Record<Exclude<PermissionMode, "ask">, string>> = {
  plan: "plan only and change nothing",
  acceptEdits: "change files without asking and ask for the rest",
  bypass: "bypass its permission prompts",
};

/** A launch that always runs in one mode: that mode is there already, any other is refused whatever arguments there are. */
function judgeAlways(
  agent: Agent,
  always: PermissionMode,
  mode: PermissionMode | "default",
  notes: Printable[],
): Result<ChosenApproval> {
  if (mode === "default") {
    if (always === "bypass") notes.push(noteUnasked(agent));
    return succeed({ args: [], effect: "agent-default" });
  }
  if (mode === always) return keepDefault(agent, mode, notes);
  const what = msg`${MODE_DEEDS[always]} in this launch, whatever it is told`;
  return refuse(refuseMode(agent, what, msg`accept that, or use another agent`));
}

function keepDefault(agent: Agent, mode: PermissionMode, notes: Printable[]): Result<ChosenApproval> {
  notes.push(msg`${agent.id} already ${MODE_DEEDS[mode]} by default: nothing had to be said for it`);
  return succeed({ args: [], effect: "agent-default" });
}

function noteUnasked({ id }: Agent): Printable {
  return msg`${id} runs commands unasked by default`;
}

/** What is known of the bypass, said before it happens. */
function warnOfBypass(agent: Agent, request: LaunchRequest, notes: Printable[]): void {
  const { bypass, bypassRefusedAsRoot } = agent.approval;
  if (bypassRefusedAsRoot) notes.push(msg`${agent.id} refuses to bypass its permission prompts as root`);
  if (bypass?.means === "prompts-and-sandbox") notes.push(msg`the bypass switches off the sandbox of ${agent.id} too`);
  if (bypass?.means === "most-prompts") notes.push(msg`${agent.id} still asks for what it deems risky`);
  if (bypass?.voidIn.includes("untrusted-folder"))
    notes.push(msg`${agent.id} takes the bypass back, without a word, in a folder that it does not trust`);
  if (bypass?.sticks === "everywhere" || (bypass?.sticks === "terminal" && request.surface === "pty"))
    notes.push(msg`the bypass sticks to the conversation: a later launch has to take it back`);
}

function warnUnproven(agent: Agent): Issue {
  return runtimeIssue({
    code: "RUNTIME_APPROVAL_UNPROVEN",
    severity: "warning",
    message: msg`nobody has shown that ${agent.id} asks for permission by default`,
    hint: msg`watch its first commands`,
  });
}

function refuseMode(agent: Agent, what: Printable, hint: Printable): Issue {
  return runtimeIssue({
    code: "RUNTIME_APPROVAL_NOT_APPLICABLE",
    message: msg`${agent.id} ${verbatim(what)}`,
    hint,
  });
}
