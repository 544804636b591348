import type { Printable, Result } from "@slipway/errors";
import { joinPrintable, msg, refuse, succeed, verbatim } from "@slipway/errors";
import { launch } from "@slipway/runtime";
import type { CommandResult, Invocation } from "../invocation.js";
import { problem, refuseFor } from "../report-problem.js";
import { attachTerminal, measureTerminal } from "../terminal/attach-terminal.js";
import { exitCodeOfEnd, listConcerns } from "./describe-end.js";
import type { Prepared } from "./prepare-launch.js";
import { doubtFailedStart, isDoubtful, lockSession, rememberSession, showAcceptance } from "./remember-session.js";

/** A terminal on both ends, or the refusal with the line that needs none. Asked first: without one nothing is looked for. */
export function requireTerminal(instead: Printable): Result<true> {
  if (process.stdin.isTTY && process.stdout.isTTY) return succeed(true);
  const missing = process.stdin.isTTY ? "standard output" : "standard input";
  return refuseFor(
    "CLI_NO_TTY",
    msg`an agent needs a terminal, and ${missing} is none`,
    msg`${verbatim(instead)} needs none`,
  );
}

/** Runs a prepared launch in this terminal to its end, stores the session, and says how to resume it. */
export async function runInTerminal(invocation: Invocation, prepared: Prepared): Promise<Result<CommandResult>> {
  const { output, env, json } = invocation;
  const { plan, program } = prepared;
  const lock = await lockSession(prepared);
  if (!lock.ok) return lock;
  try {
    const launched = await launch(plan, { binary: program.binary, env, size: measureTerminal() });
    if (!launched.ok) return launched;
    const session = launched.value;
    const remembering = rememberSession(prepared, session);
    const endedBy = await attachTerminal(session, output);
    const end = await session.ended;
    const remembered = await remembering;
    const { outcome, record, short, issues, release } = await doubtFailedStart(prepared, remembered, end);
    release();
    if (end.kind === "spawn-failed") return refuse(end.issue);
    const undelivered = (await session.promptDelivery) === "not-delivered" ? [notDelivered(plan.agent)] : [];
    const exitCode = exitCodeOfEnd(end, endedBy);
    if (!json && record !== undefined && short !== undefined)
      output.tell(
        joinPrintable(
          [
            msg`slipway: session ${record.sessionId}`,
            msg`slipway: to go on: slipway resume ${verbatim(showAcceptance(record))}${short}`,
          ],
          "\n",
        ),
      );
    else if (!json && outcome.id !== undefined && !isDoubtful(issues))
      output.tell(msg`slipway: session ${outcome.id}, which was not stored`);
    else if (!json && outcome.id === undefined)
      output.tell(msg`slipway: the id of this session is not known (${outcome.state}); it cannot be resumed by id`);
    const found = [...launched.issues, ...issues, ...undelivered, ...listConcerns(end)];
    return succeed({ exitCode, json: { exitCode, end, session: outcome }, jsonTo: "stderr" }, found);
  } finally {
    lock.value?.release();
  }
}

function notDelivered(agent: string) {
  const found = problem(
    "CLI_PROMPT_NOT_DELIVERED",
    msg`${agent} never asked for the prompt, so it was not typed`,
    msg`type it yourself, or use slipway print`,
  );
  return { ...found, severity: "warning" as const };
}
