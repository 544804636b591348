import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";

/** The line by which a version manager's shell script hands over: `exec asdf exec "node" "$@"`, with or without a path. */
const HANDS_OVER =
  /^[ \t]*exec[ \t]+(?:"[^"\n]*\/|"|[^\s"]*\/)?(asdf|mise|rtx|vfox|pyenv|rbenv|nodenv|goenv|jenv|plenv|phpenv)"?[ \t]+exec[ \t]/mu;

/**
 * Why a script is a version manager's shim, or nothing. It passes for a program of the user's own, and then a file of the
 * working directory picks what runs: `.tool-versions` may say `path:./tools`, which is the repository's.
 */
export function recogniseShimScript(head: Buffer, path: string): Issue | undefined {
  const manager = HANDS_OVER.exec(head.toString("latin1"))?.[1];
  if (manager === undefined) return undefined;
  return binaryIssue({
    code: "BINARY_SHIM",
    message: msg`${path} asks ${manager} for the program, which a file of the working directory can choose`,
    hint: msg`name the real program file (the version manager's "which" command prints it)`,
  });
}
