import { existsSync } from "node:fs";
import type { BoundBinary, OwnershipPolicy, Trace, Via } from "@slipway/binary";
import { ensurePrivateFolder, explainTrace } from "@slipway/binary";
import type { Issue, Printable, Result } from "@slipway/errors";
import { joinPrintable, msg, printable, succeed, verbatim } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import type { Folders, ProgramPlace } from "@slipway/runtime";
import {
  askSignIn,
  bindProgram,
  fileSessionStore,
  findLeftovers,
  locateProgram,
  privateTmpdir,
  probeVersion,
  reapLeftovers,
  traceProgram,
  verifyProgramTree,
} from "@slipway/runtime";
import { openTerminalSupport } from "@slipway/runtime/pty";
import type { Command, CommandResult, Invocation } from "../invocation.js";
import { noteUnseenVersion } from "../launching/prepare-launch.js";
import { layOutTable } from "../output/write-output.js";
import { findPlaces } from "../places.js";
import { adviseOnProgram } from "../program/advise-on-program.js";
import type { Roster } from "../roster/load-roster.js";
import { loadRoster, pickAgent, refineAgent } from "../roster/load-roster.js";

/** One thing that was checked. `none`: there is nothing to check, which is no fault. */
type Check = {
  what: string;
  state: "ok" | "none" | "wrong";
  detail: Printable;
  fix?: Printable;
  trace?: Trace;
  program?: ProgramFacts;
};

/** What is known of an agent's program. */
type ProgramFacts = {
  state: ProgramPlace["state"];
  path?: string;
  via?: Via;
  version?: string;
  /** `recorded`: as the very same file said at its adoption; `asked`: just now. */
  versionFrom?: "recorded" | "asked";
  /** The native program that runs a script, and whether PATH would have chosen it at launch. */
  interpreter?: { path: string; lookup: boolean };
  policy?: OwnershipPolicy;
  /** What a reviewed command of the program says; credentials are never read. `unknown`: no such command, or no answer. */
  signedIn: "yes" | "no" | "unknown";
};

/** Checks what launches need, asks installed agents for their version, and says what to do about what is wrong. */
export const command: Command = async (invocation): Promise<Result<CommandResult>> => {
  const roster = await loadRoster(invocation);
  if (!roster.ok) return roster;
  const id = invocation.words[0];
  const picked = id === undefined ? undefined : pickAgent(roster.value, id);
  if (picked?.ok === false) return picked;
  const wanted = picked === undefined ? roster.value.agents : [picked.value];
  const machine =
    picked === undefined
      ? await checkMachine(invocation)
      : invocation.flags.has("reap")
        ? [await checkLeftovers(true)]
        : [];
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
  const isNew = !existsSync(folders.state);
  // Made here, as a launch would: asking agents for their version needs it, and whether it can be made is what is asked.
  const state = ensurePrivateFolder(folders.state);
  const tmpdir = privateTmpdir({ folders, env: invocation.env });
  const terminal = await openTerminalSupport();
  const stored = await fileSessionStore(sessions).list();
  // In a folder that others could have emptied, none is no answer.
  const listed = state.ok ? stored.issues : [...stored.issues, ...state.issues];
  return [
    { what: "node", state: "ok", detail: msg`${process.version} at ${process.execPath}` },
    judge("state", state, msg`${folders.state}${isNew ? ", made now" : ""}${verbatim(explainPlace(folders))}`),
    judge("temporary files", tmpdir, tmpdir.ok ? msg`${tmpdir.value}` : msg``),
    judge("terminal", terminal, msg`node-pty works and keeps sessions apart`),
    judge("sessions", { ok: listed.length === 0, issues: listed }, msg`${stored.sessions.length} stored`),
    await checkLeftovers(invocation.flags.has("reap")),
  ];
}

/** What runs on of sessions whose host was killed or crashed; with `reap` it is ended, and what is said is what is left. */
async function checkLeftovers(reap: boolean): Promise<Check> {
  const what = "leftovers";
  const found = findLeftovers();
  if (found.length === 0) return { what, state: "ok", detail: msg`no process of a session whose host is gone` };
  const names = (processes: typeof found): string =>
    processes.map(({ pid, command }) => `${pid} ${command}`).join(", ");
  if (!reap)
    return {
      what,
      state: "none",
      detail: msg`${found.length} processes of sessions whose host is gone: ${names(found)}`,
      fix: msg`slipway doctor --reap ends them`,
    };
  const { left } = await reapLeftovers();
  if (left.length > 0) return { what, state: "wrong", detail: msg`these cannot be ended: ${names(left)}` };
  return {
    what,
    state: "ok",
    detail: msg`ended ${found.length} processes of sessions whose host is gone: ${names(found)}`,
  };
}

/** Why the state lies where it lies, when that is not where one would look. */
function explainPlace({ overridden, issues }: Folders): Printable {
  if (overridden) return msg` (named by SLIPWAY_HOME)`;
  const other = issues.find(({ code }) => code === "RUNTIME_HOME_DIFFERS");
  return other === undefined ? msg`` : msg` (${verbatim(other.message)})`;
}

