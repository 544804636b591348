import type { Issue, Printable } from "@slipway/errors";
import { issue, refuse } from "@slipway/errors";
import type { CliCode } from "./cli-code.js";

/** A problem of the command line's own; its code is one of {@link CliCode}. */
export function problem(code: CliCode, message: Printable, hint?: Printable): Issue {
  return hint === undefined ? issue({ code, message }) : issue({ code, message, hint });
}

/** A refusal for one problem of the command line's own. */
export function refuseFor(code: CliCode, message: Printable, hint?: Printable): { ok: false; issues: Issue[] } {
  return refuse(problem(code, message, hint));
}
