import type { Issue, Printable } from "@slipway/errors";
import { msg } from "@slipway/errors";
import type { Agent, ArgTemplate, Cell } from "@slipway/manifest";
import { findSecurityFlag, PERMISSION_MODES } from "@slipway/manifest";
import type { LaunchRequest } from "../launch-request.js";
import { runtimeIssue } from "../runtime-error.js";
import { EXTRA_ARGS_MAX } from "./argv-limits.js";
import { isWellFormed } from "./choose-delivery.js";

/**
 * Judges the user's own arguments. What the request has a member for is refused here: an option that sets the permission
 * mode, the model or the conversation behind the plan's back would make the plan, the record and every later resume say
 * something else than what runs. An option that can set anything is let through and said.
 */
export function checkExtraArgs(agent: Agent, cell: Cell, request: LaunchRequest, notes: Printable[]): Issue[] {
  const extra = request.extraArgs ?? [];
  if (extra.length === 0) return [];
  if (!cell.parts.some((part) => part.slot === "extra"))
    return [refuseExtra(msg`this launch takes no extra arguments`, msg`leave them out`)];
  if (extra.length > EXTRA_ARGS_MAX)
    return [refuseExtra(msg`more than ${EXTRA_ARGS_MAX} extra arguments`, msg`leave some out`)];
  const known = collectOptions(agent);
  return extra.flatMap((argument) => {
    const why = judgeForm(argument);
    if (why !== undefined) return [refuseExtra(why, msg`leave the argument out`)];
    return judgeMeaning(agent, argument, request, known, notes);
  });
}

function judgeForm(argument: string): Printable | undefined {
  // After a lone `--` the agent would read its own options that follow, and the prompt's `--`, as prompt text.
  if (argument === "--") return msg`the extra argument -- would end the options that follow it`;
  if (argument.includes("\0")) return msg`an extra argument holds a NUL character`;
  return isWellFormed(argument) ? undefined : msg`the extra argument ${argument} has no UTF-8 form`;
}

function judgeMeaning(
  agent: Agent,
  argument: string,
  request: LaunchRequest,
  known: KnownOptions,
  notes: Printable[],
): Issue[] {
  // The name alone: a value can be a secret.
  const option = nameOption(argument);
  const kind = findSecurityFlag(argument, agent.program.names[0] ?? agent.id)?.kind;
  // A sandbox option can also close what is open: refused where nobody knows, or where it is how a mode is said.
  const isUnknown = kind === "sandbox" && !agent.facts.applied;
  const decides = kind === "bypass" || isUnknown || isOneOf(argument, known.approval);
  if (decides && request.approval !== "bypass")
    return [
      refuseExtra(
        msg`the extra argument ${option} decides what ${agent.id} may do unasked`,
        msg`ask for a permission mode instead, which the record of the session keeps`,
      ),
    ];
  if (known.commands.has(argument))
    return [
      refuseExtra(
        msg`the extra argument ${argument} is a sub-command of ${agent.id}, and would make it another launch`,
        msg`ask for that launch instead; as the value of an option write it behind =`,
      ),
    ];
  if (isOneOf(argument, known.conversation))
    return [
      refuseExtra(
        msg`the extra argument ${option} names another conversation than the launch does`,
        msg`resume or continue the conversation instead`,
      ),
    ];
  if (isOneOf(argument, known.model))
    return [refuseExtra(msg`the extra argument ${option} names another model`, msg`ask for the model instead`)];
  if (kind !== undefined && !decides)
    notes.push(
      msg`the extra argument ${option} can change what ${agent.id} runs, reads or sends, permissions included`,
    );
  return [];
}

type KnownOptions = Record<"approval" | "conversation" | "model" | "commands", Set<string>>;

/** The options by which any launch of the agent says permission, conversation and model, and its sub-commands. */
function collectOptions(agent: Agent): KnownOptions {
  const known = { approval: new Set<string>(), conversation: new Set<string>(), model: new Set<string>() };
  const commands = new Set<string>();
  const cells = Object.values(agent.launch).flatMap((starts) => Object.entries(starts));
  for (const [start, cell] of cells)
    for (const part of cell.parts) {
      if (part.slot === "model") addOptions(known.model, part.args);
      if (part.slot === "approval") for (const mode of PERMISSION_MODES) addOptions(known.approval, part[mode] ?? []);
      if (part.slot !== "args") continue;
      addIdOptions(known.conversation, part.args);
      if (start === "continue") addLastOptions(known.conversation, part.args);
      addCommands(commands, part.args);
    }
  return { ...known, commands };
}

/** Words that stand where no option takes them for its value. */
function addCommands(commands: Set<string>, args: readonly ArgTemplate[]): void {
  for (const [index, argument] of args.entries())
    if (/^[a-z][a-z-]*$/.test(argument) && args[index - 1]?.startsWith("-") !== true) commands.add(argument);
}

function addOptions(options: Set<string>, args: readonly ArgTemplate[]): void {
  for (const argument of args) if (argument.startsWith("-")) options.add(argument.split("=", 1)[0] as string);
}

/** The option whose value, or the one behind which, the id stands. */
function addIdOptions(options: Set<string>, args: readonly ArgTemplate[]): void {
  for (const [index, argument] of args.entries()) {
    if (!argument.includes("{UUID}")) continue;
    addOptions(options, [argument, args[index - 1] ?? ""]);
  }
}

/** What `continue` says without an id; not what a launch says anyway. */
function addLastOptions(options: Set<string>, args: readonly ArgTemplate[]): void {
  addOptions(
    options,
    args.filter((argument) => /^--?(?:c|r|continue|resume|last)$/.test(argument)),
  );
}

/** Alone, with `=value`, or a short one with its value right behind it. */
function isOneOf(argument: string, options: ReadonlySet<string>): boolean {
  return argument.startsWith("-") && (options.has(argument) || options.has(nameOption(argument)));
}

/** An option without its value. */
function nameOption(argument: string): string {
  return argument.startsWith("--") ? (argument.split("=", 1)[0] as string) : argument.slice(0, 2);
}

function refuseExtra(message: Printable, hint: Printable): Issue {
  return runtimeIssue({ code: "RUNTIME_EXTRA_ARGS_REFUSED", message, hint });
}
