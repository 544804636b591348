import type { Printable } from "@slipway/errors";
import { msg, printable, succeed, verbatim } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import type { ProgramPlace } from "@slipway/runtime";
import { locateProgram } from "@slipway/runtime";
import type { Command } from "../invocation.js";
import { layOutTable } from "../output/write-output.js";
import { findPlaces } from "../places.js";
import { loadRoster } from "../roster/load-roster.js";

/** Lists the agents in force, whether each is installed, and where. Starts no program and writes nothing. */
export const command: Command = async (invocation) => {
  const roster = await loadRoster(invocation);
  if (!roster.ok) return roster;
  const { folders } = findPlaces(invocation);
  const options = { stateDir: folders.state, workspace: invocation.cwd, env: invocation.env };
  const agents = roster.value.agents.map((agent) => ({ agent, place: locateProgram(agent, options) }));
  const rows = agents.map(({ agent, place }) => [printable(agent.id), printable(agent.name), describe(agent, place)]);
  const json = agents.map(({ agent, place }) => {
    const { downloadUrl } = agent.display;
    const { id, name, trust } = agent;
    return { id, name, trust, ...place, ...(downloadUrl === undefined ? {} : { downloadUrl }) };
  });
  const table = layOutTable([[msg`ID`, msg`NAME`, msg`PROGRAM`], ...rows]);
  return succeed({ text: table, json: { agents: json } }, [...roster.value.issues, ...folders.issues]);
};

function describe({ id, display: { downloadUrl } }: Agent, place: ProgramPlace): Printable {
  const path = printable(place.path ?? "", { maxColumns: 1024 });
  const version = place.version === undefined ? msg`` : msg`${place.version} at `;
  if (place.state === "adopted" && place.reason !== undefined)
    return msg`changed since its adoption: ${verbatim(path)}`;
  if (place.state === "adopted") return msg`${verbatim(version)}${verbatim(path)}`;
  if (place.state === "found") return path;
  if (place.state === "refused") return msg`refused: ${place.reason?.code}; slipway doctor ${id} says why`;
  if (place.reason !== undefined) return msg`found and not taken; slipway doctor ${id} says why`;
  return downloadUrl === undefined ? msg`not installed` : msg`get it at ${downloadUrl}`;
}
