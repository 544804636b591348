import type { ArgTemplate } from "./agent.js";

/**
 * How freely an agent acts: `plan` reads and changes nothing, `ask` asks before it acts, `acceptEdits` changes files of the
 * folder unasked and asks for the rest, `bypass` acts unasked. A launch may also leave it at the agent's default.
 */
export const PERMISSION_MODES = Object.freeze(["plan", "ask", "acceptEdits", "bypass"] as const);

/** One of {@link PERMISSION_MODES}. */
export type PermissionMode = (typeof PERMISSION_MODES)[number];

/** The arguments that put a launch into a mode. An empty list is a mode that needs no argument. */
export type ModeArgs = { [M in PermissionMode]?: ArgTemplate[] };

/** What an agent does without being told. */
export const DEFAULT_BEHAVIOURS = Object.freeze(["asks", "runs", "refuses", "unknown"] as const);

/**
 * What the bypass takes away. `prompts`: the questions only; `prompts-and-sandbox`: the sandbox too; `most-prompts`: it
 * still asks for what it deems risky.
 */
export const BYPASS_MEANINGS = Object.freeze(["prompts", "prompts-and-sandbox", "most-prompts", "unknown"] as const);

/** Where the bypass of one launch is still in force when the conversation is resumed. */
export const BYPASS_MEMORIES = Object.freeze(["nowhere", "terminal", "everywhere", "unknown"] as const);

/** Where the agent silently takes the bypass back. */
export const BYPASS_VOIDS = Object.freeze(["untrusted-folder"] as const);

/** The permissions of an agent, or of one of its launches. */
export type Approval = {
  byDefault: (typeof DEFAULT_BEHAVIOURS)[number];
  /** The one mode it runs in, whatever it is told: asking for another one is refused. */
  always?: PermissionMode;
  bypassRefusedAsRoot: boolean;
  bypass?: {
    means: (typeof BYPASS_MEANINGS)[number];
    /** A conversation that remembers a bypass runs unasked because of a launch that somebody forgot. */
    sticks: (typeof BYPASS_MEMORIES)[number];
    voidIn: (typeof BYPASS_VOIDS)[number][];
  };
};
