import type { Agent } from "../agent.js";
import type { AgentEntry, RemovedAgent } from "../agents-json/agent-entry.js";
import { applyFacts } from "../facts/apply-facts.js";
import type { Facts } from "../facts/facts.js";
import type { Change, Risk } from "./change.js";
import { countRisks, sortByRisk } from "./change.js";
import { compareAgents } from "./compare-agents.js";
import type { Difference } from "./compare-cells.js";
import { compareValue } from "./compare-cells.js";
import { listCells, listIntents, showArgv } from "./list-intents.js";

/**
 * One side of a comparison: compiled agents, the facts that are published beside them, the entries, for what decides which
 * apps get an agent, what the catalog withdraws from the layers below it, and the digests of its icons.
 */
export type CatalogSide = {
  agents: readonly Agent[];
  facts?: Facts;
  entries?: readonly AgentEntry[];
  removed?: readonly RemovedAgent[];
  iconDigests?: ReadonlyMap<string, string>;
};

/** What changes for users between two catalogs, the gravest first. `launch`: whether any launch differs. */
export type CatalogDiff = { changes: Change[]; launch: boolean; risks: Record<Risk, number> };

/**
 * Compares two catalogs by what their agents do and not by their text: programs, argv of every intent, permission modes,
 * prompt deliveries, patterns, places, environment, and what is shown. With facts on a side, each agent is compared as
 * its entry alone says and once for each row of facts, as the program of that row is launched; a difference that a
 * row merely repeats is told once.
 *
 * Pure. Its texts are foreign: make them printable before they are shown ({@link renderDiffLines}).
 */
export function diffCatalogs(before: CatalogSide, after: CatalogSide): CatalogDiff {
  const old = new Map(before.agents.map((agent) => [agent.id, agent]));
  const now = new Map(after.agents.map((agent) => [agent.id, agent]));
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((id): Change[] => {
    const [one, other] = [old.get(id), now.get(id)];
    if (one === undefined) return describeNew(other as Agent, after.facts);
    // One that is withdrawn is told as that, with its reason.
    if (other === undefined) return after.removed?.some((row) => row.id === id) ? [] : [removed(one)];
    const gates = [before, after].map((side) => side.entries?.find((entry) => entry.id === id)?.minAppVersion);
    const found = compareStates(one, other, before.facts, after.facts);
    found.push(...compareValue("setting", "minAppVersion", gates[0], gates[1], "medium"));
    found.push(...compareIcons(one, other, before.iconDigests, after.iconDigests));
    return found.map((difference) => ({ agent: id, ...difference }));
  });
  changes.push(...compareWithdrawals(before.removed ?? [], after.removed ?? []));
  return {
    changes: sortByRisk(changes),
    launch: changes.some((change) => change.launch),
    risks: countRisks(changes),
  };
}

function removed({ id, name }: Agent): Change {
  return { agent: id, subject: "agent", where: "removed", before: name, risk: "low", launch: true };
}

/**
 * Withdrawals reach agents that only a lower layer has, and an end of one brings such an agent back: its launches are that
 * layer's, and not to be seen here.
 */
function compareWithdrawals(before: readonly RemovedAgent[], after: readonly RemovedAgent[]): Change[] {
  const old = new Map(before.map(({ id, reason }) => [id, reason]));
  const now = new Map(after.map(({ id, reason }) => [id, reason]));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id): Change[] => {
    const launch = old.has(id) !== now.has(id);
    const risk = now.has(id) ? "low" : "medium";
    const found = compareValue("agent", "withdrawn", old.get(id), now.get(id), risk);
    return found.map((difference) => ({ agent: id, ...difference, launch }));
  });
}

/** Another picture under the same name; a digest that came or went says nothing of the picture. */
function compareIcons(
  { display: { icon: was } }: Agent,
  { display: { icon } }: Agent,
  before: CatalogSide["iconDigests"],
  after: CatalogSide["iconDigests"],
): Difference[] {
  if (icon === undefined || was !== icon) return [];
  const [old, now] = [before?.get(icon), after?.get(icon)];
  return old === undefined || now === undefined ? [] : compareValue("display", "icon digest", old, now, "low");
}

/** A new agent is told whole: there is nothing to compare it with, and all of it is new code. */
function describeNew(agent: Agent, facts: Facts | undefined): Change[] {
  const command = showArgv([...agent.program.names.slice(0, 1), ...agent.program.prefix]);
  const added: Change = {
    agent: agent.id,
    subject: "agent",
    where: "added",
    after: command,
    risk: "high",
    launch: true,
  };
  const states = [
    { label: "", agent },
    ...applyRows(agent, facts).map(({ key, state }) => ({ label: ` (facts ${key})`, agent: state })),
  ];
  const told = new Set<string>();
  const intents = states.flatMap((state) =>
    [...listCells(state.agent)].flatMap(([where, cell]) =>
      listIntents(cell).flatMap((intent): Change[] => {
        const line = showArgv(intent.argv);
        const place = [where, intent.name].filter((text) => text !== "").join(" ");
        const seen = told.has(`${place}\n${line}`);
        told.add(`${place}\n${line}`);
        if (seen) return [];
        return [
          { agent: agent.id, subject: "argv", where: place + state.label, after: line, risk: "high", launch: true },
        ];
      }),
    ),
  );
  return [added, ...intents];
}

function compareStates(
  one: Agent,
  other: Agent,
  oldFacts: Facts | undefined,
  newFacts: Facts | undefined,
): Difference[] {
  const plain = compareAgents(one, other);
  const told = new Set(plain.map(identify));
  const old = new Map(applyRows(one, oldFacts).map((applied) => [applied.key, applied]));
  const now = new Map(applyRows(other, newFacts).map((applied) => [applied.key, applied]));
  const found = [...plain];
  // Of two rows that hold for one version the later one counts.
  const order = [old, now].map((rows) => [...rows.keys()].filter((key) => old.has(key) && now.has(key)).join(", "));
  found.push(...compareValue("facts", "order of rows", order[0], order[1], "medium"));
  for (const versions of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(versions), now.get(versions)];
    if (was === undefined || is === undefined) found.push(rowCameOrWent(versions, was !== undefined));
    // A row that came or went changes how its versions are launched: compared with the entry alone.
    const differences = compareAgents(was?.state ?? one, is?.state ?? other);
    for (const difference of differences) {
      if (told.has(identify(difference))) continue;
      told.add(identify(difference));
      found.push({ ...difference, where: `${difference.where} (facts ${versions})` });
    }
  }
  return found;
}

function rowCameOrWent(versions: string, went: boolean): Difference {
  return {
    subject: "facts",
    where: versions,
    ...(went ? { before: "known" } : { after: "known" }),
    risk: "medium",
    launch: true,
  };
}

function identify({ subject, where, before, after }: Difference): string {
  return JSON.stringify([subject, where, before, after]);
}

type Applied = { key: string; state: Agent };

/**
 * The agent as each row of its facts makes it, by the row's versions; a second row of the same versions is another one. A row
 * for another program than the agent's is not applied, as readers do not apply it.
 */
function applyRows(agent: Agent, facts: Facts | undefined): Applied[] {
  const seen = new Map<string, number>();
  return (facts?.rows ?? [])
    .filter((row) => row.agent === agent.id)
    .flatMap((row) => {
      const times = (seen.get(row.versions) ?? 0) + 1;
      seen.set(row.versions, times);
      const state = applyFacts(agent, undefined, { ...(facts as Facts), rows: [row] });
      return state.facts.applied ? [{ key: times === 1 ? row.versions : `${row.versions} #${times}`, state }] : [];
    });
}
