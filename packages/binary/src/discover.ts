import { msg } from "@slipway/errors";
import { BinaryError, binaryIssue, faultCode } from "./binary-code.js";
import type { Via } from "./bound-binary.js";
import { checkManaged } from "./check-managed.js";
import { discoverOnWindows } from "./discover-windows.js";
import { checkEntrypointName } from "./forbidden-entrypoint.js";
import { judgeProgram, prepareContext } from "./judge-program.js";
import { tellFirst } from "./judge-writers.js";
import type { ProgramContext } from "./resolve-interpreter.js";
import type { Place } from "./search-places.js";
import {
  checkHome,
  checkPlaceLinks,
  readDeclaredPlaces,
  readNpmGlobalPlaces,
  readSearchPath,
} from "./search-places.js";
import { systemPorts } from "./system-ports.js";
import type { Candidate, DiscoverRequest, Trace } from "./trace-shape.js";
import { CANDIDATES_MAX, NAMES_MAX } from "./trace-shape.js";

const TOO_MANY_CANDIDATES = binaryIssue({
  code: "BINARY_TOO_MANY_PLACES",
  severity: "warning",
  message: msg`files beyond the first ${CANDIDATES_MAX} that were found were not judged`,
  hint: msg`remove the ones that are not used, or name the program's file yourself`,
});

/**
 * Looks for a program, for adoption; a launch uses what was bound. Sources in order: `explicit`, the environment
 * override (either one excludes all others), the record, the managed install, declared places, npm's global folders, the
 * login shell's PATH, PATH; in each, all places for the
 * first name, then for the next. The first candidate that may be bound under the policy is chosen. A refused one does
 * not hide later ones, and stays in the trace.
 *
 * Nothing is started. Nothing in the workspace, its repository or a `node_modules` above it is ever a candidate unless
 * `explicit` names it.
 *
 * Throws `BINARY_MISUSE` for arguments of the wrong type and a workspace that is not absolute.
 */
export function discover(request: DiscoverRequest): Trace {
  if (!Array.isArray(request.names) || request.names.some((name) => typeof name !== "string"))
    throw new BinaryError("BINARY_MISUSE", msg`names must be a list of strings`);
  const trace: Trace = { status: "absent", names: [...request.names], candidates: [], places: [], issues: [] };
  const machine = systemPorts(request.ports);
  if (machine.platform === "win32") return discoverOnWindows(request, keepNames(request.names, trace), trace, machine);
  const context = prepareContext(request);
  const env = request.env ?? process.env;
  const home = checkHome(env, context.ports);
  if (home !== undefined) trace.issues.push(home);

  if (request.explicit !== undefined) return judgeOnly(trace, request.explicit, "explicit", context);
  const override = readOverride(request, env);
  if (override !== undefined) return judgeOnly(trace, override, "env", context);

  if (request.record !== undefined) addKnown(request.record, "record", trace, context);
  if (request.managed !== undefined) addManaged(request.managed, trace, context);
  const names = keepNames(request.names, trace);
  if (names.length === 0 && request.names.length > 0 && trace.candidates.length === 0)
    return { ...trace, status: "refused" };
  const npmGlobal = request.npmGlobal ?? true;
  const { hostile, ports } = context;
  // Without names the places are what is asked for, and none of them is looked in.
  const how = names.length === 0 ? "whole" : "text";
  const sources = [
    readDeclaredPlaces(request.searchPaths ?? [], hostile, ports, how),
    npmGlobal ? readNpmGlobalPlaces(hostile, ports, how) : [],
    readSearchPath(request.loginPath ?? "", hostile, ports, "login-path", how),
    readSearchPath(context.searchPath, hostile, ports, "path", how),
  ];
  const seen = new Set<string>(trace.candidates.map(({ path }) => path));
  for (const places of sources) {
    trace.places.push(...places);
    for (const name of names)
      for (const place of places)
        if (place.skipped === undefined) lookFor(`${trimSlash(place.folder)}/${name}`, place, seen, trace, context);
  }
  return settle(trace, context);
}

function readOverride(request: DiscoverRequest, env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (request.envOverride === undefined) return undefined;
  const value = request.envOverride.value ?? env[request.envOverride.name];
  // `NAME=` is how a shell user unsets a variable for one command.
  return value === undefined || value === "" ? undefined : value;
}

