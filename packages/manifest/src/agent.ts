import type { PlaceholderName } from "@slipway/placeholder";

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
   * Permission arguments. `bypass` is there when the caller asked for it; `ask` when the caller did not and the bypass of
   * an earlier launch would stick to the conversation (`inherits`), or when asking is not the agent's default.
   */
  | { slot: "approval"; bypass?: ArgTemplate[]; ask?: ArgTemplate[]; inherits: boolean }
  /** There only when an id event that needs it is wanted: it changes what the agent writes to its output. */
  | { slot: "report"; args: ArgTemplate[] }
  /** The user's own arguments. */
  | { slot: "extra" }
  /** The arguments of the delivery that was chosen for the prompt. */
  | { slot: "prompt" };

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
};

/** The cells of one surface. */
export type Cells = { [S in Start]?: Cell };

/** A part of an agent whose origin is kept, because it decides what a launch does. */
export type OriginField = "command" | "launch" | "capture" | "bypass" | "places" | "facts" | "display";

/** Everything a launcher needs to know of one agent, as plain JSON that can be printed and stored. */
export type Agent = {
  /** `[A-Za-z0-9][A-Za-z0-9_-]{0,63}`, unique without regard to case: it becomes a file name. */
  id: string;
  name: string;
  /** The lowest trust of any layer that contributed a launch-relevant field. Set by the reader from where it read. */
  trust: Trust;
  /** Which layer gave each part. */
  origins: { [F in OriginField]?: Trust };
  program: {
    /** File names to look for, in order; the first is the name people type. */
    names: string[];
    /** Arguments right after argv[0] in every launch (`gh copilot` -> `copilot`). */
    prefix: ArgTemplate[];
    /** Absolute or `~/` folders to look in before PATH. */
    searchPaths: string[];
    /** The environment variable that names the file (`SLIPWAY_BIN_<ID>`). */
    envVar: string;
  };
  sessionId: {
    /** Who makes the id of a new conversation. `none`: conversations of this agent cannot be addressed. */
    minter: "host" | "agent" | "none";
    /** A pattern of the session-id grammar that every id must pass; absent means the default rule. */
    pattern?: string;
    /** What the agent does when `new` names an id that is in use. */
    reuse: "refused" | "opens" | "unknown";
  };
  model: { accepts: "any" | "list" | "none"; list: { id: string; aliases: string[] }[] };
  /** What the agent does unasked, and whether it refuses the bypass as root. */
  approval: { byDefault: "asks" | "runs" | "refuses" | "unknown"; bypassRefusedAsRoot: boolean };
  launch: { [S in Surface]?: Cells };
  /** Arguments that print the version and exit; absent when none is known. */
  version?: ArgTemplate[];
  /** Named switches of reviewed environment settings (`no-autoupdate`); never a variable and a value. */
  environment: string[];
  /** The facts row that was applied, or why none was. */
  facts: {
    applied: boolean;
    row?: string;
    note?: "VERSION_OUTSIDE" | "VERSION_UNKNOWN" | "NO_FACTS" | "COMMAND_OVERRIDDEN";
  };
  display: { icon?: string; mono: boolean; downloadUrl?: string; clearCommand?: string };
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
