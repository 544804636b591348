import type { PlaceholderName } from "@slipway/placeholder";
import type { Background, ExitMeaning, SignInStatus, TerminalBehaviour } from "./agent-behaviour.js";
import type { Capability, Engine, Install, SignIn, Store, Transcript, Upkeep, Usage } from "./agent-beside.js";
import type { Approval, ModeArgs } from "./permission-modes.js";
import type { ReportFormat } from "./report-format.js";

/** Where the bytes of a layer were loaded from. Trust is never in the data; see {@link Agent.trust}. */
export type Trust = "first-party" | "signed" | "local";

/** What the agent talks to: a terminal, pipes, or the fixed conversation of a check. */
export type Surface = "pty" | "headless" | "probe";

/** A new conversation, the one with this id, or the newest one of this folder. */
export type Start = "new" | "resume" | "continue";

/**
 * One argument of argv: exactly one element, never split. May hold `{PLACEHOLDER}` names; holds no control character;
 * the empty string is a legal argument.
 */
export type ArgTemplate = string;

/**
 * A piece of argv. The order of the parts of a cell is the order in argv. A slot that a cell lacks is the refusal of what
 * it would carry: a cell with no `model` part refuses a model.
 */
export type Part =
  /** Always there: sub-commands, the id flag, fixed options. */
  | { slot: "args"; args: ArgTemplate[] }
  /** There when a model was chosen; carries `{MODEL}`. */
  | { slot: "model"; args: ArgTemplate[] }
  /**
   * Permission arguments, by mode: those of the mode that the caller asked for. `ask` is there too when nothing was asked
   * for and the bypass of an earlier launch would stick to the conversation (`inherits`). A mode without arguments here is
   * unsupported, unless the cell runs in it `always` or by default.
   */
  | ({ slot: "approval"; inherits: boolean } & ModeArgs)
  /** There only when structured output is wanted: it changes what the agent writes to its output. */
  | { slot: "report"; args: ArgTemplate[] }
  /** There when the caller gives what it takes; `{VALUE}` stands for it. */
  | { slot: "input"; takes: InputForm; args: ArgTemplate[] }
  /** The user's own arguments. */
  | { slot: "extra" }
  /** The arguments of the delivery that was chosen for the prompt. */
  | { slot: "prompt" };

/** What a launch takes besides a prompt, and how it gets there. */
export const INPUT_FORMS = Object.freeze([
  /** Text for the system prompt, in argv. */
  "system-prompt-text",
  /** The same in a file that only this user reads. */
  "system-prompt-file",
  /** MCP servers as JSON (`{"mcpServers": {NAME: ...}}`) in a file that only this user reads. */
  "mcp-file",
  /** The path of a picture; the arguments once for each. */
  "image-path",
  /** The path of any file; the arguments once for each. */
  "any-path",
] as const);

/** One of {@link INPUT_FORMS}. */
export type InputForm = (typeof INPUT_FORMS)[number];

/**
 * A way to hand the prompt to the agent. `sigils` are the first characters that the agent reads as a command of its own
 * prompt line here (`!` runs a shell command); a prompt that begins with one is never sent this way.
 */
export type Delivery = { sigils: string } & (
  | {
      via: "argv";
      args: ArgTemplate[] /** Whether a prompt that begins with `-` stays text here. */;
      dash: "safe" | "refuse";
    }
  | { via: "stdin"; args: ArgTemplate[] }
  | { via: "paste" }
  /** Written to a file that only this user reads; `{VALUE}` stands for its path. */
  | { via: "file"; args: ArgTemplate[] }
);

/** Where the agent's own id for the conversation can be learned. */
export type IdEvent =
  /** Printed as text. `search` is a labelled search pattern of `@slipway/pattern` with one group. */
  | { from: "text"; stream: "stdout" | "stderr" | "pty"; when: "running" | "exit"; search: string; flags?: string }
  /** A member `key` of a line of JSON whose members match `where`. */
  | { from: "jsonl"; stream: "stdout" | "stderr"; where: Record<string, string>; key: string; needsReport: boolean }
  /** In the agent's own store; `layout` names a reviewed reader. */
  | { from: "store"; layout: string };

/** What the id of the conversation is to the agent in this cell. */
export type IdTarget =
  /** The caller supplies a fresh id; `{UUID}` carries it. */
  | "own-id"
  /** The agent mints it; it is learned from the id events. */
  | "minted"
  /** The caller names the conversation to resume; `{UUID}` carries it. */
  | "id"
  /** The newest conversation of this folder: which one that is, nobody promised. */
  | "last-in-folder"
  /** No conversation can be addressed afterwards. */
  | "none";

/** One launch: a surface and a start. An absent cell is the refusal of that launch. */
export type Cell = {
  parts: Part[];
  prompt: {
    need: "none" | "optional" | "required" /** Tried in order; the first that fits is used. */;
    deliveries: Delivery[];
  };
  target: IdTarget;
  idEvents: IdEvent[];
  /** What the output becomes with the arguments of the `report` slot. Absent: nobody has said how to read it. */
  reportFormat?: ReportFormat;
  /** What happens here without permission arguments, where it differs from the agent's own {@link Approval}. */
  approval?: Pick<Approval, "byDefault" | "always">;
};

/** The cells of one surface. */
export type Cells = { [S in Start]?: Cell };

