import { readFloor } from "@slipway/catalog";
import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed, verbatim } from "@slipway/errors";
import type { Agent, Facts } from "@slipway/manifest";
import { applyFacts, findAgent, parseAgentsJson, parseFacts } from "@slipway/manifest";
import type { Invocation } from "../invocation.js";
import { refuseFor } from "../report-problem.js";
import { readSignedCatalog } from "./read-signed-catalog.js";

/** The agents in force, as their catalog describes them, and the facts that refine each once its version is known. */
export type Roster = { agents: Agent[]; facts: Facts; issues: Issue[] };

/**
 * Loads the bundled catalog, or the signed one that was asked for in place of it. Trust follows from where the bytes came
 * from: `first-party` for what this program ships, `signed` for a file that a signature vouches for.
 */
export async function loadRoster(invocation: Invocation): Promise<Result<Roster>> {
  const { texts } = invocation;
  const file = texts.get("catalog");
  const key = texts.get("catalog-key");
  if ((file === undefined) !== (key === undefined))
    return refuseFor(
      "CLI_CATALOG_NEEDS_KEY",
      msg`--catalog and --catalog-key belong together`,
      msg`a catalog counts only for whoever knows by whom it must be signed`,
    );
  const floor = readFloor();
  const facts = parseFacts(floor.facts, { trust: "first-party" });
  if (!facts.ok) return facts;
  if (file === undefined || key === undefined)
    return assemble(
      parseAgentsJson(floor.agents, { trust: "first-party", appVersion: invocation.version }),
      facts.value,
    );

  const allowDevelopmentKeys = invocation.flags.has("allow-development-key");
  const bytes = await readSignedCatalog({ file, key, allowDevelopmentKeys }, invocation.cwd);
  if (!bytes.ok) return bytes;
  const parsed = parseAgentsJson(bytes.value, { trust: "signed", appVersion: invocation.version });
  const next = msg`get the catalog again, or leave out --catalog to use the bundled one; nothing was changed`;
  const issues = parsed.issues.map((found) => ({
    hint: next,
    ...found,
    message: msg`${file}: ${verbatim(found.message)}`,
  }));
  return assemble({ ...parsed, issues }, facts.value);
}

function assemble(parsed: ReturnType<typeof parseAgentsJson>, facts: Facts): Result<Roster> {
  if (parsed.refused) return refuse(...parsed.issues);
  // An entry that was left out is an error of that entry; here it is a warning, since the others stand.
  const issues = parsed.issues.map((found) =>
    found.severity === "error" ? { ...found, severity: "warning" as const } : found,
  );
  return succeed({ agents: parsed.agents, facts, issues });
}

/** The agent of this id as the catalog describes it. */
export function pickAgent(roster: Roster, id: string): Result<Agent> {
  return findAgent(roster.agents, id);
}

/** The agent refined by what is known of its version; without a version by the newest row. */
export function refineAgent(roster: Roster, agent: Agent, version: string | undefined): Agent {
  return applyFacts(agent, version, roster.facts);
}
