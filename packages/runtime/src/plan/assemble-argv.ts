import type { Issue, Result } from "@slipway/errors";
import { hasErrors, msg, refuse, succeed } from "@slipway/errors";
import type { Agent, ArgTemplate, Cell, Delivery } from "@slipway/manifest";
import type { PlaceholderName } from "@slipway/placeholder";
import { slugify, substitute } from "@slipway/placeholder";
import type { ArgumentSpan } from "../launch-plan.js";
import type { LaunchRequest } from "../launch-request.js";
import { runtimeIssue } from "../runtime-error.js";
import { ARGUMENT_MAX_BYTES, ARGV_AND_ENV_MAX_BYTES, EXTRA_ARGS_MAX, WINDOWS_COMMAND_LINE_MAX } from "./argv-limits.js";
import { isWellFormed } from "./choose-delivery.js";

/** What was chosen for the slots. */
export type ChosenParts = {
  id?: string;
  model?: string;
  approval: readonly string[];
  report: boolean;
  delivery?: Delivery;
  platform: NodeJS.Platform;
};

type Values = { [N in PlaceholderName]?: string };

/** argv after the bound program, and where in it the prompt stands. The order is the order of the cell's parts. */
export function assembleArgv(
  agent: Agent,
  cell: Cell,
  request: LaunchRequest,
  chosen: ChosenParts,
): Result<{ argv: string[]; promptAt: ArgumentSpan[] }> {
  const values = collectValues(request, chosen);
  const argv: string[] = [];
  const promptAt: ArgumentSpan[] = [];
  const issues: Issue[] = [];
  const add = (templates: readonly ArgTemplate[], more: Values = {}): void => {
    const built = substitute(templates, { ...values, ...more }, { unset: "error" });
    issues.push(...built.issues);
    if (!built.ok) return;
    if (more.PROMPT === undefined) issues.push(...checkDashes(templates, built.value));
    argv.push(...built.value);
  };

  add(agent.program.prefix);
  for (const part of cell.parts) {
    if (part.slot === "args") add(part.args);
    else if (part.slot === "model" && chosen.model !== undefined) add(part.args, { MODEL: chosen.model });
    else if (part.slot === "approval") add(chosen.approval);
    else if (part.slot === "report" && chosen.report) add(part.args);
    else if (part.slot === "extra") argv.push(...(request.extraArgs ?? []));
    else if (part.slot === "prompt" && chosen.delivery !== undefined && chosen.delivery.via !== "paste") {
      const more = chosen.delivery.via === "argv" ? { PROMPT: request.prompt ?? "" } : {};
      promptAt.push(...locatePrompt(chosen.delivery.args, argv.length, { ...values, ...more }));
      add(chosen.delivery.args, more);
    }
  }
  issues.push(...checkExtraArgs(cell, request), ...checkSize(argv, chosen.platform));
  return hasErrors(issues) ? refuse(...issues) : succeed({ argv, promptAt }, issues);
}

function collectValues(request: LaunchRequest, chosen: ChosenParts): Values {
  const workspace = request.workspace ?? {};
  return {
    ...(chosen.id === undefined ? {} : { UUID: chosen.id }),
    ...(workspace.id === undefined ? {} : { WORKSPACE_ID: workspace.id }),
    ...(workspace.name === undefined
      ? {}
      : { WORKSPACE_NAME: workspace.name, WORKSPACE_SLUG: slugify(workspace.name) }),
    WORKSPACE_PATH: workspace.path ?? request.cwd,
    ...(workspace.branch === undefined ? {} : { BRANCH: workspace.branch }),
    ...(workspace.port === undefined ? {} : { PORT: String(workspace.port) }),
  };
}

/** Where the prompt stands in the built arguments: every place, because showing a plan hides each. */
function locatePrompt(templates: readonly ArgTemplate[], from: number, values: Values): ArgumentSpan[] {
  const length = values.PROMPT?.length ?? 0;
  return templates.flatMap((template, index) => {
    let start = 0;
    return template
      .split("{PROMPT}")
      .slice(0, -1)
      .map((piece) => {
        const built = substitute([piece], values, { unset: "keep" });
        start += built.ok ? (built.value[0] as string).length : piece.length;
        const span = { argument: from + index, start, end: start + length };
        start = span.end;
        return span;
      });
  });
}

/** A branch or a workspace called `-x` would be read as an option where the template meant a value. */
function checkDashes(templates: readonly ArgTemplate[], built: readonly string[]): Issue[] {
  return built.flatMap((argument, index) =>
    argument.startsWith("-") && templates[index]?.startsWith("{")
      ? [
          runtimeIssue({
            code: "RUNTIME_ARGV_INVALID",
            message: msg`the value ${argument} begins with - and would be read as an option`,
            hint: msg`use a name that does not`,
          }),
        ]
      : [],
  );
}

function checkExtraArgs(cell: Cell, request: LaunchRequest): Issue[] {
  const extra = request.extraArgs ?? [];
  if (extra.length === 0) return [];
  const refused = (message: ReturnType<typeof msg>): Issue =>
    runtimeIssue({ code: "RUNTIME_EXTRA_ARGS_REFUSED", message, hint: msg`leave the argument out` });
  if (!cell.parts.some((part) => part.slot === "extra")) return [refused(msg`this launch takes no extra arguments`)];
  if (extra.length > EXTRA_ARGS_MAX) return [refused(msg`more than ${EXTRA_ARGS_MAX} extra arguments`)];
  // After a lone `--` the agent would read its own options that follow, and the prompt's `--`, as prompt text.
  return extra.flatMap((argument) => {
    if (argument === "--") return [refused(msg`the extra argument -- would end the options that follow it`)];
    if (argument.includes("\0")) return [refused(msg`an extra argument holds a NUL character`)];
    if (!isWellFormed(argument)) return [refused(msg`the extra argument ${argument} has no UTF-8 form`)];
    return [];
  });
}

function checkSize(argv: readonly string[], platform: NodeJS.Platform): Issue[] {
  const tooLong = (message: ReturnType<typeof msg>): Issue =>
    runtimeIssue({ code: "RUNTIME_ARGV_INVALID", message, hint: msg`shorten the prompt or the extra arguments` });
  if (platform === "win32") {
    const units = argv.reduce((sum, argument) => sum + argument.length + 3, 0);
    return units > WINDOWS_COMMAND_LINE_MAX
      ? [tooLong(msg`argv is longer than ${WINDOWS_COMMAND_LINE_MAX} characters`)]
      : [];
  }
  const sizes = argv.map((argument) => Buffer.byteLength(argument));
  if (sizes.some((size) => size > ARGUMENT_MAX_BYTES))
    return [tooLong(msg`an argument is longer than ${ARGUMENT_MAX_BYTES} bytes`)];
  const total = sizes.reduce((sum, size) => sum + size + 1, 0);
  return total > ARGV_AND_ENV_MAX_BYTES ? [tooLong(msg`argv is longer than ${ARGV_AND_ENV_MAX_BYTES} bytes`)] : [];
}
