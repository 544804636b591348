import type { BoundBinary } from "@slipway/binary";
import type { Issue, Printable, Result } from "@slipway/errors";
import { msg, refuse, succeed, verbatim } from "@slipway/errors";
import type { Agent, SignInStatus } from "@slipway/manifest";
import type { AskedAgent } from "../plan/plan-questions.js";
import { planSignInStatus } from "../plan/plan-questions.js";
import type { RunResult } from "../run.js";
import { runtimeIssue } from "../runtime-error.js";
import type { ProbeOptions } from "./run-probe.js";
import { runProbe } from "./run-probe.js";

const READERS: Readonly<Record<SignInStatus["asked"], (result: RunResult) => boolean | undefined>> = {
  "auth-status": readAuthStatus,
  "login-status": readLoginStatus,
};

/**
 * Asks a bound program whether somebody is signed in, by the reviewed command that facts name for it. Credentials are never
 * read here, and what the program prints is dropped: one of them prints a part of the key. It runs in Slipway's own folder with
 * the environment of a headless launch, since a key in the environment can be the sign-in.
 *
 * A refusal means that it is not known: no command is known for this version (`RUNTIME_SIGN_IN_UNKNOWN`), it ended otherwise
 * than those that were seen, or did not end in time.
 */
export async function askSignIn(
  binary: BoundBinary,
  agent: AskedAgent & Pick<Agent, "signInStatus">,
  options: ProbeOptions,
): Promise<Result<{ signedIn: boolean }>> {
  const status = agent.signInStatus;
  if (status === undefined) return refuse(unknown(agent.id, msg`no harmless way to ask it is known`));
  const asked = await runProbe(binary, (wishes) => planSignInStatus(agent, status, wishes), options);
  if (!asked.ok) return refuse(...asked.issues.map(({ message }) => unknown(agent.id, message)));
  const signedIn = READERS[status.asked](asked.value);
  return signedIn === undefined
    ? refuse(unknown(agent.id, msg`it answered in no way that is known`))
    : succeed({ signedIn });
}

function readAuthStatus({ stdout, exitCode }: RunResult): boolean | undefined {
  if (exitCode !== 0 && exitCode !== 1) return undefined;
  try {
    const { loggedIn } = JSON.parse(stdout.text) as { loggedIn?: unknown };
    return typeof loggedIn === "boolean" ? loggedIn : undefined;
  } catch {
    return undefined;
  }
}

function readLoginStatus({ stdout, stderr, exitCode }: RunResult): boolean | undefined {
  if (exitCode === 0) return true;
  const denies = /^Not logged in$/mu;
  return exitCode === 1 && (denies.test(stdout.text) || denies.test(stderr.text)) ? false : undefined;
}

function unknown(agent: string, why: Printable): Issue {
  return runtimeIssue({
    code: "RUNTIME_SIGN_IN_UNKNOWN",
    severity: "info",
    message: msg`whether somebody is signed in to ${agent} is not known: ${verbatim(why)}`,
  });
}
