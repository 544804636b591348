import type { Issue, Printable, Result } from "@slipway/errors";
import { hasErrors, msg, refuse, succeed } from "@slipway/errors";
import type { Agent, ArgTemplate, Cell, InputForm, Part } from "@slipway/manifest";
import type { FilePiece, McpServer, McpValue } from "../launch-inputs.js";
import type { LaunchRequest } from "../launch-request.js";
import { runtimeIssue } from "../runtime-error.js";
import { checkInputs } from "./check-inputs.js";

/** What stands in argv for one part of the cell: text, a path that exists, or a file that the launch writes. */
export type PlannedInput = { args: readonly ArgTemplate[] } & (
  | { as: "text"; value: string }
  | { as: "path"; value: string }
  | { as: "file"; name: string; text: FilePiece[] }
);

/** The inputs of a launch, by the part of the cell that carries them. */
export type ChosenInputs = ReadonlyMap<Part, PlannedInput[]>;

const PICTURE = /\.(?:png|jpe?g|gif|webp)$/i;

/**
 * System prompt, MCP servers and attached files: each through the part that this launch has for it, or refused. What is
 * secret, or long, goes through a file where the agent reads one.
 */
export function chooseInputs(
  agent: Agent,
  cell: Cell,
  request: LaunchRequest,
  notes: Printable[],
): Result<ChosenInputs> {
  const issues = checkInputs(request);
  const chosen = new Map<Part, PlannedInput[]>();
  const find = (takes: InputForm) =>
    cell.parts.find((part): part is Extract<Part, { slot: "input" }> => part.slot === "input" && part.takes === takes);
  const addFile = (takes: InputForm, name: string, text: FilePiece[]): boolean => {
    const part = find(takes);
    if (part === undefined) return false;
    if (request.tmpdir === undefined) issues.push(refuseWithoutFolder(agent));
    chosen.set(part, [{ args: part.args, as: "file", name, text }]);
    return true;
  };

  const { systemPrompt, mcp = {}, files = [] } = request;
  if (systemPrompt !== undefined && systemPrompt !== "") {
    const inArgv = find("system-prompt-text");
    if (!addFile("system-prompt-file", "system-prompt.txt", [systemPrompt])) {
      if (inArgv === undefined) issues.push(refuseSystemPrompt(agent));
      else chosen.set(inArgv, [{ args: inArgv.args, as: "text", value: systemPrompt }]);
    }
  }
  const servers = Object.keys(mcp);
  if (servers.length > 0) {
    if (addFile("mcp-file", "mcp.json", writeServers(mcp)))
      notes.push(msg`${agent.id} starts or reaches the MCP servers ${servers.join(", ")}, with your rights`);
    else issues.push(refuseMcp(agent));
  }
  for (const path of files) {
    const part = find("any-path") ?? (PICTURE.test(path) ? find("image-path") : undefined);
    if (part === undefined) issues.push(refuseFile(agent, path, find("image-path") !== undefined));
    // The one program that was seen to take pictures splits the value at commas.
    else if (part.takes === "image-path" && path.includes(",")) issues.push(refuseComma(agent, path));
    else chosen.set(part, [...(chosen.get(part) ?? []), { args: part.args, as: "path", value: path }]);
  }
  return hasErrors(issues) ? refuse(...issues) : succeed(chosen, issues);
}

/** A value that is filled in at the start. A class of its own: a variable may be called `fromEnv`. */
class FromEnv {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** `{"mcpServers": ...}` in pieces, so that a secret is filled in at the start and never stands in the plan. */
function writeServers(servers: Readonly<Record<string, McpServer>>): FilePiece[] {
  const entries = Object.entries(servers).map(([name, server]) => [
    name,
    "url" in server
      ? { type: server.type, url: server.url, headers: markValues(server.headers) }
      : { type: "stdio", command: server.command, args: [...(server.args ?? [])], env: markValues(server.env) },
  ]);
  return mergeTexts(writeJson({ mcpServers: Object.fromEntries(entries) }));
}

function markValues(values: Readonly<Record<string, McpValue>> = {}): Record<string, string | FromEnv> {
  const marked = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? value : new FromEnv(value.fromEnv),
  ]);
  return Object.fromEntries(marked);
}

function writeJson(value: unknown): FilePiece[] {
  if (value instanceof FromEnv) return [{ fromEnv: value.name }];
  if (typeof value !== "object" || value === null) return [JSON.stringify(value)];
  if (Array.isArray(value)) return ["[", ...value.flatMap((item, index) => [...comma(index), ...writeJson(item)]), "]"];
  const members = Object.entries(value).flatMap(([name, inner], index) => [
    ...comma(index),
    `${JSON.stringify(name)}:`,
    ...writeJson(inner),
  ]);
  return ["{", ...members, "}"];
}

function comma(index: number): FilePiece[] {
  return index === 0 ? [] : [","];
}

function mergeTexts(pieces: readonly FilePiece[]): FilePiece[] {
  const merged: FilePiece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (typeof piece === "string" && typeof last === "string") merged[merged.length - 1] = last + piece;
    else merged.push(piece);
  }
  return merged;
}

function refuseWithoutFolder(agent: Agent): Issue {
  return refuseUse(
    "RUNTIME_INPUT_INVALID",
    msg`what ${agent.id} is to read from a file needs a private temporary folder, and none was given`,
    msg`give one as tmpdir`,
  );
}

function refuseSystemPrompt(agent: Agent): Issue {
  return refuseUse(
    "RUNTIME_SYSTEM_PROMPT_UNSUPPORTED",
    msg`${agent.id} is not known to take a system prompt in this launch`,
    msg`put it into the prompt, or into the file of instructions that the agent reads`,
  );
}

function refuseMcp(agent: Agent): Issue {
  return refuseUse(
    "RUNTIME_MCP_UNSUPPORTED",
    msg`${agent.id} is not known to take MCP servers in this launch`,
    msg`set them up in the agent's own settings`,
  );
}

function refuseFile(agent: Agent, path: string, takesPictures: boolean): Issue {
  return refuseUse(
    "RUNTIME_FILE_UNSUPPORTED",
    takesPictures
      ? msg`${agent.id} takes pictures only in this launch (png, jpg, gif, webp), and ${path} is none by its name`
      : msg`${agent.id} is not known to take the file ${path} in this launch`,
    msg`name the file in the prompt`,
  );
}

function refuseComma(agent: Agent, path: string): Issue {
  return refuseUse(
    "RUNTIME_FILE_UNSUPPORTED",
    msg`${agent.id} would read the name ${path} as two, because of its comma`,
    msg`attach a copy with another name`,
  );
}

function refuseUse(
  code:
    | "RUNTIME_INPUT_INVALID"
    | "RUNTIME_SYSTEM_PROMPT_UNSUPPORTED"
    | "RUNTIME_MCP_UNSUPPORTED"
    | "RUNTIME_FILE_UNSUPPORTED",
  message: Printable,
  hint: Printable,
): Issue {
  return runtimeIssue({ code, message, hint });
}
