import { constants } from "node:os";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import type { SessionEnd } from "@slipway/runtime";
import { problem } from "../report-problem.js";

/** The exit code a shell gives to a program that a signal ended: 128 + its number. */
export function exitCodeOfSignal(signal: string): number {
  const numbers: Record<string, number> = constants.signals;
  return 128 + (numbers[signal] ?? 0);
}

/** The exit code to end with: the agent's own, unless a signal to this program ended the session. */
export function exitCodeOfEnd(end: SessionEnd, endedBy: NodeJS.Signals | undefined): number {
  if (end.kind === "spawn-failed") return 1;
  if (endedBy !== undefined && end.kind === "killed-by-host") return exitCodeOfSignal(endedBy);
  if (end.kind === "exited") return end.exitCode;
  if (end.signal !== undefined) return exitCodeOfSignal(end.signal);
  return "exitCode" in end ? (end.exitCode ?? 1) : 1;
}

/** What a person should know of how a session ended: processes left behind, output that was cut. */
export function listConcerns(end: SessionEnd): Issue[] {
  const issues: Issue[] = end.survivors.map(({ pid, command }) => ({
    ...problem(
      "CLI_SURVIVOR",
      msg`process ${pid} of the session still runs: ${command}`,
      msg`kill ${pid}, if it is not wanted`,
    ),
    severity: "warning",
  }));
  // Ctrl-C is how some agents are left.
  if (end.kind === "signalled" && end.signal !== "SIGINT")
    issues.push({
      ...problem(
        "CLI_AGENT_SIGNALLED",
        msg`the agent was ended by ${end.signal}, which slipway did not send`,
        msg`what it wrote before, or the system's log, may say why`,
      ),
      severity: "warning",
    });
  if (end.outputCut)
    issues.push({
      ...problem(
        "CLI_OUTPUT_CUT",
        msg`another process held the output open, and it was read no further`,
        msg`whatever that process writes from now on is lost`,
      ),
      severity: "warning",
    });
  return issues;
}