async function checkAgent(invocation: Invocation, roster: Roster, compiled: Agent): Promise<Check> {
  const agent = refineAgent(roster, compiled, undefined);
  const { cwd: workspace, env } = invocation;
  const { folders } = findPlaces(invocation);
  const place = locateProgram(agent, { stateDir: folders.state, workspace, env });
  const program: ProgramFacts = { ...pickPlace(place), signedIn: "unknown" };
  if (place.state === "absent") {
    const url = agent.display.downloadUrl;
    const none = url === undefined ? msg`not installed` : msg`not installed: ${url}`;
    return { ...judge(agent.id, { ok: true, issues: listReason(place, agent.id) }, none, "none"), program };
  }
  if (place.state === "refused" || place.path === undefined || place.via === undefined)
    return { ...judge(agent.id, { ok: false, issues: listReason(place, agent.id) }, msg``), program };
  const bound = bindProgram(place.path, { workspace, env }, { via: place.via });
  if (!bound.ok) return { ...judge(agent.id, bound, msg``), program: { ...program, state: "refused" } };
  const facts = { ...program, ...describeBound(bound.value) };
  const where = msg`${place.state} at ${verbatim(printable(place.path, { maxColumns: 1024 }))}`;
  const drift = listReason(place, agent.id);
  // A launch compares the folders' names; here every byte is.
  const tree =
    place.state === "adopted" ? verifyProgramTree(agent.id, { stateDir: folders.state }) : succeed(undefined);
  if (!tree.ok) return { ...judge(agent.id, tree, where), program: { ...facts, state: "refused" } };
  // The record's version is that of this very file: it has the identity that it had when it was asked.
  const recorded = place.state === "adopted" && drift.length === 0 ? place.version : undefined;
  const version =
    recorded === undefined
      ? await probeVersion(bound.value, agent, { stateDir: folders.state, env })
      : succeed({ version: recorded });
  if (!version.ok)
    return { ...judge(agent.id, { ok: false, issues: [...drift, ...version.issues] }, where), program: facts };
  const said = version.value.version;
  const refined = refineAgent(roster, compiled, said);
  const asked = await askSignIn(bound.value, refined, { stateDir: folders.state, env });
  const signedIn = asked.ok ? (asked.value.signedIn ? "yes" : "no") : "unknown";
  const issues = [...drift, ...noteUnseenVersion(refined, said)];
  const { interpreter, policy } = facts;
  const by = interpreter === undefined ? msg`` : msg`, run by ${interpreter.path}`;
  const account = signedIn === "unknown" ? msg`` : signedIn === "yes" ? msg`, signed in` : msg`, not signed in`;
  const detail = msg`${said}, ${verbatim(where)}${verbatim(by)}, policy ${policy}${verbatim(account)}`;
  const versionFrom = recorded === undefined ? "asked" : "recorded";
  return {
    ...judge(agent.id, { ok: true, issues }, detail),
    program: { ...facts, version: said, versionFrom, signedIn },
  };
}

function pickPlace({ state, path, via }: ProgramPlace): Pick<ProgramFacts, "state" | "path" | "via"> {
  return { state, ...(path === undefined ? {} : { path }), ...(via === undefined ? {} : { via }) };
}

function describeBound({ interpreter, policy }: BoundBinary): Pick<ProgramFacts, "interpreter" | "policy"> {
  if (interpreter === undefined) return { policy };
  return { policy, interpreter: { path: interpreter.path, lookup: interpreter.lookup } };
}

function listReason({ reason }: ProgramPlace, id: string): Issue[] {
  return reason === undefined ? [] : [adviseOnProgram(id, reason)];
}

/** Errors are faults, and nothing that would hold without them is said beside them; warnings stand beside what holds. */
function judge(
  what: string,
  { ok, issues }: { ok: boolean; issues: Issue[] },
  detail: Printable,
  otherwise: "ok" | "none" = "ok",
): Check {
  const errors = issues.filter(({ severity }) => severity === "error");
  const told = errors.length > 0 ? errors : issues.filter(({ severity }) => severity === "warning" || !ok);
  const texts = told.map(({ code, message }) => msg`${code}: ${verbatim(message)}`);
  // The last one is the most particular: a store cannot be used, because its folder can be written by others.
  const fix = told.findLast(({ hint }) => hint !== undefined)?.hint;
  const lines = errors.length > 0 || detail === "" ? texts : [detail, ...texts];
  return {
    what,
    state: errors.length > 0 ? "wrong" : otherwise,
    detail: joinPrintable(lines, "; "),
    ...(fix === undefined ? {} : { fix }),
  };
}

function describeChecks(checks: readonly Check[]): Printable {
  const marks = { ok: msg`ok`, none: msg`-`, wrong: msg`WRONG` };
  const rows = checks.flatMap(({ what, state, detail, fix }) => [
    [marks[state], printable(what), detail],
    ...(fix === undefined ? [] : [[msg``, msg``, msg`fix: ${verbatim(fix)}`]]),
  ]);
  return layOutTable(rows);
}
