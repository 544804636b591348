import type { Trace } from "@slipway/binary";
import { explainTrace, verifyFolder } from "@slipway/binary";
import type { Issue, Printable, Result } from "@slipway/errors";
import { joinPrintable, msg, printable, succeed, verbatim } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import {
  bindProgram,
  fileSessionStore,
  locateProgram,
  privateTmpdir,
  probeVersion,
  traceProgram,
} from "@slipway/runtime";
import { openTerminalSupport } from "@slipway/runtime/pty";
import type { Command, CommandResult, Invocation } from "../invocation.js";
import { noteUnseenVersion } from "../launching/prepare-launch.js";
import { layOutTable } from "../output/write-output.js";
import { findPlaces } from "../places.js";
import type { Roster } from "../roster/load-roster.js";
import { loadRoster, pickAgent, refineAgent } from "../roster/load-roster.js";

/** One thing that was checked. `none`: there is nothing to check, which is no fault. */
type Check = { what: string; state: "ok" | "none" | "wrong"; detail: Printable; fix?: Printable; trace?: Trace };

/** Checks what launches need, asks installed agents for their version, and says what to do about what is wrong. */
export const command: Command = async (invocation): Promise<Result<CommandResult>> => {
  const roster = await loadRoster(invocation);
  if (!roster.ok) return roster;
  const id = invocation.words[0];
  const picked = id === undefined ? undefined : pickAgent(roster.value, id);
  if (picked?.ok === false) return picked;
  const wanted = picked === undefined ? roster.value.agents : [picked.value];
  const machine = picked === undefined ? await checkMachine(invocation) : [];
  const search = { workspace: invocation.cwd, env: invocation.env };
  const checked = wanted.map(async (agent) => ({
    ...(await checkAgent(invocation, roster.value, agent)),
    trace: traceProgram(agent, search),
  }));
  const checks: Check[] = [...machine, ...(await Promise.all(checked))];
  const parts = [describeChecks(checks)];
  if (picked !== undefined) parts.push(msg``, explainTrace(traceProgram(picked.value, search)));
  const exitCode = checks.some(({ state }) => state === "wrong") ? 1 : 0;
  return succeed({ exitCode, text: joinPrintable(parts, "\n"), json: { checks } }, [
    ...roster.value.issues,
    ...findPlaces(invocation).folders.issues,
  ]);
};

async function checkMachine(invocation: Invocation): Promise<Check[]> {
  const { folders, sessions } = findPlaces(invocation);
  const state = verifyFolder(folders.state);
  const absent = !state.ok && state.issues.every(({ code }) => code === "BINARY_MISSING");
  const tmpdir = privateTmpdir({ folders, env: invocation.env });
  const terminal = await openTerminalSupport();
  const stored = await fileSessionStore(sessions).list();
  return [
    { what: "node", state: "ok", detail: msg`${process.version} at ${process.execPath}` },
    absent
      ? { what: "state", state: "none", detail: msg`${folders.state} is made at the first launch` }
      : judge("state", state, msg`${folders.state}`),
    judge("temporary files", tmpdir, tmpdir.ok ? msg`${tmpdir.value}` : msg``),
    judge("terminal", terminal, msg`node-pty works and keeps sessions apart`),
    judge("sessions", { ok: stored.issues.length === 0, issues: stored.issues }, msg`${stored.sessions.length} stored`),
  ];
}

async function checkAgent(invocation: Invocation, roster: Roster, compiled: Agent): Promise<Check> {
  const agent = refineAgent(roster, compiled, undefined);
  const { cwd: workspace, env } = invocation;
  const { folders } = findPlaces(invocation);
  const place = locateProgram(agent, { stateDir: folders.state, workspace, env });
  if (place.state === "absent") {
    const url = agent.display.downloadUrl;
    return {
      what: agent.id,
      state: "none",
      detail: url === undefined ? msg`not installed` : msg`not installed: ${url}`,
    };
  }
  if (place.state === "refused" || place.path === undefined || place.via === undefined)
    return judge(agent.id, { ok: false, issues: place.reason === undefined ? [] : [place.reason] }, msg``);
  const bound = bindProgram(place.path, { workspace, env }, { via: place.via });
  if (!bound.ok) return judge(agent.id, bound, msg``);
  const version = await probeVersion(bound.value, agent, { stateDir: folders.state, env });
  const where = msg`${place.state} at ${verbatim(printable(place.path, { maxColumns: 1024 }))}`;
  if (!version.ok) return judge(agent.id, version, where);
  const [unseen] = noteUnseenVersion(refineAgent(roster, compiled, version.value.version), version.value.version);
  const detail = msg`${version.value.version}, ${verbatim(where)}`;
  const told = unseen === undefined ? detail : msg`${verbatim(detail)}; ${unseen.code}: ${verbatim(unseen.message)}`;
  return judge(agent.id, version, told);
}

/** A warning (an unknown version) is no fault. */
function judge(what: string, result: { ok: boolean; issues: Issue[] }, detail: Printable): Check {
  const found =
    result.issues.find(({ severity }) => severity === "error") ?? (result.ok ? undefined : result.issues[0]);
  if (found === undefined) return { what, state: "ok", detail };
  const state = found.severity === "error" ? "wrong" : "ok";
  const told = msg`${found.code}: ${verbatim(found.message)}`;
  // What would hold if it were right is not said of what is wrong.
  const both = detail === "" || state === "wrong" ? told : msg`${verbatim(detail)}; ${verbatim(told)}`;
  return { what, state, detail: both, ...(found.hint === undefined ? {} : { fix: found.hint }) };
}

function describeChecks(checks: readonly Check[]): Printable {
  const marks = { ok: msg`ok`, none: msg`-`, wrong: msg`WRONG` };
  const rows = checks.flatMap(({ what, state, detail, fix }) => [
    [marks[state], printable(what), detail],
    ...(fix === undefined ? [] : [[msg``, msg``, msg`fix: ${verbatim(fix)}`]]),
  ]);
  return layOutTable(rows);
}
