import type { Result } from "@slipway/errors";
import { msg } from "@slipway/errors";
import type { Command, CommandResult } from "../invocation.js";
import { findSession } from "../launching/find-session.js";
import { prepareLaunch } from "../launching/prepare-launch.js";
import { printAnswer } from "../launching/print-answer.js";
import { readWishes } from "../launching/read-wishes.js";
import { showPlan } from "../launching/show-plan.js";
import { refuseFor } from "../report-problem.js";

/** Asks an agent one thing without a terminal, in a new session or an earlier one. */
export const command: Command = async (invocation): Promise<Result<CommandResult>> => {
  const agent = invocation.words[0] as string;
  const events = invocation.flags.has("events");
  const other = events ? ["json", "raw"].find((flag) => invocation.flags.has(flag)) : undefined;
  if (other !== undefined)
    return refuseFor(
      "CLI_OPTION_CONFLICT",
      msg`--events and --${other} exclude each other`,
      msg`--events writes JSON already, of which the last line is the result`,
    );
  const wishes = await readWishes(invocation, { stdin: true });
  if (!wishes.ok) return wishes;
  // An empty file or an empty input is most often a mistake one step earlier in a script.
  if ((wishes.value.prompt ?? "") === "")
    return refuseFor(
      "CLI_PROMPT_MISSING",
      wishes.value.prompt === undefined
        ? msg`print needs a prompt`
        : msg`print needs a prompt, and the one given is empty`,
      msg`write it after ${agent}, or - to read standard input`,
    );
  const name = invocation.texts.get("resume");
  const session = name === undefined ? undefined : await findSession(invocation, name, agent);
  if (session?.ok === false) return session;
  const cwd = session !== undefined && !invocation.texts.has("cwd") ? session.value.remembered.cwd : wishes.value.cwd;
  const earlier = session?.value.remembered ?? {};
  const start = session === undefined ? "new" : "resume";
  const wanted = { agent, surface: "headless", start, ...earlier, ...wishes.value, cwd, report: events } as const;
  if (invocation.flags.has("dry-run")) return showPlan(invocation, wanted);
  const prepared = await prepareLaunch(invocation, wanted);
  if (!prepared.ok) return prepared;
  const answered = await printAnswer(invocation, prepared.value);
  return { ...answered, issues: [...prepared.issues, ...answered.issues] };
};
