import { statSync } from "node:fs";
import { readRecord } from "@slipway/binary";
import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed, verbatim } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import type { LaunchPlan, LaunchRequest, ResolvedBinary } from "@slipway/runtime";
import { planLaunch, privateTmpdir, resolveBinary } from "@slipway/runtime";
import type { Invocation } from "../invocation.js";
import type { Places } from "../places.js";
import { findPlaces } from "../places.js";
import { problem } from "../report-problem.js";
import { loadRoster, pickAgent, refineAgent } from "../roster/load-roster.js";

/** A launch that only has to be started. */
export type Prepared = { plan: LaunchPlan; places: Places; tmpdir: string; program: ResolvedBinary };
/** A launch that is only looked at. */
export type Planned = Pick<Prepared, "plan">;

/**
 * From an agent's id to a launch: the roster, the program (found, judged and adopted the first time), the agent refined by
 * its version, the plan.
 */
export async function prepareLaunch(
  invocation: Invocation,
  wanted: LaunchRequest & { agent: string },
): Promise<Result<Prepared>> {
  const { agent: id, ...request } = wanted;
  const roster = await loadRoster(invocation);
  if (!roster.ok) return roster;
  const agent = pickAgent(roster.value, id);
  if (!agent.ok) return agent;
  const missing = checkFolder(request.cwd);
  if (missing !== undefined) return refuse(missing);
  const places = findPlaces(invocation);
  const options = {
    workspace: request.cwd,
    startedIn: invocation.cwd,
    stateDir: places.folders.state,
    env: invocation.env,
  };
  // How a program is asked for its version is among the facts; which facts apply is known only after the answer.
  const program = await resolveBinary(refineAgent(roster.value, agent.value, undefined), options);
  if (!program.ok)
    return refuse(...program.issues.map((found) => ({ hint: msg`slipway doctor ${id} shows more`, ...found })));
  if (!invocation.json && (program.value.adopted || program.value.drifted))
    invocation.output.tell(msg`slipway: ${verbatim(program.value.line)}`);
  const tmpdir = privateTmpdir({ folders: places.folders, env: invocation.env });
  if (!tmpdir.ok) return tmpdir;
  const refined = refineAgent(roster.value, agent.value, program.value.version);
  const plan = planLaunch(refined, { ...request, tmpdir: tmpdir.value });
  if (!plan.ok) return plan;
  const issues: Issue[] = [
    ...roster.value.issues,
    ...places.folders.issues,
    ...program.issues,
    ...tmpdir.issues,
    ...noteUnseenVersion(refined, program.value.version),
    ...plan.issues,
  ];
  return succeed({ plan: plan.value, places, tmpdir: tmpdir.value, program: program.value }, issues);
}

/** A version outside those whose behaviour was seen may have other options: said, because nothing else would show it. */
export function noteUnseenVersion(agent: Agent, version: string | undefined): Issue[] {
  const { applied, note, row } = agent.facts;
  if (note !== "VERSION_OUTSIDE" || version === undefined) return [];
  const message = applied
    ? msg`${agent.id} ${version} is newer than what was tried (${row}); it is started the way that was`
    : msg`${agent.id} ${version} is outside what was tried; it is started by what its catalog entry says alone`;
  const hint = msg`if it misbehaves, slipway show ${agent.id} says how it is started`;
  return [{ ...problem("CLI_VERSION_UNSEEN", message, hint), severity: "warning" }];
}

/** Asked before a program is looked for, so that a mistyped folder has no effect at all; the launch itself asks again. */
function checkFolder(path: string): Issue | undefined {
  const hint = msg`name one with --cwd DIR`;
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return undefined;
    const what = statSync(path, { throwIfNoEntry: false }) === undefined ? "is not there" : "is no folder";
    return problem("CLI_CWD_MISSING", msg`the working directory ${path} ${what}`, hint);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return problem("CLI_CWD_MISSING", msg`the working directory ${path} cannot be used: ${code}`, hint);
  }
}

/** The plan alone: no program is looked for, and the version is the one last seen, if any. */
export async function planOnly(
  invocation: Invocation,
  wanted: LaunchRequest & { agent: string },
): Promise<Result<Planned>> {
  const { agent: id, ...request } = wanted;
  const roster = await loadRoster(invocation);
  if (!roster.ok) return roster;
  const agent = pickAgent(roster.value, id);
  if (!agent.ok) return agent;
  const { folders, records } = findPlaces(invocation);
  const record = readRecord(records, agent.value.id);
  if (!record.ok) return record;
  const tmpdir = privateTmpdir({ folders, env: invocation.env });
  if (!tmpdir.ok) return tmpdir;
  const refined = refineAgent(roster.value, agent.value, record.value?.version);
  const plan = planLaunch(refined, { ...request, tmpdir: tmpdir.value });
  return plan.ok ? succeed({ plan: plan.value }, [...roster.value.issues, ...plan.issues]) : refuse(...plan.issues);
}
