/**
 * What an agent says while it works, in one vocabulary for every form of structured output. All texts are the agent's own
 * words, unchecked: make them printable before showing them.
 */
export type AgentEvent =
  /** The conversation has this id, as the agent says; the id that was checked is that of the session. */
  | { kind: "session"; id: string; model?: string }
  /** Words for the reader. `partial`: a piece that continues in the next one, with nothing in between. */
  | { kind: "text"; text: string; partial: boolean }
  /** A tool begins or has ended. `id` joins the two; `input` is JSON; `ok` is absent when the agent does not say. */
  | {
      kind: "tool";
      phase: "start" | "end";
      id?: string;
      name?: string;
      input?: string;
      output?: string;
      ok?: boolean;
    }
  /**
   * Tokens as the agent counts them, of one step or of all it did since it was started. Whether `inputTokens` holds
   * `cachedInputTokens` differs among agents.
   */
  | {
      kind: "usage";
      of: "step" | "run";
      inputTokens?: number;
      outputTokens?: number;
      cachedInputTokens?: number;
      costUsd?: number;
    }
  /** `fatal`: the agent gave up. Otherwise it went on (a retry, a warning). */
  | { kind: "error"; message: string; fatal: boolean };

/** The final words of an agent, or why there are none. */
export type Answer =
  /** `truncated`: it was longer than what is kept of it. */
  | { state: "given"; text: string; truncated: boolean }
  | {
      state: "absent";
      /**
       * `no-report`: structured output was not asked for, or nobody has said how to read it. `agent-error`: the agent gave
       * up and said so. `none-seen`: the output ended without one. `not-started`: nothing ran.
       */
      reason: "no-report" | "agent-error" | "none-seen" | "not-started";
    };
