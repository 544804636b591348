import type { Printable, Result } from "@slipway/errors";
import { joinPrintable, msg, succeed } from "@slipway/errors";
import type { LaunchRequest } from "@slipway/runtime";
import { buildEnvironment, describePlan } from "@slipway/runtime";
import type { CommandResult, Invocation } from "../invocation.js";
import { planOnly } from "./prepare-launch.js";

/** `--dry-run`: the plan, and what of the environment the agent would not get. Starts nothing and needs no agent. */
export async function showPlan(
  invocation: Invocation,
  wanted: LaunchRequest & { agent: string },
): Promise<Result<CommandResult>> {
  const planned = await planOnly(invocation, wanted);
  if (!planned.ok) return planned;
  const { plan } = planned.value;
  const { dropped } = buildEnvironment(plan, { host: invocation.env, marker: "", platform: process.platform });
  const lines: Printable[] = [describePlan(plan), ...dropped.map(({ name, why }) => msg`not passed  ${name}: ${why}`)];
  return succeed({ text: joinPrintable(lines, "\n"), json: { plan, dropped } }, planned.issues);
}
