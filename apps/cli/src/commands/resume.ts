import type { Result } from "@slipway/errors";
import { msg, succeed } from "@slipway/errors";
import type { Command, CommandResult } from "../invocation.js";
import { findSession } from "../launching/find-session.js";
import { prepareLaunch } from "../launching/prepare-launch.js";
import { readWishes } from "../launching/read-wishes.js";
import { requireTerminal, runInTerminal } from "../launching/run-in-terminal.js";
import { showPlan } from "../launching/show-plan.js";

/** Takes up an earlier session in this terminal: in its folder, with its model and permission mode unless told otherwise. */
export const command: Command = async (invocation): Promise<Result<CommandResult>> => {
  const dryRun = invocation.flags.has("dry-run");
  const terminal = dryRun
    ? succeed(true)
    : requireTerminal(msg`slipway print --resume ${invocation.words[0]} AGENT ...`);
  if (!terminal.ok) return terminal;
  const wishes = await readWishes(invocation, { stdin: false });
  if (!wishes.ok) return wishes;
  const session = await findSession(invocation, invocation.words[0] as string);
  if (!session.ok) return session;
  const { remembered } = session.value;
  const cwd = invocation.texts.has("cwd") ? wishes.value.cwd : remembered.cwd;
  const wanted = { surface: "pty", start: "resume", ...remembered, ...wishes.value, cwd } as const;
  if (dryRun) return showPlan(invocation, wanted);
  const prepared = await prepareLaunch(invocation, wanted);
  if (!prepared.ok) return prepared;
  const ran = await runInTerminal(invocation, prepared.value);
  return { ...ran, issues: [...prepared.issues, ...ran.issues] };
};
