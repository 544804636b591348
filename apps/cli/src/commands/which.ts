import { execArgv, explainTrace } from "@slipway/binary";
import type { Result } from "@slipway/errors";
import { msg, printable, refuse, succeed } from "@slipway/errors";
import { bindProgram, locateProgram, traceProgram } from "@slipway/runtime";
import type { Command, CommandResult } from "../invocation.js";
import { findPlaces } from "../places.js";
import { adviseOnProgram } from "../program/advise-on-program.js";
import { problem } from "../report-problem.js";
import { loadRoster, pickAgent, refineAgent } from "../roster/load-roster.js";

/** Says which file a launch would start. Starts and writes nothing. */
export const command: Command = async (invocation): Promise<Result<CommandResult>> => {
  const roster = await loadRoster(invocation);
  if (!roster.ok) return roster;
  const picked = pickAgent(roster.value, invocation.words[0] as string);
  if (!picked.ok) return picked;
  const agent = refineAgent(roster.value, picked.value, undefined);
  const { folders } = findPlaces(invocation);
  const search = { workspace: invocation.cwd, env: invocation.env };
  const place = locateProgram(agent, { ...search, stateDir: folders.state });
  const trace = traceProgram(agent, search);
  if ((place.state !== "adopted" && place.state !== "found") || place.path === undefined || place.via === undefined) {
    invocation.output.tell(explainTrace(trace));
    const reason =
      place.reason ?? problem("CLI_NOT_ADOPTED", msg`no file would be started as ${agent.id}`, installHint(agent));
    return refuse(adviseOnProgram(agent.id, { ...reason, severity: "error" }));
  }
  const bound = bindProgram(place.path, search, { via: place.via });
  if (!bound.ok) return refuse(...bound.issues.map((found) => adviseOnProgram(agent.id, found)));
  const { file, interpreter, policy, coverage, notes } = bound.value;
  const json = {
    agent: agent.id,
    state: place.state,
    via: place.via,
    foundAt: place.path,
    path: file.path,
    argv: execArgv(bound.value),
    ...(interpreter === undefined ? {} : { interpreter }),
    policy,
    coverage,
    notes,
    trace,
  };
  const drift = place.reason === undefined ? [] : [adviseOnProgram(agent.id, place.reason)];
  const text = printable(file.path, { maxColumns: 4096 });
  return succeed({ text, json }, [...roster.value.issues, ...folders.issues, ...drift, ...bound.issues]);
};

function installHint({ id, display: { downloadUrl } }: { id: string; display: { downloadUrl?: string } }) {
  return downloadUrl === undefined ? msg`slipway adopt ${id} --path FILE names one` : msg`get it at ${downloadUrl}`;
}
