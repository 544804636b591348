/** Every code that the command line itself can give; codes of the packages below pass through unchanged. */
export type CliCode =
  /** The word after `slipway` is no command. */
  | "CLI_UNKNOWN_COMMAND"
  /** The command has no such option. */
  | "CLI_UNKNOWN_OPTION"
  /** An option that needs a value stands last, or is followed by another option. */
  | "CLI_OPTION_VALUE_MISSING"
  /** A switch was given a value (`--yolo=1`). */
  | "CLI_OPTION_TAKES_NO_VALUE"
  /** The same option twice, or two that exclude each other: which one counts would be a guess. */
  | "CLI_OPTION_CONFLICT"
  /** The value is none of those the option knows. */
  | "CLI_OPTION_VALUE_UNKNOWN"
  /** The command needs a word that is not there. */
  | "CLI_ARGUMENT_MISSING"
  /** More words than the command takes. */
  | "CLI_TOO_MANY_ARGUMENTS"
  /** `print` without a prompt, or with an empty one. */
  | "CLI_PROMPT_MISSING"
  /** The prompt was asked from standard input by a command whose standard input is the terminal of the agent. */
  | "CLI_PROMPT_NEEDS_STDIN"
  /** The prompt given by file or standard input is longer than the limit. */
  | "CLI_PROMPT_TOO_LONG"
  /** The prompt given by file or standard input is not UTF-8. */
  | "CLI_PROMPT_NOT_UTF8"
  /** The file of `--prompt-file` cannot be read. */
  | "CLI_PROMPT_UNREADABLE"
  /** Warning: the agent never took the prompt that was to be typed into its terminal. */
  | "CLI_PROMPT_NOT_DELIVERED"
  /** `run` and `resume` without a terminal on standard input and output. */
  | "CLI_NO_TTY"
  /** The working directory no longer exists. */
  | "CLI_CWD_GONE"
  /** The working directory asked for, or that of the session, does not exist, is no folder, or cannot be looked at. */
  | "CLI_CWD_MISSING"
  /** `--catalog` without `--catalog-key`, or the reverse. */
  | "CLI_CATALOG_NEEDS_KEY"
  /** The catalog, its signature or its key file cannot be read, or is larger than the limit. */
  | "CLI_CATALOG_UNREADABLE"
  /** There is no `.minisig` file beside the catalog. */
  | "CLI_CATALOG_UNSIGNED"
  /** The signature was made for a file of another name. */
  | "CLI_CATALOG_OTHER_FILE"
  /** Warning: a process of the session outlived it. */
  | "CLI_SURVIVOR"
  /** Warning: output was held open by another process after the agent ended. */
  | "CLI_OUTPUT_CUT"
  /** The session was made by another agent than the one named. */
  | "CLI_SESSION_OTHER_AGENT"
  /** The id of the session is an unproven claim of the output, or its first start failed, and it was not accepted as such. */
  | "CLI_SESSION_UNCONFIRMED"
  /** Warning: a new conversation claimed the id of an earlier session; it was not stored. */
  | "CLI_SESSION_ID_TAKEN"
  /** Warning: the program's version is outside those that were tried. */
  | "CLI_VERSION_UNSEEN"
  /** `forget` of an agent for which no file was adopted. */
  | "CLI_NOT_ADOPTED"
  /** The agent is in the catalog, but its entry could not be used; the reasons follow. */
  | "CLI_AGENT_LEFT_OUT"
  /** Warning: the first start of a conversation failed, so it is not known whether there is one under the id it was given. */
  | "CLI_SESSION_DOUBTFUL"
  /** Warning: a signal ended the agent. */
  | "CLI_AGENT_SIGNALLED"
  /** Standard output could not be written, and not because its reader left (a full disk). */
  | "CLI_OUTPUT_FAILED"
  /** The file was not adopted: the person said no. */
  | "CLI_ADOPTION_DECLINED"
  /** An adoption needs a yes, and nobody can be asked. */
  | "CLI_CONFIRMATION_NEEDED"
  /** `--sha256` is not 64 hexadecimal digits. */
  | "CLI_DIGEST_INVALID"
  /** A fault that no rule foresaw; it is ours. */
  | "CLI_UNEXPECTED";

/** Codes that mean the command line was written wrong: exit code 2. */
export const USAGE_CODES: ReadonlySet<string> = new Set<CliCode>([
  "CLI_UNKNOWN_COMMAND",
  "CLI_UNKNOWN_OPTION",
  "CLI_OPTION_VALUE_MISSING",
  "CLI_OPTION_TAKES_NO_VALUE",
  "CLI_OPTION_CONFLICT",
  "CLI_OPTION_VALUE_UNKNOWN",
  "CLI_ARGUMENT_MISSING",
  "CLI_TOO_MANY_ARGUMENTS",
  "CLI_PROMPT_MISSING",
  "CLI_PROMPT_NEEDS_STDIN",
  "CLI_CATALOG_NEEDS_KEY",
  "CLI_DIGEST_INVALID",
]);
