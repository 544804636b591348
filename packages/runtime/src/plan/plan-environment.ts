import { NESTED_SESSION_NAMES, PASSED_NAMES, PROVIDER_NAMES } from "../environment/environment-names.js";
import type { LaunchPlan } from "../launch-plan.js";
import type { LaunchRequest } from "../launch-request.js";

/** What of a request decides the environment. */
export type EnvironmentWishes = Pick<LaunchRequest, "tmpdir" | "setEnv" | "providers" | "passEnv" | "envMode">;

/** The environment of a launch by names: what is passed, set and left out. */
export function planEnvironment(
  wishes: EnvironmentWishes,
  switches: ReadonlyMap<string, string>,
  usualMode: LaunchPlan["env"]["mode"],
): LaunchPlan["env"] {
  // The user's own word stands over a switch of the catalog, and never over the private folder.
  const set: Record<string, string> = Object.fromEntries([...switches, ...Object.entries(wishes.setEnv ?? {})]);
  const wanted = wishes.providers;
  const isWanted = ({ provider }: (typeof PROVIDER_NAMES)[number]) => wanted === undefined || wanted.includes(provider);
  if (wishes.tmpdir === undefined) set["NODE_DISABLE_COMPILE_CACHE"] = "1";
  else for (const name of ["TMPDIR", "TMP", "TEMP"]) set[name] = wishes.tmpdir;
  const passed = [...PASSED_NAMES, ...PROVIDER_NAMES.filter(isWanted)];
  const left = [...NESTED_SESSION_NAMES, ...PROVIDER_NAMES.filter((rule) => !isWanted(rule))];
  return {
    pass: [...passed.map(({ name }) => name), ...(wishes.passEnv ?? [])],
    set,
    unset: left.map(({ name }) => name),
    mode: wishes.envMode ?? usualMode,
  };
}
