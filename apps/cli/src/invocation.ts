import type { Printable, Result } from "@slipway/errors";
import type { ParsedWords } from "./command-line/parse-words.js";
import type { Output } from "./output/write-output.js";

/** What a command has to work with. Nothing in it was read from the working directory. */
export type Invocation = {
  /** Values of options. */
  texts: ReadonlyMap<string, string>;
  /** Switches that are on. */
  flags: ReadonlySet<string>;
  words: readonly string[];
  output: Output;
  /** Standard output is for programs: no words for people, anywhere. Under `--events` too. */
  json: boolean;
  /** Version of this program. */
  version: string;
  /** The folder the program was started in: the workspace of discovery. */
  cwd: string;
  env: NodeJS.ProcessEnv;
};

/**
 * What a command ends with. `json` is shown under `--json` and, as the last line, under `--events`, with `ok` and `issues` added, `text` otherwise. `jsonTo` is
 * standard error when standard output was the agent's.
 */
export type CommandResult = {
  exitCode?: number;
  text?: Printable;
  json?: Record<string, unknown>;
  jsonTo?: "stdout" | "stderr";
};

/** One command. A refusal is a result; what it throws is a fault of ours. */
export type Command = (invocation: Invocation) => Promise<Result<CommandResult>>;

/** Turns the parsed line into an invocation. */
export function prepareInvocation(
  parsed: ParsedWords,
  host: Pick<Invocation, "output" | "version" | "cwd" | "env">,
): Invocation {
  const { texts, flags, words } = parsed;
  return { ...host, texts, flags, words, json: flags.has("json") || flags.has("events") };
}
