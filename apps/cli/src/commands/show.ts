import { readRecord } from "@slipway/binary";
import type { Printable } from "@slipway/errors";
import { msg, printable, succeed, verbatim } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import type { ProgramPlace } from "@slipway/runtime";
import { locateProgram } from "@slipway/runtime";
import type { Command } from "../invocation.js";
import { noteUnseenVersion } from "../launching/prepare-launch.js";
import { layOutTable } from "../output/write-output.js";
import { findPlaces } from "../places.js";
import { describeLaunches } from "../program/describe-launches.js";
import { loadRoster, pickAgent, refineAgent } from "../roster/load-roster.js";

/** Shows one agent: where it is, what it can be asked, and the arguments of each launch. */
export const command: Command = async (invocation) => {
  const roster = await loadRoster(invocation);
  if (!roster.ok) return roster;
  const picked = pickAgent(roster.value, invocation.words[0] as string);
  if (!picked.ok) return picked;
  const { records, folders } = findPlaces(invocation);
  const search = { stateDir: folders.state, workspace: invocation.cwd, env: invocation.env };
  const program = locateProgram(picked.value, search);
  const record = readRecord(records, picked.value.id);
  const version = record.ok ? record.value?.version : undefined;
  const agent = refineAgent(roster.value, picked.value, version);
  return succeed({ text: describe(agent, program), json: { agent, program } }, [
    ...roster.value.issues,
    ...folders.issues,
    ...noteUnseenVersion(agent, version),
  ]);
};

const REASONS = { adopted: "changed", found: "note", refused: "refused", absent: "not taken" } as const;

const PERMISSIONS = {
  asks: "asks before it acts",
  runs: "acts without asking",
  refuses: "does not act unless allowed beforehand",
  unknown: "nobody has shown whether it asks before it acts",
} as const;

const NOT_TRIED = {
  VERSION_OUTSIDE: "not this version",
  VERSION_UNKNOWN: "not known, since its version is not",
  NO_FACTS: "nothing: started by what its catalog entry says alone",
  COMMAND_OVERRIDDEN: "not this command: started by what its catalog entry says alone",
} as const;

function describe(agent: Agent, program: ProgramPlace): Printable {
  const row = (name: string, value: Printable): Printable[] => [printable(name), value];
  const { facts, sessionId, approval, display } = agent;
  const rows = [
    row("id", printable(agent.id)),
    row("name", printable(agent.name)),
    row("trust", printable(agent.trust)),
    row("program", msg`${agent.program.names.join(" or ")} (${program.state})`),
    ...(program.path === undefined ? [] : [row("file", printable(program.path, { maxColumns: 1024 }))]),
    ...(program.version === undefined ? [] : [row("version", printable(program.version))]),
    ...(program.reason === undefined
      ? []
      : [row(REASONS[program.state], msg`${program.reason.code}: ${verbatim(program.reason.message)}`)]),
    ...(display.downloadUrl === undefined ? [] : [row("get it at", printable(display.downloadUrl))]),
    row("variable", msg`${agent.program.envVar} names another file`),
    row(
      "session id",
      printable({ host: "given by slipway", agent: "learned from the agent", none: "none" }[sessionId.minter]),
    ),
    row("permission", printable(PERMISSIONS[approval.byDefault])),
    row("tried with", printable(facts.applied ? (facts.row ?? "yes") : NOT_TRIED[facts.note ?? "NO_FACTS"])),
    ...describeLaunches(agent),
  ];
  return layOutTable(rows);
}
