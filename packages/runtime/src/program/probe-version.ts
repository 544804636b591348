import type { BoundBinary } from "@slipway/binary";
import type { Printable, Result } from "@slipway/errors";
import { msg, refuse, succeed, verbatim } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import { readVersion } from "@slipway/manifest";
import type { AskedAgent } from "../plan/plan-questions.js";
import { planVersion } from "../plan/plan-questions.js";
import { runtimeIssue } from "../runtime-error.js";
import type { ProbeOptions } from "./run-probe.js";
import { runProbe } from "./run-probe.js";

/**
 * Asks a bound program for its version, with nothing of the host's environment but HOME. The answer is the first version in
 * its standard output, else in its standard error.
 */
export async function probeVersion(
  binary: BoundBinary,
  agent: AskedAgent,
  options: ProbeOptions,
): Promise<Result<{ version: string; output: string }>> {
  if (agent.version === undefined) return refuse(unknown(agent, msg`nobody has said how it prints its version`));
  const asked = await runProbe(binary, (wishes) => planVersion(agent, wishes), options);
  if (!asked.ok)
    return refuse(
      ...asked.issues.map((found) => (found.code === "RUNTIME_PROBE_FAILED" ? unknown(agent, found.message) : found)),
    );
  const { ok, stdout, stderr, exitCode, signal } = asked.value;
  if (!ok) return refuse(unknown(agent, msg`it ended with ${exitCode ?? signal}`));
  const version = readVersion(stdout.text) ?? readVersion(stderr.text);
  const output = stdout.text === "" ? stderr.text : stdout.text;
  return version === undefined
    ? refuse(unknown(agent, msg`its output holds no version`))
    : succeed({ version, output });
}

function unknown(agent: Pick<Agent, "id">, why: Printable) {
  return runtimeIssue({
    code: "RUNTIME_VERSION_UNKNOWN",
    severity: "warning",
    message: msg`the version of ${agent.id} is not known: ${verbatim(why)}`,
    hint: msg`it is launched as its newest known version is; if that fails, run the program yourself and adopt it again`,
  });
}
