import { isAbsolute } from "node:path";
import type { Printable } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { PERMISSION_MODES } from "@slipway/manifest";
import type { LaunchRequest } from "../launch-request.js";
import { RuntimeError } from "../runtime-error.js";

const SURFACES: readonly unknown[] = ["pty", "headless", "probe"];
const STARTS: readonly unknown[] = ["new", "resume", "continue"];
const MODES: readonly unknown[] = ["default", ...PERMISSION_MODES, undefined];
const ENV_MODES: readonly unknown[] = ["clean", "inherit", undefined];
const TEXTS = ["prompt", "model", "recordedModel", "sessionId", "tmpdir"] as const;

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
  assertUse(isListOfText(request.passEnv), msg`passEnv is not a list of strings`);
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

function isListOfText(value: readonly string[] | undefined): boolean {
  return value === undefined || (Array.isArray(value) && value.every((item) => typeof item === "string"));
}
