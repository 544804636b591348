import type { Printable } from "@slipway/errors";
import type { IdEvent, IdTarget, Start, Surface } from "@slipway/manifest";

/** How the prompt travels, and who can read it on the way. */
export type Transport =
  | { via: "none" }
  | { via: "argv"; visibility: "local-users" }
  | { via: "stdin"; visibility: "same-user" }
  | { via: "paste"; visibility: "same-user" };

/** What the caller wants of the agent's permission prompts. */
export type ApprovalMode = "default" | "ask" | "bypass";

/**
 * A launch as plain data, made without touching the machine: it can be printed, stored and compared. It holds no secret
 * value: the environment is named, not copied, except for literals that the plan itself sets.
 */
export type LaunchPlan = {
  agent: string;
  surface: Surface;
  start: Start;
  /** File names to look for; the binding, not the plan, says which file runs. */
  program: string[];
  /** Arguments after the bound vector. */
  argv: string[];
  /** Text written to the child's input, which is then closed. */
  stdin?: string;
  cwd: string;
  env: {
    /** Names taken from the host when present there. */
    pass: string[];
    /** Literals. */
    set: Record<string, string>;
    /** Names that must not reach the child even when inherited. */
    unset: string[];
    /** `clean`: only `pass` and `set`. `inherit`: the host's, minus what is never inherited. */
    mode: "clean" | "inherit";
  };
  session: {
    target: IdTarget;
    /** The id that argv carries: minted by the caller, or the one to resume. */
    id?: string;
    knownWhen: "start" | "running" | "exit" | "store" | "never";
    idEvents: IdEvent[];
    /** The session-id pattern every learned id must pass. */
    pattern?: string;
  };
  model?: string;
  approval: ApprovalMode;
  transport: Transport;
  /** Absolute, judged programs in front of the vector, for sandboxes. */
  wrap: string[];
  /** What the reader of the plan should know. */
  notes: Printable[];
};
