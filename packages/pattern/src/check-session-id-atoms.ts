import { msg } from "@slipway/errors";
import type { PatternAtom } from "./parse-session-id-pattern.js";
import type { Findings } from "./pattern-issue.js";
import { SESSION_ID_MAX_LENGTH } from "./safe-session-id.js";

/** Refuses a run of variable length that shares a character with the atom right after it: its end would be in doubt. */
export function checkSharedCharacters(source: string, atoms: readonly PatternAtom[], findings: Findings): void {
  for (const [index, atom] of atoms.entries()) {
    const previous = atoms[index - 1];
    if (previous === undefined || previous.min === previous.max) continue;
    const shared = [...atom.characters].find((character) => previous.characters.includes(character));
    if (shared === undefined) continue;
    const next = atoms[index + 1]?.offset ?? source.length - 1;
    findings.add(
      "PATTERN_SHARED_CHARACTER",
      previous.offset,
      next - previous.offset,
      msg`"${shared}" can belong to a run of variable length and to what follows it`,
      msg`give the run a fixed count {n}, or put a character between them that the run has not`,
    );
  }
}

/** Refuses a pattern that no id can match. */
export function checkReach(source: string, atoms: readonly PatternAtom[], findings: Findings): void {
  const shortest = atoms.reduce((sum, { min }) => sum + min, 0);
  if (shortest > SESSION_ID_MAX_LENGTH)
    findings.add(
      "PATTERN_MATCHES_NOTHING",
      0,
      source.length,
      msg`it needs at least ${shortest} characters and an id has at most ${SESSION_ID_MAX_LENGTH}`,
      msg`lower the counts`,
    );
  else if (atoms[0]?.characters === "-")
    findings.add(
      "PATTERN_MATCHES_NOTHING",
      1,
      1,
      msg`it needs a leading "-", which no id may have`,
      msg`begin with another character`,
    );
}
