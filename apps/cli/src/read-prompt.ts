import { resolve } from "node:path";
import type { Result } from "@slipway/errors";
import { msg, succeed, verbatim } from "@slipway/errors";
import type { Invocation } from "./invocation.js";
import { describeReadFailure, PROMPT_MAX_BYTES, readBounded } from "./read-bounded.js";
import { refuseFor } from "./report-problem.js";

/**
 * The prompt of a command line: the words after the first, joined by single spaces; `-` alone is standard input;
 * `--prompt-file` a file. Undefined when there is none. One line end at the end of a file or of standard input is left
 * out, since editors and `echo` put it there.
 */
export async function readPrompt(
  invocation: Invocation,
  options: { stdin: boolean },
): Promise<Result<string | undefined>> {
  const words = invocation.words.slice(1);
  const file = invocation.texts.get("prompt-file");
  if (file !== undefined && words.length > 0)
    return refuseFor(
      "CLI_OPTION_CONFLICT",
      msg`the prompt is given twice: --prompt-file and words`,
      msg`give one of them`,
    );
  const fromStdin = words.length === 1 && words[0] === "-";
  if (file === undefined && !fromStdin) return succeed(words.length === 0 ? undefined : words.join(" "));
  if (fromStdin && !options.stdin)
    return refuseFor(
      "CLI_PROMPT_NEEDS_STDIN",
      msg`here standard input is the agent's terminal, so the prompt cannot come from it`,
      msg`use --prompt-file FILE, or slipway print`,
    );

  const name = file === undefined ? msg`standard input` : msg`${file}`;
  const read = await readBounded(file === undefined ? process.stdin : resolve(invocation.cwd, file), PROMPT_MAX_BYTES);
  if (!read.ok && read.reason === "too-long")
    return refuseFor(
      "CLI_PROMPT_TOO_LONG",
      msg`the prompt of ${verbatim(name)} is longer than ${PROMPT_MAX_BYTES} bytes`,
      msg`shorten it`,
    );
  if (!read.ok)
    return refuseFor(
      "CLI_PROMPT_UNREADABLE",
      msg`${verbatim(name)} ${verbatim(describeReadFailure(read.error))}`,
      msg`check the path`,
    );
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(read.bytes);
    return succeed(text.replace(/\r?\n$/u, ""));
  } catch {
    return refuseFor(
      "CLI_PROMPT_NOT_UTF8",
      msg`the prompt of ${verbatim(name)} is not UTF-8`,
      msg`convert it to UTF-8`,
    );
  }
}
