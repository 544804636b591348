import { readFloor } from "@slipway/catalog";
import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed, verbatim } from "@slipway/errors";
import type { Agent, Facts } from "@slipway/manifest";
import { applyFacts, findAgent, parseAgentsJson, parseFacts } from "@slipway/manifest";
import type { Invocation } from "../invocation.js";
import { problem } from "../report-problem.js";
import { readSignedCatalog } from "./read-signed-catalog.js";

/** The agents in force, as their catalog describes them, and the facts that refine each once its version is known. */
export type Roster = {
  agents: Agent[];
  facts: Facts;
  issues: Issue[];
  /** The catalog itself, to say of an agent that is not in force why not. */
  bytes: Uint8Array;
};

/**
 * Loads the bundled catalog, or the signed one that was asked for in place of it. Trust follows from where the bytes came
 * from: `first-party` for what this program ships, `signed` for a file that a signature vouches for.
 */
export async function loadRoster(invocation: Invocation): Promise<Result<Roster>> {
  const { texts } = invocation;
  const file = texts.get("catalog");
  const key = texts.get("catalog-key");
  const floor = readFloor();
  const facts = parseFacts(floor.facts, { trust: "first-party" });
  if (!facts.ok) return facts;
  if (file === undefined || key === undefined) {
    const parsed = parseAgentsJson(floor.agents, { trust: "first-party", appVersion: invocation.version });
    return assemble(parsed, facts.value, floor.agents);
  }

  const allowDevelopmentKeys = invocation.flags.has("allow-development-key");
  const bytes = await readSignedCatalog({ file, key, allowDevelopmentKeys }, invocation.cwd);
  if (!bytes.ok) return bytes;
  const parsed = parseAgentsJson(bytes.value, { trust: "signed", appVersion: invocation.version });
  const next = parsed.refused
    ? msg`get the catalog again, or leave out --catalog to use the bundled one; nothing was changed`
    : msg`the other agents stand; whoever signs the catalog can mend it`;
  const issues = parsed.issues.map((found) => ({
    ...(parsed.refused || found.severity === "error" ? { hint: next } : {}),
    ...found,
    message: msg`${file}: ${verbatim(found.message)}`,
  }));
  return assemble({ ...parsed, issues }, facts.value, bytes.value);
}

function assemble(parsed: ReturnType<typeof parseAgentsJson>, facts: Facts, bytes: Uint8Array): Result<Roster> {
  if (parsed.refused) return refuse(...parsed.issues);
  // An entry that was left out is an error of that entry; here it is a warning, since the others stand.
  const issues = parsed.issues.map((found) =>
    found.severity === "error" ? { ...found, severity: "warning" as const } : found,
  );
  return succeed({ agents: parsed.agents, facts, issues, bytes });
}

/** The agent of this id as the catalog describes it; one whose entry was left out is another answer than an unknown one. */
export function pickAgent(roster: Roster, id: string): Result<Agent> {
  const found = findAgent(roster.agents, id);
  if (found.ok) return found;
  const reasons = listReasons(roster, id);
  if (reasons.length === 0) return found;
  return refuse(
    problem("CLI_AGENT_LEFT_OUT", msg`the catalog has an agent ${id}, which was left out`, msg`the reasons follow`),
    ...reasons,
  );
}

function listReasons({ bytes, issues }: Roster, id: string): Issue[] {
  const entries = (JSON.parse(new TextDecoder().decode(bytes)) as { agents: unknown[] }).agents;
  const isOfAgent = ({ path: [list, index] }: Issue): boolean => {
    const entry = list === "agents" && typeof index === "number" ? entries[index] : undefined;
    return typeof entry === "object" && entry !== null && (entry as { id?: unknown }).id === id;
  };
  return issues.filter(isOfAgent).map((found) => ({ ...found, severity: "error" }));
}

/** The agent refined by what is known of its version; without a version by the newest row. */
export function refineAgent(roster: Roster, agent: Agent, version: string | undefined): Agent {
  return applyFacts(agent, version, roster.facts);
}
