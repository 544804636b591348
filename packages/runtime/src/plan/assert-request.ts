import { isAbsolute } from "node:path";
import type { Printable } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { PERMISSION_MODES } from "@slipway/manifest";
import { PROVIDERS } from "../environment/environment-names.js";
import type { LaunchRequest } from "../launch-request.js";
import { RuntimeError } from "../runtime-error.js";

const SURFACES: readonly unknown[] = ["pty", "headless", "probe"];
const STARTS: readonly unknown[] = ["new", "resume", "continue"];
const MODES: readonly unknown[] = ["default", ...PERMISSION_MODES, undefined];
const ENV_MODES: readonly unknown[] = ["clean", "inherit", undefined];
const TEXTS = ["prompt", "systemPrompt", "model", "recordedModel", "sessionId", "tmpdir"] as const;

/** Throws `RUNTIME_MISUSE` for a request whose types are wrong: a mistake of the calling program, not a "no" about data. */
export function assertRequest(request: LaunchRequest): void {
  assertUse(typeof request === "object" && request !== null, msg`the request is not an object`);
  assertUse(SURFACES.includes(request.surface), msg`surface is none of pty, headless, probe`);
  assertUse(STARTS.includes(request.start), msg`start is none of new, resume, continue`);
  assertUse(MODES.includes(request.approval), msg`approval is none of default, ${PERMISSION_MODES.join(", ")}`);
  assertUse(ENV_MODES.includes(request.envMode), msg`envMode is none of clean, inherit`);
  for (const name of TEXTS)
    assertUse(request[name] === undefined || typeof request[name] === "string", msg`${name} is not a string`);
  assertUse(typeof request.cwd === "string", msg`cwd is not a string`);
  assertUse(isListOfText(request.extraArgs), msg`extraArgs is not a list of strings`);
  assertUse(isListOfText(request.files), msg`files is not a list of strings`);
  assertUse(isServersByName(request.mcp), msg`mcp is not an object of servers`);
  assertUse(isListOfText(request.addedModels), msg`addedModels is not a list of strings`);
  assertUse(isListOfText(request.passEnv), msg`passEnv is not a list of strings`);
  assertUse(isListOfText(request.providers), msg`providers is not a list of strings`);
  for (const provider of request.providers ?? [])
    assertUse(PROVIDERS.includes(provider), msg`${provider} is none of the providers ${PROVIDERS.join(", ")}`);
  assertUse(isTextByName(request.setEnv), msg`setEnv is not an object of strings`);
  assertUse(request.mintId === undefined || typeof request.mintId === "function", msg`mintId is not a function`);
  assertUse(request.tmpdir === undefined || isAbsolute(request.tmpdir), msg`tmpdir is not an absolute path`);
  const port = request.workspace?.port;
  assertUse(
    port === undefined || (Number.isInteger(port) && port >= 0 && port <= 65_535),
    msg`workspace.port is not an integer of 0..65535`,
  );
}

/** Throws `RUNTIME_MISUSE` with this message unless the condition holds. */
export function assertUse(condition: boolean, message: Printable): asserts condition {
  if (!condition) throw new RuntimeError("RUNTIME_MISUSE", message);
}

function isServersByName(value: unknown): boolean {
  if (value === undefined) return true;
  return isObject(value) && Object.values(value).every((server) => isObject(server) && isServer(server));
}

function isServer(server: Record<string, unknown>): boolean {
  if ("url" in server)
    return (
      typeof server["url"] === "string" &&
      (server["type"] === "http" || server["type"] === "sse") &&
      isValuesByName(server["headers"])
    );
  const args = server["args"];
  const isArgs = args === undefined || (Array.isArray(args) && args.every((item) => typeof item === "string"));
  return typeof server["command"] === "string" && isArgs && isValuesByName(server["env"]);
}

function isValuesByName(value: unknown): boolean {
  if (value === undefined) return true;
  const isValue = (one: unknown) => typeof one === "string" || (isObject(one) && typeof one["fromEnv"] === "string");
  return isObject(value) && Object.values(value).every(isValue);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTextByName(value: unknown): boolean {
  if (value === undefined) return true;
  return isObject(value) && Object.values(value).every((text) => typeof text === "string");
}

function isListOfText(value: readonly string[] | undefined): boolean {
  return value === undefined || (Array.isArray(value) && value.every((item) => typeof item === "string"));
}