/** A part of an agent whose origin is kept, because it decides what a launch does. */
export type OriginField =
  | "command"
  | "launch"
  | "capture"
  | "bypass"
  | "places"
  | "facts"
  | "models"
  | "terminal"
  | "store"
  | "install"
  | "display";

/** Everything a launcher needs to know of one agent, as plain JSON that can be printed and stored. */
export type Agent = {
  /** `[A-Za-z0-9][A-Za-z0-9_-]{0,63}`, unique without regard to case: it becomes a file name. */
  id: string;
  name: string;
  /** The lowest trust of any layer that contributed a launch-relevant field. Set by the reader from where it read. */
  trust: Trust;
  /** Which layer gave each part. */
  origins: { [F in OriginField]?: Trust };
  /** What answers when it is no program of its own: such an agent has no launches, and no program names. Absent: a program. */
  engine?: Engine;
  program: {
    /** File names to look for, in order; the first is the name people type. Empty only with an `engine`. */
    names: string[];
    /** Arguments right after argv[0] in every launch (`gh copilot` -> `copilot`). */
    prefix: ArgTemplate[];
    /** Absolute or `~/` folders to look in before PATH. */
    searchPaths: string[];
    /** The environment variable that names the file (`SLIPWAY_BIN_<ID>`). */
    envVar: string;
    /** Whether the global folder of npm is looked in as well, when discovering and never at launch. */
    npmGlobal?: boolean;
  };
  sessionId: {
    /** Who makes the id of a new conversation. `none`: conversations of this agent cannot be addressed. */
    minter: "host" | "agent" | "none";
    /** A pattern of the session-id grammar that every id must pass; absent means the default rule. */
    pattern?: string;
    /** What the agent does when `new` names an id that is in use. */
    reuse: "refused" | "opens" | "unknown";
    /** What ids begin with and lists need not show (`session_`). */
    prefix?: string;
  };
  model: ModelRule;
  /** What the agent does unasked, and what its bypass means. */
  approval: Approval;
  launch: { [S in Surface]?: Cells };
  /** Arguments that print the version and exit; absent when none is known. */
  version?: ArgTemplate[];
  /** How a person signs in; absent when nobody has said. */
  signIn?: SignIn;
  /** How the program is asked whether somebody is signed in; absent when no harmless way is known. */
  signInStatus?: SignInStatus;
  /** Named switches of reviewed environment settings (`no-autoupdate`); never a variable and a value. */
  environment: string[];
  /** When it can be typed to, how fast, and which screens stand before its prompt. */
  terminal?: TerminalBehaviour;
  /** Exit codes that say something; a code may be seen for several reasons. */
  exits?: ExitMeaning[];
  /** What outlives the session or changes the program behind it. */
  background?: Background;
  /** Where the agent keeps its conversations. Absent: nobody has said. */
  store?: Store;
  transcript?: Transcript;
  usage?: Usage;
  /** How the program can be installed from a pinned source. */
  install?: Install;
  /** What a launcher may do with it beyond launching. */
  capabilities?: Capability[];
  upkeep?: Upkeep;
  /** The facts row that was applied, or why none was. */
  facts: {
    applied: boolean;
    row?: string;
    note?: "VERSION_OUTSIDE" | "VERSION_UNKNOWN" | "NO_FACTS" | "COMMAND_OVERRIDDEN";
  };
  display: Display;
};

/**
 * Which models can be chosen. `configured-elsewhere`: the agent has models and is told them in its own settings only.
 * `onResume`: `same-only` takes the model that the conversation was begun with and says nothing; absent, what the resume
 * cell's slot says.
 */
export type ModelRule = {
  accepts: "any" | "list" | "none" | "configured-elsewhere";
  onResume?: "applies" | "same-only" | "refused";
  list: { id: string; aliases: string[]; contextWindow?: number }[];
};

/** What is only shown. */
export type Display = {
  icon?: string;
  mono: boolean;
  downloadUrl?: string;
  clearCommand?: string;
  /** Who says they made it; never raises trust. */
  publisher?: string;
  /** The manifest's own version. */
  release?: string;
  badge?: string;
  accent?: string;
  /** Lower first. */
  order?: number;
};

/** The placeholders that each part of argv may use. A name outside them has no value there and is an error at parse. */
export const PLACEHOLDERS_BY_SLOT: Readonly<
  Record<"session" | "resume" | "model" | "autoApprove" | "print", readonly PlaceholderName[]>
> = {
  session: ["UUID", "WORKSPACE_ID", "WORKSPACE_NAME", "WORKSPACE_SLUG", "WORKSPACE_PATH", "BRANCH", "PORT"],
  resume: ["UUID", "WORKSPACE_ID", "WORKSPACE_NAME", "WORKSPACE_SLUG", "WORKSPACE_PATH", "BRANCH", "PORT"],
  model: ["MODEL", "WORKSPACE_ID", "WORKSPACE_NAME", "WORKSPACE_SLUG", "WORKSPACE_PATH", "BRANCH", "PORT"],
  autoApprove: ["WORKSPACE_ID", "WORKSPACE_NAME", "WORKSPACE_SLUG", "WORKSPACE_PATH", "BRANCH", "PORT"],
  print: ["PROMPT", "UUID", "WORKSPACE_ID", "WORKSPACE_NAME", "WORKSPACE_SLUG", "WORKSPACE_PATH", "BRANCH", "PORT"],
};
