import type { Printable } from "@slipway/errors";
import { msg } from "@slipway/errors";
import type { PatternIssue, PatternResult } from "./pattern-issue.js";
import { describe } from "./pattern-issue.js";

/** Why each flag of the seed's set but `i` changes nothing here. */
const NO_EFFECT: ReadonlyMap<string, Printable> = new Map([
  ["g", msg`every candidate is looked at anyway, and the matcher keeps no position between uses`],
  ["m", msg`the grammar has no anchors`],
  ["s", msg`the grammar has no "."`],
  ["u", msg`nothing in the grammar reads differently with it`],
  ["y", msg`a search is never tied to one position`],
]);

/**
 * Reads the flags of a search pattern: letters of `gimsuy` (agents.json reference, "Capture"), none twice. Only `i` matters;
 * each of the others is answered with an info that says why not.
 */
export function parseSearchFlags(flags: string): PatternResult<{ ignoreCase: boolean }> {
  const issues: PatternIssue[] = [];
  [...flags].forEach((flag, index, all) => {
    const reason = NO_EFFECT.get(flag);
    if (all.indexOf(flag) < index)
      issues.push(
        describe(flags, "PATTERN_FLAG_REPEATED", index, 1, msg`the flag "${flag}" is given twice`, msg`give it once`),
      );
    else if (reason !== undefined)
      issues.push(
        describe(flags, "PATTERN_FLAG_NO_EFFECT", index, 1, msg`the flag "${flag}" changes nothing`, reason, "info"),
      );
    else if (flag !== "i")
      issues.push(
        describe(flags, "PATTERN_FLAG_UNKNOWN", index, 1, msg`"${flag}" is not a flag`, msg`use letters of gimsuy`),
      );
  });
  if (issues.some(({ severity }) => severity === "error")) return { ok: false, issues };
  return { ok: true, value: { ignoreCase: flags.includes("i") }, issues };
}

/** Longest flags text read; six letters exist. */
export const FLAGS_MAX_LENGTH = 16;
