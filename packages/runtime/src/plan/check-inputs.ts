import { isAbsolute } from "node:path";
import type { Issue, Printable } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { SECRET_NAME } from "../environment/denied-settings.js";
import type { McpServer, McpValue } from "../launch-inputs.js";
import type { LaunchRequest } from "../launch-request.js";
import { runtimeIssue } from "../runtime-error.js";
import { isWellFormed } from "./choose-delivery.js";

/** Bytes of a system prompt. Models' windows end near it. */
export const SYSTEM_PROMPT_MAX_BYTES = 1024 * 1024;

/** MCP servers of one launch. Agents offer the tools of all to the model, which gets lost long before. */
export const MCP_SERVERS_MAX = 64;

/** Arguments, variables or headers of one MCP server. */
export const MCP_MEMBERS_MAX = 64;

/** Bytes of one text of an MCP server. */
export const MCP_TEXT_MAX_BYTES = 8 * 1024;

/** Files attached to one launch. */
export const ATTACHED_FILES_MAX = 32;

const SERVER_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const HEADER = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/;
const SECRET_HEADER = /^(?:authorization|proxy-authorization|cookie|.*[-_](?:key|token|secret))$/i;

/** What is wrong with the system prompt, the MCP servers and the attached files, whatever the agent: all of it. */
export function checkInputs({ systemPrompt, mcp, files }: LaunchRequest): Issue[] {
  return [
    ...(systemPrompt === undefined ? [] : checkSystemPrompt(systemPrompt)),
    ...checkServers(mcp ?? {}),
    ...checkFiles(files ?? []),
  ];
}

function checkSystemPrompt(text: string): Issue[] {
  if (text.includes("\0") || !isWellFormed(text))
    return [refuseInput(msg`the system prompt holds NUL or half a character`, msg`take that out of it`)];
  return Buffer.byteLength(text) > SYSTEM_PROMPT_MAX_BYTES
    ? [refuseInput(msg`the system prompt is longer than ${SYSTEM_PROMPT_MAX_BYTES} bytes`, msg`shorten it`)]
    : [];
}

function checkServers(servers: Readonly<Record<string, McpServer>>): Issue[] {
  const entries = Object.entries(servers);
  if (entries.length > MCP_SERVERS_MAX)
    return [refuseInput(msg`more than ${MCP_SERVERS_MAX} MCP servers`, msg`give those that the task needs`)];
  return entries.flatMap(([name, server]) => {
    if (!SERVER_NAME.test(name))
      return [refuseInput(msg`${name} is not the name of an MCP server`, msg`letters, digits, _ and - only`)];
    return "url" in server ? checkAddress(name, server) : checkCommand(name, server);
  });
}

function checkCommand(name: string, server: Extract<McpServer, { command: string }>): Issue[] {
  const { command, args = [], env = {} } = server;
  const issues: Issue[] = [];
  // A relative path means another program in every repository.
  if (command === "" || command.startsWith("-") || (/[\\/]/.test(command) && !isAbsolute(command)))
    issues.push(
      refuseInput(
        msg`the MCP server ${name} is started by ${command}, which depends on the working directory`,
        msg`give the full path of the program, or its name alone`,
      ),
    );
  if (args.length > MCP_MEMBERS_MAX) issues.push(refuseTooMany(name));
  for (const text of [command, ...args]) issues.push(...checkText(name, text));
  return [...issues, ...checkValues(name, env, VARIABLE, SECRET_NAME)];
}

function checkAddress(name: string, server: Extract<McpServer, { url: string }>): Issue[] {
  const url = URL.canParse(server.url) ? new URL(server.url) : undefined;
  const isLoopback = url !== undefined && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  const isFit = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback);
  const hasLogin = url !== undefined && (url.username !== "" || url.password !== "");
  const issues =
    isFit && !hasLogin
      ? []
      : [
          refuseInput(
            msg`the address of the MCP server ${name} is not https (or http of this machine), or holds a login`,
            msg`put a login into a header, from a variable`,
          ),
        ];
  return [...issues, ...checkText(name, server.url), ...checkValues(name, server.headers ?? {}, HEADER, SECRET_HEADER)];
}

function checkValues(
  server: string,
  values: Readonly<Record<string, McpValue>>,
  shape: RegExp,
  secret: RegExp,
): Issue[] {
  const entries = Object.entries(values);
  if (entries.length > MCP_MEMBERS_MAX) return [refuseTooMany(server)];
  return entries.flatMap(([name, value]) => {
    const variable = typeof value === "string" ? undefined : value.fromEnv;
    if (!shape.test(name) || (variable !== undefined && !VARIABLE.test(variable)))
      return [refuseInput(msg`${name} of the MCP server ${server} is not a name`, msg`write it as its protocol does`)];
    if (typeof value !== "string") return [];
    if (secret.test(name))
      return [
        refuseInput(
          msg`${name} of the MCP server ${server} looks like a secret, and a plan holds none`,
          msg`give it as { fromEnv: "NAME" }, from a variable of the launcher`,
        ),
      ];
    return checkText(server, value);
  });
}

function checkText(server: string, text: string): Issue[] {
  if (!text.includes("\0") && isWellFormed(text) && Buffer.byteLength(text) <= MCP_TEXT_MAX_BYTES) return [];
  return [
    refuseInput(
      msg`a text of the MCP server ${server} holds NUL or half a character, or is longer than ${MCP_TEXT_MAX_BYTES} bytes`,
      msg`shorten it`,
    ),
  ];
}

function checkFiles(files: readonly string[]): Issue[] {
  if (files.length > ATTACHED_FILES_MAX)
    return [refuseInput(msg`more than ${ATTACHED_FILES_MAX} attached files`, msg`name the others in the prompt`)];
  return files.flatMap((path) =>
    isAbsolute(path) && !path.includes("\0") && isWellFormed(path)
      ? []
      : [refuseInput(msg`the attached file ${path} has no absolute path`, msg`give the full path`)],
  );
}

function refuseTooMany(server: string): Issue {
  return refuseInput(msg`more than ${MCP_MEMBERS_MAX} members of the MCP server ${server}`, msg`leave some out`);
}

function refuseInput(message: Printable, hint: Printable): Issue {
  return runtimeIssue({ code: "RUNTIME_INPUT_INVALID", message, hint });
}
