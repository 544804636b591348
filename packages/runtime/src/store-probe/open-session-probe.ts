import { join } from "node:path";
import type { LaunchPlan } from "../launch-plan.js";
import { probeRollouts } from "./list-rollouts.js";
import type { SessionProbe } from "./session-probe.js";

type Environment = Readonly<Record<string, string>>;

/** The layouts of stores that can be read, with where each lies for a child of this environment. */
const READERS: ReadonlyMap<string, (env: Environment, cwd: string) => SessionProbe | undefined> = new Map([
  [
    "codex-rollouts",
    (env, cwd) => {
      const home = env["CODEX_HOME"] ?? (env["HOME"] === undefined ? undefined : join(env["HOME"], ".codex"));
      return home === undefined ? undefined : probeRollouts(join(home, "sessions"), cwd);
    },
  ],
]);

/** A probe for the store that a plan's id events name; nothing when they name none, or one that has no reader here. */
export function openSessionProbe(plan: LaunchPlan, env: Environment): SessionProbe | undefined {
  for (const event of plan.session.idEvents) {
    const probe = event.from === "store" ? READERS.get(event.layout)?.(env, plan.cwd) : undefined;
    if (probe !== undefined) return probe;
  }
  return undefined;
}
