import { join } from "node:path";
import type { Issue, Result } from "@slipway/errors";
import { hasErrors, msg, refuse, succeed } from "@slipway/errors";
import type { Agent, ArgTemplate, Cell, Delivery } from "@slipway/manifest";
import type { PlaceholderName } from "@slipway/placeholder";
import { slugify, substitute } from "@slipway/placeholder";
import { measureWindowsArguments } from "../display/quote-windows-argument.js";
import type { ArgumentSpan, PlannedFile } from "../launch-plan.js";
import type { LaunchRequest } from "../launch-request.js";
import { runtimeIssue } from "../runtime-error.js";
import {
  ARGUMENT_MAX_BYTES,
  ARGV_AND_ENV_MAX_BYTES,
  WINDOWS_COMMAND_LINE_MAX,
  WINDOWS_PROGRAM_RESERVE,
} from "./argv-limits.js";
import type { ChosenInputs, PlannedInput } from "./choose-inputs.js";

/** What was chosen for the slots. */
export type ChosenParts = {
  id?: string;
  model?: string;
  approval: readonly string[];
  report: boolean;
  delivery?: Delivery;
  inputs: ChosenInputs;
  platform: NodeJS.Platform;
};

/** argv, where in it the prompt and the system prompt stand, and the files whose paths stand in it. */
export type AssembledArgv = {
  argv: string[];
  promptAt: ArgumentSpan[];
  files: PlannedFile[];
  systemPromptAt: ArgumentSpan[];
};

/** What stands in templates for a text or a path that is no placeholder of a manifest. */
const VALUE = "{VALUE}";

/** The name of the prompt's file: no secret, because other users can read argv. */
const PROMPT_FILE = "prompt.txt";

type Values = { [N in PlaceholderName]?: string };

/** argv after the bound program, and where in it the prompt stands. The order is the order of the cell's parts. */
export function assembleArgv(
  agent: Agent,
  cell: Cell,
  request: LaunchRequest,
  chosen: ChosenParts,
): Result<AssembledArgv> {
  const values = collectValues(request, chosen);
  const argv: string[] = [];
  const promptAt: ArgumentSpan[] = [];
  const files: PlannedFile[] = [];
  const systemPromptAt: ArgumentSpan[] = [];
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
    else if (part.slot === "prompt" && chosen.delivery?.via === "file") {
      const prompt: PlannedInput = {
        args: chosen.delivery.args,
        as: "file",
        name: PROMPT_FILE,
        text: [request.prompt ?? ""],
      };
      placeInput(argv, prompt, request, { files, systemPromptAt });
    } else if (part.slot === "input") {
      for (const input of chosen.inputs.get(part) ?? []) placeInput(argv, input, request, { files, systemPromptAt });
    } else if (part.slot === "prompt" && chosen.delivery !== undefined && chosen.delivery.via !== "paste") {
      const more = chosen.delivery.via === "argv" ? { PROMPT: request.prompt ?? "" } : {};
      promptAt.push(...locatePrompt(chosen.delivery.args, argv.length, { ...values, ...more }));
      add(chosen.delivery.args, more);
    }
  }
  issues.push(...checkSize(argv, chosen.platform));
  return hasErrors(issues) ? refuse(...issues) : succeed({ argv, promptAt, files, systemPromptAt }, issues);
}

/** Puts a text or a path into argv where the templates say `{VALUE}`: in one pass, so that no value is read as a template. */
function placeInput(
  argv: string[],
  input: PlannedInput,
  request: LaunchRequest,
  placed: Pick<AssembledArgv, "files" | "systemPromptAt">,
): void {
  const value = input.as === "file" ? join(request.tmpdir ?? "", input.name) : input.value;
  for (const template of input.args) {
    const start = template.indexOf(VALUE);
    argv.push(start < 0 ? template : template.slice(0, start) + value + template.slice(start + VALUE.length));
    if (start < 0) continue;
    const at = { argument: argv.length - 1, start, end: start + value.length };
    if (input.as === "file") placed.files.push({ name: input.name, text: input.text, at });
    if (input.as === "text") placed.systemPromptAt.push(at);
  }
}

function collectValues(request: LaunchRequest, chosen: ChosenParts): Values {
  const workspace = request.workspace ?? {};
  // The host's own id of the workspace; without one the id that stays the same from the first launch to every resume.
  const workspaceId = workspace.id ?? chosen.id;
  return {
    ...(chosen.id === undefined ? {} : { UUID: chosen.id }),
    ...(workspaceId === undefined ? {} : { WORKSPACE_ID: workspaceId }),
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

function checkSize(argv: readonly string[], platform: NodeJS.Platform): Issue[] {
  const tooLong = (message: ReturnType<typeof msg>): Issue =>
    runtimeIssue({ code: "RUNTIME_ARGV_TOO_LONG", message, hint: msg`shorten the prompt or the extra arguments` });
  if (platform === "win32") {
    const units = measureWindowsArguments(argv) + WINDOWS_PROGRAM_RESERVE;
    return units > WINDOWS_COMMAND_LINE_MAX
      ? [tooLong(msg`the command line is longer than ${WINDOWS_COMMAND_LINE_MAX} characters`)]
      : [];
  }
  const sizes = argv.map((argument) => Buffer.byteLength(argument));
  if (sizes.some((size) => size > ARGUMENT_MAX_BYTES))
    return [tooLong(msg`an argument is longer than ${ARGUMENT_MAX_BYTES} bytes`)];
  const total = sizes.reduce((sum, size) => sum + size + 1, 0);
  return total > ARGV_AND_ENV_MAX_BYTES ? [tooLong(msg`argv is longer than ${ARGV_AND_ENV_MAX_BYTES} bytes`)] : [];
}
