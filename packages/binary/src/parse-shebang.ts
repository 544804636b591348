import { isAbsolute } from "node:path";
import type { Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";
import { decodeName } from "./check-path-text.js";

/** The kernel reads this much of a `#!` line (BINPRM_BUF_SIZE of Linux); what is longer runs cut, or not at all. */
export const SHEBANG_MAX_BYTES = 256;

/** What a `#!` line asks for: a file, or a name that `env` would look for in PATH. */
export type Shebang = { find: "file"; path: string; args: string[] } | { find: "name"; name: string; args: string[] };

/**
 * Reads the `#!` line of a script the way the kernel does (execve(2)): blanks, an interpreter, and on Linux everything
 * else as ONE argument; macOS splits it. `env NAME` and `env -S NAME args` are answered as a name to find, because
 * running `env` would leave the choice to the PATH of the launch.
 *
 * Refused with `BINARY_SHEBANG_INVALID`: a line longer than the limit, not UTF-8, with control characters (a CR from
 * Windows), a relative interpreter (it would be looked for in the working directory), and what `env` does beyond names
 * and plain arguments (options, variables, quotes).
 */
export function parseShebang(head: Buffer, script: string, platform: NodeJS.Platform): Result<Shebang> {
  const end = head.subarray(0, SHEBANG_MAX_BYTES).indexOf(0x0a);
  if (end === -1 && head.length >= SHEBANG_MAX_BYTES)
    return invalid(script, "is longer than the 256 bytes that the kernel reads");
  const text = decodeName(head.subarray(2, end === -1 ? head.length : end));
  if (text === undefined) return invalid(script, "is not UTF-8");
  if (text.endsWith("\r")) return invalid(script, "ends in a carriage return: the file has Windows line ends");
  if (/[\0-\x08\x0a-\x1f\x7f\uFFFD]/u.test(text)) return invalid(script, "holds a control character");

  const line = text.replace(/^[ \t]+|[ \t]+$/gu, "");
  const cut = line.search(/[ \t]/u);
  const interpreter = cut === -1 ? line : line.slice(0, cut);
  const rest = cut === -1 ? "" : line.slice(cut).replace(/^[ \t]+/u, "");
  if (interpreter === "") return invalid(script, "names no interpreter");
  if (!isAbsolute(interpreter))
    return invalid(script, "names a relative interpreter, which would come from the working directory");
  if (interpreter.slice(interpreter.lastIndexOf("/") + 1) === "env") return readEnvLine(rest, script);
  const args = rest === "" ? [] : platform === "darwin" ? rest.split(/[ \t]+/u) : [rest];
  return succeed({ find: "file", path: interpreter, args });
}

function readEnvLine(rest: string, script: string): Result<Shebang> {
  const split = /^(?:-S[ \t]*|--split-string=)(.*)$/su.exec(rest);
  if (split === null && /[ \t]/u.test(rest)) return invalid(script, "gives env several words without -S");
  const words = (split?.[1] ?? rest).split(/[ \t]+/u).filter((word) => word !== "");
  const name = words[0];
  if (name === undefined) return invalid(script, "gives env nothing to run");
  if (words.some((word) => /["'\\$#]/u.test(word))) return invalid(script, "uses the quotes or variables of env -S");
  if (name.startsWith("-") || name.includes("=")) return invalid(script, "gives env an option or a variable");
  const args = words.slice(1);
  if (!name.includes("/")) return succeed({ find: "name", name, args });
  if (!isAbsolute(name))
    return invalid(script, "names a relative interpreter, which would come from the working directory");
  return succeed({ find: "file", path: name, args });
}

function invalid(script: string, why: string): Result<never> {
  return refuse(
    binaryIssue({
      code: "BINARY_SHEBANG_INVALID",
      message: msg`the #! line of ${script} ${why}`,
      hint: msg`install the program again, or name its real program file`,
    }),
  );
}
