import { delimiter, dirname, isAbsolute, join, normalize } from "node:path";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { binaryIssue, faultCode } from "./binary-code.js";
import type { Via } from "./bound-binary.js";
import { checkPathText } from "./check-path-text.js";
import { followLinks } from "./follow-links.js";
import type { HostilePlaces } from "./hostile-places.js";
import { checkHostileText } from "./hostile-places.js";
import { readHead } from "./read-head.js";
import type { BinaryPorts } from "./system-ports.js";

/** Entries of PATH, or declared places, that are looked at; a longer PATH is a mistake, and each place costs calls. */
export const PLACES_MAX = 256;
/** Bytes of `~/.npmrc` that are read. */
export const NPM_SETTINGS_MAX_BYTES = 65_536;

/** A folder to look in, or one that is not looked in and why. */
export type Place = { folder: string; via: Via; skipped?: Issue };

/** Whether a place is judged by its text only, links later ({@link checkPlaceLinks}), or by both at once. */
type PlaceCheck = "text" | "whole";

/** The entries of a PATH value, in order, each judged by {@link checkPlace}. */
export function readSearchPath(
  value: string,
  places: HostilePlaces,
  ports: BinaryPorts,
  via: "path" | "login-path" = "path",
  how: PlaceCheck = "whole",
): Place[] {
  return limitPlaces(value === "" ? [] : value.split(delimiter), via).map((place) =>
    judgePlace(place, places, ports, how),
  );
}

/** The places that a manifest declares: absolute, or `~/` for the home of the user database. */
export function readDeclaredPlaces(
  declared: readonly string[],
  places: HostilePlaces,
  ports: BinaryPorts,
  how: PlaceCheck = "whole",
): Place[] {
  const home = ports.user().homedir;
  return limitPlaces(declared, "search-path").map((place) => {
    const rest = place.folder === "~" ? "" : place.folder.startsWith("~/") ? place.folder.slice(2) : undefined;
    if (rest === undefined) return judgePlace(place, places, ports, how);
    return home === undefined
      ? { ...place, skipped: noteHomeUnknown() }
      : judgePlace({ ...place, folder: join(home, rest) }, places, ports, how);
  });
}

/**
 * Where `npm install -g` puts programs: beside the running Node, and the `bin` of the prefix in the user's own `~/.npmrc`.
 * npm is not run. The working directory's `.npmrc` and `npm_config_prefix` (which `npm run` sets) are not read.
 */
export function readNpmGlobalPlaces(places: HostilePlaces, ports: BinaryPorts, how: PlaceCheck = "whole"): Place[] {
  const folders = [dirname(ports.execPath)];
  const home = ports.user().homedir;
  const settings = home === undefined ? undefined : readHead(join(home, ".npmrc"), NPM_SETTINGS_MAX_BYTES, ports);
  for (const line of settings?.toString("utf8").split("\n") ?? []) {
    const prefix = /^\s*prefix\s*=\s*"?([^"\r]+?)"?\s*$/u.exec(line)?.[1];
    if (prefix === undefined) continue;
    const expanded = prefix.replace(/^(?:~|\$\{HOME\})(?=\/|$)/u, () => home ?? "");
    folders.push(join(expanded, "bin"));
  }
  return limitPlaces([...new Set(folders)], "npm-global").map((place) => judgePlace(place, places, ports, how));
}

/** Why a folder is not looked in, or nothing. */
export function checkPlace(folder: string, places: HostilePlaces, ports: BinaryPorts): Issue | undefined {
  return checkPlaceText(folder, places) ?? checkPlaceLinks(folder, places, ports);
}

/** The first half of {@link checkPlace}: what the text alone says. */
function checkPlaceText(folder: string, places: HostilePlaces): Issue | undefined {
  if (folder === "")
    return binaryIssue({
      code: "BINARY_PLACE_EMPTY",
      severity: "info",
      message: msg`an empty entry means the working directory`,
    });
  const wrong = checkPathText(folder);
  if (wrong !== undefined) return { ...wrong, severity: "info" };
  const runner = checkRunner(folder);
  if (runner !== undefined) return runner;
  const written = checkHostileText(folder, places);
  return written === undefined ? undefined : { ...written, severity: "info" };
}

