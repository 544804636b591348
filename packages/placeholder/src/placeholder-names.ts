/**
 * Every placeholder there is (agents.json reference, "Placeholder substitution"). Closed: a name outside the table is an
 * error at parse and never reaches an agent's command line, where the seed lets it through as literal text.
 */
export const PLACEHOLDER_NAMES = Object.freeze([
  /** The id of the conversation, supplied or stored. Not always a UUID: agents that mint their own ids have other shapes. */
  "UUID",
  /** The chosen model. */
  "MODEL",
  /** The prompt of a headless run. */
  "PROMPT",
  /** The session's id, as an id of its workspace. */
  "WORKSPACE_ID",
  /** The workspace's name as people see it; anything can be in it. */
  "WORKSPACE_NAME",
  /** {@link slugify} of the name. */
  "WORKSPACE_SLUG",
  /** The session's working directory. */
  "WORKSPACE_PATH",
  /** The session's git branch. */
  "BRANCH",
  /** The session's port in decimal; `0` is a port. */
  "PORT",
] as const);

/** One of {@link PLACEHOLDER_NAMES}. */
export type PlaceholderName = (typeof PLACEHOLDER_NAMES)[number];

/** What stands for each name. A name that is absent or undefined is unset; the empty string is a value. */
export type PlaceholderValues = { readonly [N in PlaceholderName]?: string | undefined };

const NAMES: ReadonlySet<string> = new Set(PLACEHOLDER_NAMES);

/** Whether a text is a name of the table, spelled exactly. Takes anything; `constructor` and the like are not names. */
export function isPlaceholderName(text: unknown): text is PlaceholderName {
  return typeof text === "string" && NAMES.has(text);
}
