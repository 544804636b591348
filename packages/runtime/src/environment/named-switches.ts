import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { runtimeIssue } from "../runtime-error.js";

/**
 * What a named switch of an agent means: variables and values that were reviewed and ship with this package. A manifest or
 * a set of facts can name a switch; it can never carry a variable, a value, a URL or a path.
 */
const SWITCHES: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  [
    "no-autoupdate",
    {
      DISABLE_AUTOUPDATER: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      COPILOT_AUTO_UPDATE: "false",
      KIMI_CODE_NO_AUTO_UPDATE: "1",
      GROK_DISABLE_AUTOUPDATER: "1",
      PI_SKIP_VERSION_CHECK: "1",
    },
  ],
  ["no-telemetry", { DISABLE_TELEMETRY: "1", PI_TELEMETRY: "0", DO_NOT_TRACK: "1" }],
  ["no-relaunch", { GEMINI_CLI_NO_RELAUNCH: "1" }],
  ["no-compile-cache", { NODE_DISABLE_COMPILE_CACHE: "1" }],
]);

/** The switches that this version knows. */
export const ENVIRONMENT_SWITCHES: readonly string[] = [...SWITCHES.keys()];

/** The variables of named switches; an unknown name is a warning, because a newer catalog may know more than this version. */
export function resolveSwitches(names: readonly string[]): { set: Map<string, string>; issues: Issue[] } {
  const set = new Map<string, string>();
  const issues: Issue[] = [];
  for (const name of names) {
    const variables = SWITCHES.get(name);
    if (variables === undefined) {
      issues.push(
        runtimeIssue({
          code: "RUNTIME_SWITCH_UNKNOWN",
          severity: "warning",
          message: msg`the environment switch ${name} is not known to this version and has no effect`,
          hint: msg`update Slipway`,
        }),
      );
      continue;
    }
    for (const [variable, value] of Object.entries(variables)) set.set(variable, value);
  }
  return { set, issues };
}
