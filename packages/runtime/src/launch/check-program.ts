import { accessSync, constants } from "node:fs";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { runtimeIssue } from "../runtime-error.js";

/** Why one of the files of the exec vector could not be started, or nothing. */
export function checkPrograms(paths: readonly string[]): Issue | undefined {
  for (const path of paths) {
    try {
      accessSync(path, constants.X_OK);
    } catch (error) {
      return describeExecFailure((error as NodeJS.ErrnoException).code, path);
    }
  }
  return undefined;
}

/** A failure of exec by the system's error code. */
export function describeExecFailure(code: string | undefined, path: string): Issue {
  if (code === "ENOENT" || code === "ENOTDIR")
    return runtimeIssue({
      code: "RUNTIME_BINARY_MISSING",
      message: msg`the program ${path} is gone`,
      hint: msg`install the agent again, or adopt another program`,
    });
  if (code === "EACCES" || code === "EPERM")
    return runtimeIssue({
      code: "RUNTIME_NOT_EXECUTABLE",
      message: msg`the program ${path} may not be executed`,
      hint: msg`check its mode and how its file system is mounted, or adopt another program`,
    });
  if (code === "ETXTBSY")
    return runtimeIssue({
      code: "RUNTIME_TEXT_BUSY",
      message: msg`the program ${path} is being written to`,
      hint: msg`wait until its update has finished`,
    });
  return runtimeIssue({
    code: "RUNTIME_EXEC_FAILED",
    message: msg`the system did not start ${path}: ${code ?? "unknown"}`,
    hint: msg`start the file yourself to see why, or install the agent again`,
  });
}
