import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import type { RuntimeCode } from "../runtime-error.js";
import { runtimeIssue } from "../runtime-error.js";

/**
 * Why the child could not be started in this directory, or nothing. Asked before every start: both ways of starting report
 * a missing directory as something else (a missing program, or a line of the session's own output).
 */
export function checkWorkingDirectory(cwd: string): Issue | undefined {
  if (!isAbsolute(cwd))
    return refused("RUNTIME_CWD_RELATIVE", msg`the working directory ${cwd} is not an absolute path`);
  try {
    if (!statSync(cwd).isDirectory())
      return refused("RUNTIME_CWD_NOT_DIRECTORY", msg`the working directory ${cwd} is not a directory`);
    accessSync(cwd, constants.X_OK);
    return undefined;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT") return refused("RUNTIME_CWD_MISSING", msg`the working directory ${cwd} does not exist`);
    if (code === "ENOTDIR")
      return refused("RUNTIME_CWD_NOT_DIRECTORY", msg`a part of the working directory ${cwd} is not a directory`);
    return refused(
      "RUNTIME_CWD_NOT_SEARCHABLE",
      msg`the working directory ${cwd} cannot be entered: ${code ?? "unknown"}`,
    );
  }
}

function refused(code: RuntimeCode, message: Issue["message"]): Issue {
  return runtimeIssue({ code, message, hint: msg`name an existing directory by its full path` });
}
