import { msg } from "@slipway/errors";
import { assertUse } from "./placeholder-error.js";

/** The slug of a name that has no letter or digit of ASCII. */
export const SLUG_FALLBACK = "workspace";

/**
 * The `WORKSPACE_SLUG` of a workspace name: lower case, each run of characters outside `a-z0-9` one `-`, none at either
 * end; {@link SLUG_FALLBACK} when nothing is left. Not unique: two names can share a slug, and a name in another script has
 * only the fallback. Never longer than about three times the name, never beginning with `-`.
 *
 * @throws PlaceholderError `PLACEHOLDER_MISUSE` when the name is not a string
 */
export function slugify(name: string): string {
  assertUse(typeof name === "string", msg`slugify takes a string, not ${typeof name}`);
  const dashed = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const from = dashed.startsWith("-") ? 1 : 0;
  const to = dashed.endsWith("-") ? -1 : undefined;
  return dashed.slice(from, to) || SLUG_FALLBACK;
}
