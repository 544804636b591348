import type { Part } from "../../agent.js";

/** What a launch takes besides a prompt, by name. */
export const INPUT_KINDS = Object.freeze([
  /** A file whose text is added to the system prompt. */
  "append-system-prompt-file",
  /** A JSON file that names MCP servers, in addition to the user's own. */
  "mcp-config",
  /** A picture for the first prompt; the option once for each. It also splits at commas. */
  "image",
] as const);

/** One of {@link INPUT_KINDS}. */
export type InputKind = (typeof INPUT_KINDS)[number];

/**
 * The part of a kind. The value stands in the option's own argument where the option takes any number of values:
 * `--mcp-config FILE X` would read X as a second file.
 */
export function makeInput(kind: InputKind): Part {
  switch (kind) {
    case "append-system-prompt-file":
      return { slot: "input", takes: "system-prompt-file", args: ["--append-system-prompt-file={VALUE}"] };
    case "mcp-config":
      return { slot: "input", takes: "mcp-file", args: ["--mcp-config={VALUE}"] };
    case "image":
      return { slot: "input", takes: "image-path", args: ["--image={VALUE}"] };
  }
}
