import { win32 } from "node:path";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { binaryIssue, faultCode } from "./binary-code.js";
import type { Via } from "./bound-binary.js";
import type { WindowsSearch } from "./judge-windows-file.js";
import { judgeWindowsFile } from "./judge-windows-file.js";
import type { Place } from "./search-places.js";
import { limitPlaces } from "./search-places.js";
import type { BinaryPorts } from "./system-ports.js";
import type { Candidate, DiscoverRequest, Trace } from "./trace-shape.js";
import { CANDIDATES_MAX } from "./trace-shape.js";
import { checkWindowsPath, checkWindowsPlace, findWindowsWorkspace } from "./windows-places.js";
import { listWindowsNames } from "./windows-shims.js";

/**
 * `discover` for Windows: the same sources in the same order, names by PATHEXT, launchers read and never started. Nothing is
 * proven about who can write a file there, so that a candidate is at best `unproven`.
 */
export function discoverOnWindows(
  request: DiscoverRequest,
  names: readonly string[],
  trace: Trace,
  ports: BinaryPorts,
): Trace {
  const env = request.env ?? process.env;
  const workspace = findWindowsWorkspace(request.workspace, ports);
  const home = ports.user().homedir;
  const places = [
    ...limitPlaces(request.searchPaths ?? [], "search-path").map((place) => expandHome(place, home)),
    ...(request.npmGlobal === false ? [] : listNpmPlaces(home, ports)),
    ...limitPlaces(splitPath(readVariable(env, "PATH")), "path"),
  ].map((place): Place => {
    const skipped = place.skipped ?? checkWindowsPlace(place.folder, workspace);
    return skipped === undefined ? { ...place, folder: win32.normalize(place.folder) } : { ...place, skipped };
  });
  const search: WindowsSearch = { ports, workspace, places };
  const add = (path: string, via: Via) => trace.candidates.push(judgeCandidate(path, via, search));

  const named = request.explicit ?? readOverride(request, env);
  if (named !== undefined) {
    add(named, request.explicit === undefined ? "env" : "explicit");
    return settleUnproven(trace, request);
  }
  if (request.record !== undefined) add(request.record, "record");
  if (request.managed !== undefined) add(win32.join(request.managed.root, request.managed.path), "install");
  trace.places.push(...places);
  const extensions = readVariable(env, "PATHEXT");
  const seen = new Set(trace.candidates.map(({ path }) => path.toLowerCase()));
  const lookFor = (path: string, via: Via): boolean => {
    if (trace.candidates.length >= CANDIDATES_MAX || !isThere(path, ports)) return false;
    if (!seen.has(path.toLowerCase())) add(path, via);
    seen.add(path.toLowerCase());
    return true;
  };
  for (const name of names)
    for (const { folder, via, skipped } of places) {
      if (skipped !== undefined) continue;
      const started = listWindowsNames(name, extensions).filter((file) => lookFor(win32.join(folder, file), via));
      // npm writes three launchers for one program: the others are read where the one for `cmd` is gone.
      if (started.length === 0)
        for (const file of [`${name}.ps1`, name]) if (lookFor(win32.join(folder, file), via)) break;
    }
  return settleUnproven(trace, request);
}

function judgeCandidate(path: string, via: Via, search: WindowsSearch): Candidate {
  const judged = judgeWindowsFile(path, via === "explicit", search);
  const reason = judged.issues.find(({ severity }) => severity === "error");
  return { ...judged, via, ...(reason === undefined ? {} : { reason }) };
}

function settleUnproven(trace: Trace, request: DiscoverRequest): Trace {
  const accept = request.acceptUnproven === true && request.policy === "standard";
  const chosen = accept ? trace.candidates.find(({ verdict }) => verdict === "unproven") : undefined;
  if (chosen !== undefined) return { ...trace, status: "found", chosen };
  const isRefused = trace.candidates.length > 0 || trace.issues.some(({ severity }) => severity === "error");
  return { ...trace, status: isRefused ? "refused" : "absent" };
}

/** A variable of an environment whose names have no case; of several spellings the first. */
function readVariable(env: Readonly<Record<string, string | undefined>>, name: string): string {
  const key = Object.keys(env).find((spelling) => spelling.toUpperCase() === name);
  return key === undefined ? "" : (env[key] ?? "");
}

function readOverride({ envOverride }: DiscoverRequest, env: Readonly<Record<string, string | undefined>>) {
  if (envOverride === undefined) return undefined;
  const value = envOverride.value ?? readVariable(env, envOverride.name.toUpperCase());
  return value === "" ? undefined : value;
}

/** An entry that holds `;` stands in quotation marks, which are no part of it. */
function splitPath(value: string): string[] {
  return value === "" ? [] : [...value.matchAll(/(?:"[^"]*"|[^;"])*(?:;|$)/gu)].slice(0, -1).map(cleanEntry);
}

function cleanEntry([entry]: RegExpMatchArray): string {
  return entry.replace(/;$/u, "").replaceAll('"', "");
}

function expandHome(place: Place, home: string | undefined): Place {
  const rest = /^~(?:[\\/](.*))?$/su.exec(place.folder);
  if (rest === null) return place;
  if (home !== undefined) return { ...place, folder: win32.join(home, rest[1] ?? "") };
  const skipped: Issue = binaryIssue({
    code: "BINARY_HOME_UNKNOWN",
    severity: "warning",
    message: msg`the user database has no entry for this user: ${place.folder} is not looked in`,
  });
  return { ...place, skipped };
}

/** npm's default prefix and the folder of the running Node; `%APPDATA%` is a variable, the home is not. */
function listNpmPlaces(home: string | undefined, ports: BinaryPorts): Place[] {
  const folders = [win32.dirname(ports.execPath)];
  if (home !== undefined) folders.push(win32.join(home, "AppData", "Roaming", "npm"));
  return limitPlaces(folders, "npm-global");
}

function isThere(path: string, ports: BinaryPorts): boolean {
  if (checkWindowsPath(path) !== undefined) return false;
  try {
    return ports.fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (faultCode(error) === "UNKNOWN") throw error;
    return false;
  }
}
