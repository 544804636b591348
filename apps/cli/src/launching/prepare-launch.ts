import { statSync } from "node:fs";
import { readRecord } from "@slipway/binary";
import type { Issue, Printable, Result } from "@slipway/errors";
import { msg, refuse, succeed, verbatim } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import type { LaunchPlan, LaunchRequest, ResolvedBinary, RuntimeCode } from "@slipway/runtime";
import { planLaunch, privateTmpdir, resolveBinary } from "@slipway/runtime";
import type { Invocation } from "../invocation.js";
import type { Places } from "../places.js";
import { findPlaces } from "../places.js";
import { adviseOnProgram } from "../program/advise-on-program.js";
import { describeReadFailure } from "../read-bounded.js";
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
  const missing = checkFolder(invocation, request);
  if (missing !== undefined) return refuse(missing);
  const places = findPlaces(invocation);
  const options = {
    workspace: request.cwd,
    startedIn: invocation.cwd,
    stateDir: places.folders.state,
    env: invocation.env,
  };
  // How a program is asked for its version is among the facts; which facts apply is known only after the answer.
  const newest = refineAgent(roster.value, agent.value, undefined);
  const impossible = [agent.value, newest].map((form) => findMissingLaunch(form, request));
  if (impossible.every((found) => found !== undefined)) return refuse(...impossible.slice(-1));
  const program = await resolveBinary(newest, options);
  if (!program.ok) return refuse(...program.issues.map((found) => adviseOnProgram(id, found)));
  if (!invocation.json && program.value.adopted) invocation.output.tell(msg`slipway: ${verbatim(program.value.line)}`);
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

const CODES_OF_MISSING_LAUNCHES: ReadonlySet<string> = new Set<RuntimeCode>([
  "RUNTIME_SURFACE_UNSUPPORTED",
  "RUNTIME_NEW_UNSUPPORTED",
  "RUNTIME_RESUME_UNSUPPORTED",
  "RUNTIME_RESUME_ONLY_LAST",
]);

/** That the agent has no such launch at all, whatever its version: known before its program is adopted and asked anything. */
function findMissingLaunch(agent: Agent, request: LaunchRequest): Issue | undefined {
  return planLaunch(agent, request).issues.find(({ code }) => CODES_OF_MISSING_LAUNCHES.has(code));
}

/** Asked before a program is looked for, so that a mistyped folder has no effect at all; the launch itself asks again. */
function checkFolder(invocation: Invocation, { start, cwd: path }: LaunchRequest): Issue | undefined {
  const isNamed = invocation.texts.has("cwd");
  const which = isNamed
    ? "the folder of --cwd"
    : start === "resume"
      ? "the folder of the session"
      : "the current folder";
  const hint = isNamed ? msg`name one that exists` : msg`name another with --cwd DIR`;
  const tell = (what: Printable) => problem("CLI_CWD_MISSING", msg`${which}, ${path}, ${verbatim(what)}`, hint);
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return tell(msg`does not exist`);
    return found.isDirectory() ? undefined : tell(msg`is no folder`);
  } catch (error) {
    return tell(describeReadFailure(error as Error));
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
  if (!plan.ok) return plan;
  const unseen = noteUnseenVersion(refined, record.value?.version);
  return succeed({ plan: plan.value }, [...roster.value.issues, ...unseen, ...plan.issues]);
}
