import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BoundBinary } from "@slipway/binary";
import { ensurePrivateFolder } from "@slipway/binary";
import type { Printable, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import type { LaunchPlan } from "../launch-plan.js";
import { readUser } from "../places/resolve-folders.js";
import type { VersionWishes } from "../plan/plan-questions.js";
import type { RunResult } from "../run.js";
import { run } from "../run.js";
import { runtimeIssue } from "../runtime-error.js";

/** Milliseconds for a program to answer a question: the slowest real one takes 4 s, on its first start. */
export const PROBE_TIMEOUT_MS = 10_000;

/** Bytes read of each stream of an answer. */
export const PROBE_OUTPUT_MAX_BYTES = 64 * 1024;

/** Where a probe runs. */
export type ProbeOptions = {
  /** A private folder of Slipway's own: never the user's working directory, whose files some programs run even for this. */
  stateDir: string;
  env?: Readonly<Record<string, string | undefined>>;
  timeoutMs?: number;
  signal?: AbortSignal;
};

/**
 * Starts a bound program once for an answer: in Slipway's own folder, with a private TMPDIR that is removed afterwards, closed
 * input, and bounds on time and output; arguments and environment are the plan's. Runs code of the program: only for one
 * that passed the ownership rules, at adoption or when the user asks. A program that was ended by the limit or never
 * started is a refusal; any exit is an answer.
 */
export async function runProbe(
  binary: BoundBinary,
  makePlan: (wishes: VersionWishes) => Result<LaunchPlan>,
  options: ProbeOptions,
): Promise<Result<RunResult>> {
  const folder = ensurePrivateFolder(options.stateDir);
  if (!folder.ok) return folder;
  let tmpdir: string;
  try {
    tmpdir = mkdtempSync(join(folder.value, "probe-"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return refuseProbe(msg`no temporary folder can be made in ${folder.value}: ${code}`);
  }
  const env = options.env ?? process.env;
  const timeoutMs = options.timeoutMs ?? PROBE_TIMEOUT_MS;
  try {
    const home = env["HOME"] ?? readUser()?.homedir;
    const plan = makePlan({ cwd: folder.value, tmpdir, ...(home === undefined ? {} : { home }) });
    if (!plan.ok) return plan;
    const result = await run(plan.value, {
      binary,
      env,
      timeoutMs,
      maxOutputBytes: PROBE_OUTPUT_MAX_BYTES,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    if (result.end.kind === "spawn-failed") return refuse(...result.issues);
    return result.timedOut ? refuseProbe(msg`it did not answer within ${timeoutMs} ms`) : succeed(result);
  } finally {
    rmSync(tmpdir, { recursive: true, force: true });
  }
}

function refuseProbe(message: Printable): Result<never> {
  return refuse(runtimeIssue({ code: "RUNTIME_PROBE_FAILED", message }));
}