function keepNames(names: readonly string[], trace: Trace): string[] {
  const kept = new Set<string>();
  for (const name of names) {
    const invalid =
      name === "" ||
      name === "." ||
      name === ".." ||
      Buffer.byteLength(name) > 255 ||
      /[/\\\0-\x1f\x7f\uFFFD\p{Cs}]/u.test(name);
    const issue = invalid
      ? binaryIssue({ code: "BINARY_NAME_INVALID", message: msg`${name} is not a file name to look for` })
      : checkEntrypointName(name);
    if (issue !== undefined) trace.issues.push(issue);
    else if (kept.size < NAMES_MAX) kept.add(name);
    else
      trace.issues.push(
        binaryIssue({
          code: "BINARY_TOO_MANY_PLACES",
          severity: "warning",
          message: msg`${name} was not looked for: no more than ${NAMES_MAX} names are`,
        }),
      );
  }
  return [...kept];
}

function judgeOnly(trace: Trace, path: string, via: "explicit" | "env", context: ProgramContext): Trace {
  // A relative path is refused as a candidate; one that cannot be opened is as much an answer as one that is refused.
  trace.candidates.push(judgeCandidate(path, via, context));
  const beside = trace.candidates[0]?.beside;
  if (beside !== undefined) trace.candidates.push(judgeCandidate(beside, via, context));
  return settle(trace, context);
}

function addKnown(path: string, via: Via, trace: Trace, context: ProgramContext): void {
  const candidate = judgeCandidate(path, via, context);
  trace.candidates.push(candidate);
}

function addManaged({ root, path }: { root: string; path: string }, trace: Trace, context: ProgramContext): void {
  const judged = judgeCandidate(`${trimSlash(root)}/${path}`, "install", context);
  const issues = checkManaged(judged, root);
  if (issues.length === 0) trace.candidates.push(judged);
  else {
    const all = [...judged.issues, ...issues];
    const reason = tellFirst(all);
    trace.candidates.push({ ...judged, verdict: "refused", issues: all, ...(reason === undefined ? {} : { reason }) });
  }
}

function lookFor(path: string, place: Place, seen: Set<string>, trace: Trace, context: ProgramContext): void {
  if (seen.has(path)) return;
  seen.add(path);
  try {
    if (context.ports.fs.lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  } catch (error) {
    const code = faultCode(error);
    if (code === "UNKNOWN") throw error;
    if (code !== "ENOENT" && code !== "ENOTDIR")
      place.skipped = binaryIssue({
        code: "BINARY_PLACE_UNREADABLE",
        severity: "info",
        message: msg`${place.folder} cannot be looked in: ${code}`,
      });
    return;
  }
  const skipped = checkPlaceLinks(place.folder, context.hostile, context.ports);
  if (skipped !== undefined) {
    place.skipped = skipped;
    return;
  }
  if (trace.candidates.length >= CANDIDATES_MAX) {
    if (!trace.issues.some((found) => found.message === TOO_MANY_CANDIDATES.message))
      trace.issues.push(TOO_MANY_CANDIDATES);
    return;
  }
  const candidate = judgeCandidate(path, place.via, context);
  trace.candidates.push(candidate);
  // The program that an npm placeholder stands for is another file: judged and listed as one.
  if (candidate.beside !== undefined && !seen.has(candidate.beside)) {
    seen.add(candidate.beside);
    trace.candidates.push(judgeCandidate(candidate.beside, place.via, context));
  }
}

function judgeCandidate(path: string, via: Via, context: ProgramContext): Candidate {
  const judged = judgeProgram(path, via === "explicit", false, context);
  const reason = tellFirst(judged.issues);
  return { ...judged, via, ...(reason === undefined ? {} : { reason }) };
}

function settle(trace: Trace, context: ProgramContext): Trace {
  const chosen = trace.candidates.find(
    ({ verdict }) => verdict === "ok" || (verdict === "unproven" && context.acceptUnproven),
  );
  if (chosen !== undefined) return { ...trace, status: "found", chosen };
  return { ...trace, status: trace.candidates.length > 0 ? "refused" : "absent" };
}

function trimSlash(folder: string): string {
  return folder.length > 1 ? folder.replace(/\/+$/u, "") : "";
}
