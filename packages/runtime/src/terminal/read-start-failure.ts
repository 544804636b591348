import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { runtimeIssue } from "../runtime-error.js";

/** What node-pty's child prints in place of the program when the start itself failed; the text arrives as session output. */
const START_FAILURE = /^(?:chdir\(2\)|execvp\(3\)) failed\.: ([^\r\n]{1,200})\r?\n?$/;

/** The system's message when the whole output of a session is the one line of a failed start, or nothing. */
export function readStartFailure(output: Uint8Array): Issue | undefined {
  if (output.length > 300) return undefined;
  const found = START_FAILURE.exec(Buffer.from(output).toString("latin1"));
  return found === null
    ? undefined
    : runtimeIssue({
        code: "RUNTIME_EXEC_FAILED",
        message: msg`the system did not start the program: ${found[1]}`,
        hint: msg`start the program yourself to see why, or install the agent again`,
      });
}
