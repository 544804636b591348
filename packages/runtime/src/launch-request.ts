import type { Start, Surface } from "@slipway/manifest";
import type { Provider } from "./environment/environment-names.js";
import type { McpServer } from "./launch-inputs.js";
import type { ApprovalMode } from "./launch-plan.js";

/** What feeds the placeholders of an agent's templates besides id, model and prompt. */
export type WorkspaceFacts = {
  /** `{WORKSPACE_ID}` */
  id?: string;
  /** `{WORKSPACE_NAME}`; `{WORKSPACE_SLUG}` is made from it. */
  name?: string;
  /** `{WORKSPACE_PATH}`; the working directory when absent. */
  path?: string;
  /** `{BRANCH}` */
  branch?: string;
  /** `{PORT}`, 0..65535. */
  port?: number;
};

/** What the caller wants of one launch. */
export type LaunchRequest = {
  surface: Surface;
  start: Start;
  /** Handed over whole or refused; never cut, never changed. */
  prompt?: string;
  /** `default`: the agent's own default. Absent: the same, or the recorded model of the conversation to resume. */
  model?: string;
  /** Added to the agent's own system prompt. */
  systemPrompt?: string;
  /** MCP servers by name, in addition to those of the agent's own settings. */
  mcp?: Readonly<Record<string, McpServer>>;
  /** Absolute paths of files that go with the prompt. */
  files?: readonly string[];
  /** Models that the user added to the agent's list. A name of the list itself hides them. */
  addedModels?: readonly string[];
  /** The model that the conversation to resume was begun with: some agents keep it and cannot be told another. */
  recordedModel?: string;
  /** `default` unless said. A mode that this launch cannot be put into is refused, never dropped. */
  approval?: ApprovalMode;
  /** The conversation to resume. Only with `start: "resume"`. */
  sessionId?: string;
  /** Makes the id of a new conversation of an agent that takes one; `crypto.randomUUID` unless given. */
  mintId?: () => string;
  /** Absolute. */
  cwd: string;
  /** The private folder that becomes TMPDIR, TMP and TEMP (see `privateTmpdir`). */
  tmpdir?: string;
  workspace?: WorkspaceFacts;
  /** The user's own arguments, placed where the agent reads options. */
  extraArgs?: readonly string[];
  /** `clean` for headless and `inherit` in a terminal unless said. */
  envMode?: "clean" | "inherit";
  /** Names taken from the host in addition to the table, in `clean` mode. Names that are never inherited stay out. */
  passEnv?: readonly string[];
  /**
   * Variables that a preset or the user sets for the agent. What decides over programs, traffic or secrets is refused
   * (`RUNTIME_ENV_REFUSED`): a secret stays in the host's environment and is passed by its name.
   */
  setEnv?: Readonly<Record<string, string>>;
  /**
   * The model providers whose logins and endpoints may reach the child, in both modes and against `passEnv`: which account
   * pays. Absent: those of all known providers. Empty: none, so that the agent's own sign-in counts.
   */
  providers?: readonly Provider[];
  /** Ask for the agent's structured output where it has one. It changes what arrives on stdout. */
  report?: boolean;
  /** Decides limits of argv; the running platform unless said. */
  platform?: NodeJS.Platform;
};
