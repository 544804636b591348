import { msg } from "@slipway/errors";
import satisfies from "semver/functions/satisfies.js";
import valid from "semver/functions/valid.js";
import gtr from "semver/ranges/gtr.js";
import type { Agent, Cells, Trust } from "../agent.js";
import { assertTrust } from "../assert-trust.js";
import { lowestTrust } from "../lowest-trust.js";
import { ManifestError } from "../manifest-error.js";
import type { FactCells, FactRow, Facts, Shown } from "./facts.js";
import type { EntryGroups } from "./make-cell.js";
import { makeCell, readGroups } from "./make-cell.js";

/**
 * The agent as it is known to behave in this version: whole cells replaced by the reviewed kinds that the row names, so
 * that a launcher needs no notion of versions. Pure; gives a new agent.
 *
 * The row is the last one of this agent whose range holds the version. A version beyond the newest range takes the newest
 * row with the note `VERSION_OUTSIDE`; an unknown one takes it with `VERSION_UNKNOWN`. A version below or between the
 * ranges takes none (`VERSION_OUTSIDE`, not applied): an older program may lack the very flags. Another program under the
 * agent's id takes none either (`COMMAND_OVERRIDDEN`).
 *
 * @param version what `readVersion` gave; a text that is no semantic version counts as unknown
 * @throws ManifestError `MANIFEST_MISUSE` when the agent already carries facts: apply to the compiled agent; when `trust`
 *   of the facts is no level of trust
 */
export function applyFacts(agent: Agent, version: string | undefined, facts: Facts): Agent {
  if (agent.facts.applied)
    throw new ManifestError("MANIFEST_MISUSE", msg`agent ${agent.id} already carries the facts ${agent.facts.row}`);
  if (facts.trust !== undefined) assertTrust(facts.trust);
  const rows = facts.rows.filter((row) => row.agent === agent.id);
  if (rows.length === 0) return withoutFacts(agent, "NO_FACTS");
  const own = rows.filter((row) => agent.program.names[0] === row.program && agent.program.prefix.length === 0);
  if (own.length === 0) return withoutFacts(agent, "COMMAND_OVERRIDDEN");
  const chosen = chooseRow(own, version);
  if (chosen.row === undefined) return withoutFacts(agent, "VERSION_OUTSIDE");
  return withRow(agent, chosen.row, chosen.note, facts.trust ?? agent.trust);
}

type Note = NonNullable<Agent["facts"]["note"]>;

function chooseRow(rows: readonly FactRow[], version: string | undefined): { row?: FactRow; note?: Note } {
  const newest = rows.at(-1) as FactRow;
  const known = version === undefined ? null : valid(version);
  if (known === null) return { row: newest, note: "VERSION_UNKNOWN" };
  const fitting = rows.findLast((row) => satisfies(known, row.versions, { includePrerelease: true }));
  if (fitting !== undefined) return { row: fitting };
  return gtr(known, newest.versions, { includePrerelease: true }) ? { row: newest, note: "VERSION_OUTSIDE" } : {};
}

function withoutFacts(agent: Agent, note: Note): Agent {
  return { ...structuredClone(agent), facts: { applied: false, note } };
}

function withRow(agent: Agent, row: FactRow, note: Note | undefined, trust: Trust): Agent {
  const base = structuredClone(agent);
  const groups = readGroups(base);
  return {
    ...base,
    // The agent's own trust stands beside its origins: a reader may have set it lower than they say.
    trust: lowestTrust({ launch: base.trust, facts: trust }),
    origins: { ...base.origins, facts: trust },
    sessionId: { ...row.sessionId },
    approval: withoutEvidence(row.approval),
    launch: {
      ...base.launch,
      ...(row.pty === undefined ? {} : { pty: makeCells(row, row.pty, groups) }),
      ...(row.headless === undefined ? {} : { headless: makeCells(row, row.headless, groups) }),
    },
    ...(row.versionFlag === undefined ? {} : { version: [row.versionFlag] }),
    ...(row.terminal === undefined ? {} : { terminal: { ...base.terminal, ...withoutEvidence(row.terminal) } }),
    ...(row.exits.length === 0 ? {} : { exits: row.exits.map(withoutEvidence) }),
    ...(row.background === undefined ? {} : { background: withoutEvidence(row.background) }),
    ...(row.signInStatus === undefined ? {} : { signInStatus: withoutEvidence(row.signInStatus) }),
    environment: [...row.environment],
    facts: { applied: true, row: `${row.agent} ${row.versions}`, ...(note === undefined ? {} : { note }) },
  };
}

/** Evidence is for who reviews facts; an agent carries what is so. A copy: the agent shares nothing with the row. */
function withoutEvidence<F extends Shown>(fact: F): Omit<F, "evidence"> {
  const { evidence: _, ...rest } = fact;
  return structuredClone(rest);
}

function makeCells(row: FactRow, stated: FactCells, groups: EntryGroups): Cells {
  const cells: Cells = {};
  for (const start of ["new", "resume", "continue"] as const) {
    const fact = stated[start];
    const cell = fact === undefined ? undefined : makeCell(row, fact, start, groups);
    if (cell !== undefined) cells[start] = cell;
  }
  return cells;
}
