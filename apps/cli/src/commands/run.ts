import type { Result } from "@slipway/errors";
import { msg, succeed } from "@slipway/errors";
import type { Command, CommandResult } from "../invocation.js";
import { prepareLaunch } from "../launching/prepare-launch.js";
import { readWishes } from "../launching/read-wishes.js";
import { requireTerminal, runInTerminal } from "../launching/run-in-terminal.js";
import { showPlan } from "../launching/show-plan.js";

/** Starts a new conversation in this terminal. */
export const command: Command = async (invocation): Promise<Result<CommandResult>> => {
  const dryRun = invocation.flags.has("dry-run");
  const terminal = dryRun ? succeed(true) : requireTerminal(msg`slipway print ${invocation.words[0]} ...`);
  if (!terminal.ok) return terminal;
  const wishes = await readWishes(invocation, { stdin: false });
  if (!wishes.ok) return wishes;
  const wanted = { agent: invocation.words[0] as string, surface: "pty", start: "new", ...wishes.value } as const;
  if (dryRun) return showPlan(invocation, wanted);
  const prepared = await prepareLaunch(invocation, wanted);
  if (!prepared.ok) return prepared;
  const ran = await runInTerminal(invocation, prepared.value);
  return { ...ran, issues: [...prepared.issues, ...ran.issues] };
};