/**
 * The second half of {@link checkPlace}: where links lead. Asked of a folder in which something was found, and of every
 * folder only where the places themselves are the answer: it costs more than looking.
 */
export function checkPlaceLinks(folder: string, places: HostilePlaces, ports: BinaryPorts): Issue | undefined {
  if (isItself(folder, ports)) return undefined;
  const followed = followLinks(folder, { ports, policy: "report" });
  if (!followed.ok) return undefined;
  for (const path of [...followed.links, followed.path]) {
    const real = checkHostileText(path, places) ?? checkRunner(path);
    if (real !== undefined) return { ...real, severity: "info" };
  }
  return undefined;
}

/** Whether no link is on the way to a folder: one call of the system's in place of one for each part of each entry of PATH. */
function isItself(folder: string, ports: BinaryPorts): boolean {
  try {
    return ports.fs.realpathSync.native(folder) === folder;
  } catch (error) {
    if (faultCode(error) === "UNKNOWN") throw error;
    return false;
  }
}

/**
 * Folders that `yarn run` (2 and later: a wrapper for EVERY program of the project's dependencies; 1: for node) and
 * `bun run` (a `node` that is bun) make in the shared temporary folder and put first on PATH.
 */
const RUNNER_FOLDER = /^(?:xfs-[0-9a-f]{8}|yarn--\d+-.*|bun-node-.*)$/u;

function checkRunner(folder: string): Issue | undefined {
  const names = normalize(folder).split("/");
  if (names.at(-1) === "") names.pop();
  const last = names.at(-1);
  const bin = last === ".bin" && names.at(-2) === "node_modules";
  const made = last !== undefined && (last === "node-gyp-bin" || RUNNER_FOLDER.test(last));
  if (!bin && !made && !names.includes("_npx")) return undefined;
  return binaryIssue({
    code: "BINARY_PLACE_OF_PACKAGE_RUNNER",
    severity: "info",
    message: msg`${folder} was put on PATH by a package runner`,
  });
}

function judgePlace(place: Place, places: HostilePlaces, ports: BinaryPorts, how: PlaceCheck): Place {
  if (place.skipped !== undefined) return place;
  const skipped =
    checkPlaceText(place.folder, places) ??
    (how === "whole" ? checkPlaceLinks(place.folder, places, ports) : undefined);
  return skipped === undefined ? { ...place, folder: normalize(place.folder) } : { ...place, skipped };
}

/** The places that are looked at of a longer list, and what is said of the others. */
export function limitPlaces(folders: readonly string[], via: Via): Place[] {
  const kept: Place[] = folders.slice(0, PLACES_MAX).map((folder) => ({ folder, via }));
  if (folders.length > PLACES_MAX)
    kept.push({
      folder: "",
      via,
      skipped: binaryIssue({
        code: "BINARY_TOO_MANY_PLACES",
        severity: "warning",
        message: msg`${folders.length - PLACES_MAX} places beyond the first ${PLACES_MAX} were not looked in`,
      }),
    });
  return kept;
}

/** PATH out of an environment; on Windows the name has no case. */
export function readPathVariable(env: Readonly<Record<string, string | undefined>>, ports: BinaryPorts): string {
  if (ports.platform !== "win32") return env["PATH"] ?? "";
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH");
  return name === undefined ? "" : (env[name] ?? "");
}

/** Whether `$HOME` names another folder than the user database, which is the one that counts. */
export function checkHome(env: Readonly<Record<string, string | undefined>>, ports: BinaryPorts): Issue | undefined {
  const claimed = env["HOME"];
  const home = ports.user().homedir;
  if (home === undefined) return noteHomeUnknown();
  if (claimed === undefined || (isAbsolute(claimed) && normalize(`${claimed}/`) === normalize(`${home}/`)))
    return undefined;
  return binaryIssue({
    code: "BINARY_HOME_DIFFERS",
    severity: "warning",
    message: msg`$HOME is ${claimed}, but your home is ${home}: ~ means ${home} here`,
  });
}

function noteHomeUnknown(): Issue {
  return binaryIssue({
    code: "BINARY_HOME_UNKNOWN",
    severity: "warning",
    message: msg`the user database has no entry for this user: places under ~ are not looked in`,
    hint: msg`add the user to the user database, or name the program's file yourself`,
  });
}
