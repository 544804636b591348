import type { Delivery } from "../../agent.js";

/** The ways a prompt can travel, by name. */
export const DELIVERY_KINDS = Object.freeze([
  /** Behind `--`, where nothing is an option. */
  "dashdash",
  /** Inside the option's own argument, where a leading dash is text. */
  "eq:--prompt",
  "eq:--prompt-interactive",
  "eq:--interactive",
  "eq:--single",
  /** Behind `-p`, whose value may begin with a dash: seen with one parser only (kimi). */
  "value:-p",
  /** A bare positional: a leading dash would be an option. */
  "bare",
  /** Typed at the agent's prompt, in a terminal. */
  "paste",
  /** On the standard input, which is then closed. */
  "stdin",
  /** On the standard input, announced by the argument `-`. */
  "stdin-dash",
] as const);

/** One of {@link DELIVERY_KINDS}. */
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** The delivery of a kind. */
export function makeDelivery(kind: DeliveryKind, sigils: string): Delivery {
  switch (kind) {
    case "dashdash":
      return { via: "argv", args: ["--", "{PROMPT}"], dash: "safe", sigils };
    case "eq:--prompt":
      return { via: "argv", args: ["--prompt={PROMPT}"], dash: "safe", sigils };
    case "eq:--prompt-interactive":
      return { via: "argv", args: ["--prompt-interactive={PROMPT}"], dash: "safe", sigils };
    case "eq:--interactive":
      return { via: "argv", args: ["--interactive={PROMPT}"], dash: "safe", sigils };
    case "eq:--single":
      return { via: "argv", args: ["--single={PROMPT}"], dash: "safe", sigils };
    case "value:-p":
      return { via: "argv", args: ["-p", "{PROMPT}"], dash: "safe", sigils };
    case "bare":
      return { via: "argv", args: ["{PROMPT}"], dash: "refuse", sigils };
    case "paste":
      return { via: "paste", sigils };
    case "stdin":
      return { via: "stdin", args: [], sigils };
    case "stdin-dash":
      return { via: "stdin", args: ["-"], sigils };
  }
}
