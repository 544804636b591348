import { posix, win32 } from "node:path";
import type { LaunchPlan } from "../launch-plan.js";
import { matchesName, NESTED_SESSION_NAMES, NEVER_INHERITED } from "./environment-names.js";
import { repairLocale } from "./repair-locale.js";

/** The variable that marks every process of a session: how those that left the process group are found again. */
export const MARKER_NAME = "SLIPWAY_SESSION_MARKER";

/** Markers kept when sessions start sessions: an outer session then still finds what its inner ones started. */
const MARKER_CHAIN_MAX = 8;
const MARKER_CHAIN = /^[0-9a-f]{32}(?:,[0-9a-f]{32}){0,7}$/;

/** PATH of a child whose host has none worth keeping. */
const FALLBACK_PATH = "/usr/local/bin:/usr/bin:/bin";

/** A name of the host's that the child does not get, and why. Values are never repeated. */
export type DroppedName = { name: string; why: string };

/** A variable that was set although nobody asked for it, and why. */
export type RepairedName = { name: string; value: string; why: string };

/** The child's environment, what was left out of the host's, and what had to be set. */
export type ChildEnvironment = { env: Record<string, string>; dropped: DroppedName[]; repaired: RepairedName[] };

/** What the environment is built from. */
export type EnvironmentSources = {
  host: Readonly<Record<string, string | undefined>>;
  /** 32 hexadecimal digits, fresh for this session. */
  marker: string;
  platform: NodeJS.Platform;
  /** Folder of the bound interpreter: last on the child's PATH, so that a tool which starts it by name finds one. */
  interpreterFolder?: string;
};

/**
 * The environment of the child: the plan's names from the host (or all of them in `inherit` mode), minus what no
 * child inherits, minus the markers of an outer session, plus the plan's literals, the cleaned PATH, a UTF-8 locale
 * where none is set, and the session's marker. On Windows names differ by more than case, so that no variable is
 * there twice.
 */
export function buildEnvironment(plan: LaunchPlan, sources: EnvironmentSources): ChildEnvironment {
  const ignoreCase = sources.platform === "win32";
  const values = new Map<string, string>();
  const dropped: DroppedName[] = [];
  for (const [name, value] of Object.entries(sources.host)) {
    if (value === undefined || name === MARKER_NAME) continue;
    const why = judgeName(plan, name, value, ignoreCase);
    if (why !== undefined) {
      if (why !== "") dropped.push({ name, why });
      continue;
    }
    const twin = ignoreCase ? findTwin(values, name) : undefined;
    if (twin === undefined) values.set(name, value);
    else dropped.push({ name, why: `the same variable as ${twin} there` });
  }
  for (const [name, value] of Object.entries(plan.env.set)) {
    const twin = ignoreCase ? findTwin(values, name) : undefined;
    if (twin !== undefined) values.delete(twin);
    values.set(name, value);
  }
  const repaired = repairLocale(values, sources.platform);
  for (const { name, value } of repaired) values.set(name, value);
  const pathName = [...values.keys()].find((name) => matchesName("PATH", name, ignoreCase)) ?? "PATH";
  const path = cleanPath(values.get(pathName) ?? "", sources);
  values.set(pathName, path.value);
  dropped.push(...path.dropped);
  values.set("PWD", plan.cwd);
  values.set(MARKER_NAME, chainMarkers(sources.host[MARKER_NAME], sources.marker));
  return { env: Object.fromEntries(values), dropped, repaired };
}

/** The name that Windows takes for the same variable. */
function findTwin(values: ReadonlyMap<string, string>, name: string): string | undefined {
  return [...values.keys()].find((given) => given.toLowerCase() === name.toLowerCase());
}

/** Nothing: the child gets it. The empty string: not wanted. Else the reason it was left out although the mode would give it. */
function judgeName(plan: LaunchPlan, name: string, value: string, ignoreCase: boolean): string | undefined {
  const never = NEVER_INHERITED.find((rule) => matchesName(rule.name, name, ignoreCase));
  const passed = plan.env.mode === "inherit" || plan.env.pass.some((rule) => matchesName(rule, name, ignoreCase));
  if (!passed) return "";
  if (never !== undefined) return never.why;
  if (NESTED_SESSION_NAMES.some((rule) => matchesName(rule.name, name, ignoreCase)))
    return "marks a session inside another one";
  if (plan.env.unset.some((rule) => matchesName(rule, name, ignoreCase))) return "not wanted in this launch";
  // Node replaced bytes that are not UTF-8 when it read them; the child would get another value than the host has.
  if (value.includes("\uFFFD") || name.includes("\uFFFD")) return "not valid UTF-8";
  return undefined;
}

function cleanPath(path: string, sources: EnvironmentSources): { value: string; dropped: DroppedName[] } {
  const separator = sources.platform === "win32" ? ";" : ":";
  const dropped: DroppedName[] = [];
  const kept: string[] = [];
  for (const entry of path.split(separator)) {
    const why = judgePathEntry(entry, sources.platform);
    if (why === undefined) kept.push(entry);
    else if (path !== "") dropped.push({ name: `PATH entry ${entry}`, why });
  }
  if (kept.length === 0 && sources.platform !== "win32") kept.push(FALLBACK_PATH);
  const folder = sources.interpreterFolder;
  if (folder !== undefined && !kept.includes(folder)) kept.push(folder);
  return { value: kept.join(separator), dropped };
}

/** A relative entry means another folder in every directory; npm puts the repository's own programs in front. */
function judgePathEntry(entry: string, platform: NodeJS.Platform): string | undefined {
  if (entry === "") return "empty: stands for the working directory";
  if (!(platform === "win32" ? win32 : posix).isAbsolute(entry))
    return "relative: stands for a folder in the working directory";
  return /[\\/]node_modules[\\/]\.bin[\\/]*$/.test(entry)
    ? "programs of a repository, put there by a package manager"
    : undefined;
}

function chainMarkers(outer: string | undefined, marker: string): string {
  if (outer === undefined || !MARKER_CHAIN.test(outer)) return marker;
  return [...outer.split(","), marker].slice(-MARKER_CHAIN_MAX).join(",");
}
