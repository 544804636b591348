import type { Issue, Printable, Result } from "@slipway/errors";
import { hasErrors, msg, printable, refuse, succeed } from "@slipway/errors";
import { assertUse } from "../plan/assert-request.js";
import { isWellFormed } from "../plan/choose-delivery.js";
import { runtimeIssue } from "../runtime-error.js";
import { quoteWindowsArgument } from "./quote-windows-argument.js";

/** The shells that a command line can be written for. */
export const SHELLS = Object.freeze(["sh", "fish", "powershell", "cmd"] as const);

/** One of {@link SHELLS}. */
export type Shell = (typeof SHELLS)[number];

/** Characters of a line that cmd takes. */
export const CMD_LINE_MAX = 8_191;

/** Bytes of a command line: more is nothing that a person pastes. */
export const COMMAND_LINE_MAX_BYTES = 128 * 1024;

/** No shell gives these a meaning inside a word. `=` and `%` have one at the front of a line, or in one shell. */
const PLAIN_WORD = /^[A-Za-z0-9_@:,./+-]+$/;

/** What cmd acts on even inside quotes, or what ends the quotes. */
const CMD_ACTIVE = /["%!^&|<>\r\n]/;

/** PowerShell takes the typographic quotes for `'`. */
const POWERSHELL_QUOTES = /['\u2018-\u201B]/g;

/**
 * A command line that a person can paste into a shell and that starts exactly these arguments. For showing only:
 * Slipway itself starts programs without a shell.
 *
 * What the shell cannot say, or what versions of it say differently, is refused (`RUNTIME_QUOTE_REFUSED`) with the
 * reason: cmd has no way to write a line end and expands `%NAME%` inside quotes; PowerShell before 7.3 drops empty
 * arguments and breaks `"`. Text that a terminal would not show as it is (control characters, bidirectional marks) is
 * refused everywhere: nobody should paste what they cannot see.
 *
 * @throws RuntimeError `RUNTIME_MISUSE` for no arguments or another shell
 */
export function quoteCommand(argv: readonly string[], shell: Shell): Result<string> {
  assertUse(Array.isArray(argv) && argv.length > 0, msg`there is no program to quote`);
  assertUse(SHELLS.includes(shell), msg`the shell is none of ${SHELLS.join(", ")}`);
  const issues = argv.flatMap((argument, index) => judgeArgument(argument, index, shell));
  if (hasErrors(issues)) return refuse(...issues);
  const words = argv.map((argument, index) => quoteWord(argument, index === 0, shell));
  const line = shell === "powershell" ? `& ${words.join(" ")}` : words.join(" ");
  if (shell === "cmd" && line.length > CMD_LINE_MAX)
    return refuse(refuseQuote(msg`the line is longer than the ${CMD_LINE_MAX} characters that cmd takes`));
  if (Buffer.byteLength(line) > COMMAND_LINE_MAX_BYTES)
    return refuse(refuseQuote(msg`the line is longer than ${COMMAND_LINE_MAX_BYTES} bytes`));
  return succeed(line);
}

function judgeArgument(argument: string, index: number, shell: Shell): Issue[] {
  const name = index === 0 ? msg`the program` : msg`argument ${index}`;
  if (!isWellFormed(argument)) return [refuseQuote(msg`${name} holds half a character`)];
  const visible = argument.replace(/[\n\t]/g, "");
  if (printable(visible, { maxColumns: COMMAND_LINE_MAX_BYTES }) !== visible)
    return [refuseQuote(msg`${name} holds characters that cannot be shown as they are`)];
  if (shell === "cmd" && CMD_ACTIVE.test(argument))
    return [refuseQuote(msg`${name} holds a line end or one of " % ! ^ & | < >, which cmd cannot be given as text`)];
  if (shell === "powershell" && argument === "")
    return [refuseQuote(msg`${name} is empty, and PowerShell before 7.3 drops it`)];
  if (shell === "powershell" && (argument.includes('"') || /\s[\s\S]*\\$/.test(argument)))
    return [
      refuseQuote(msg`${name} holds " or ends in a backslash behind a blank, which PowerShell before 7.3 breaks`),
    ];
  return [];
}

function quoteWord(argument: string, isProgram: boolean, shell: Shell): string {
  // A program without a slash could be a keyword or an alias of the shell: quotes take that meaning away.
  if (PLAIN_WORD.test(argument) && shell !== "cmd" && shell !== "powershell" && (!isProgram || argument.includes("/")))
    return argument;
  switch (shell) {
    case "sh":
      return `'${argument.replaceAll("'", "'\\''")}'`;
    case "fish":
      return `'${argument.replace(/[\\']/g, "\\$&")}'`;
    case "powershell":
      return `'${argument.replace(POWERSHELL_QUOTES, "$&$&")}'`;
    case "cmd":
      return quoteForCmd(argument);
  }
}

/** The program's own rules first; then quotes around whatever cmd would split or act on outside them. */
function quoteForCmd(argument: string): string {
  const quoted = quoteWindowsArgument(argument);
  if (quoted.startsWith('"') || /^[A-Za-z0-9_@:./\\+-]+$/.test(quoted)) return quoted;
  const trailing = /\\*$/.exec(argument)?.[0] ?? "";
  return `"${argument}${trailing}"`;
}

function refuseQuote(message: Printable): Issue {
  return runtimeIssue({
    code: "RUNTIME_QUOTE_REFUSED",
    message,
    hint: msg`start it without a shell, or from a script in a language that has lists of arguments`,
  });
}
