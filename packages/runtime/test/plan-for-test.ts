import type { Agent } from "@slipway/manifest";
import type { LaunchPlan, LaunchRequest } from "../src/index.js";
import { planLaunch } from "../src/index.js";
import { take } from "./bind-for-test.js";
import { makeAgent } from "./make-agent.js";

/** A plan for a hand-made agent in this folder, which is its private TMPDIR as well. */
export function planFor(
  folder: string,
  request: Partial<LaunchRequest> & Pick<LaunchRequest, "surface">,
  agent: Agent = makeAgent(),
): LaunchPlan {
  return take(planLaunch(agent, { start: "new", cwd: folder, tmpdir: folder, ...request }));
}
