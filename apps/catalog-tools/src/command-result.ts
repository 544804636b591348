import type { Issue, Printable } from "@slipway/errors";
import type { Paint } from "./output/choose-paint.js";

/** Exit codes: all is well; the data is wrong; the command line is wrong; a file could not be read. */
export const EXIT = { ok: 0, refused: 1, usage: 2, unreadable: 3 } as const;

/** What a command found. `json` is shown under `--json`, else `lines` and `problems`. */
export type CommandResult = {
  exitCode: number;
  json: Record<string, unknown>;
  /** For standard output. */
  lines: Printable[];
  /** For standard error. */
  problems: Issue[];
  /** A document for standard output, in place of `lines` and whatever `--json` says: `fmt -`. */
  document?: string;
};

/** The parsed part of the command line that commands look at. */
export type Arguments = {
  files: string[];
  texts: ReadonlyMap<string, string>;
  flags: ReadonlySet<string>;
  paint: Paint;
};

/** One command. */
export type Command = (args: Arguments) => CommandResult | Promise<CommandResult>;

/** The end of a command that could not do its work. */
export function stopWith(exitCode: number, ...problems: Issue[]): CommandResult {
  return { exitCode, json: { ok: false, issues: problems }, lines: [], problems };
}
