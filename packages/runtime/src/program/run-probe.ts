import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BoundBinary } from "@slipway/binary";
import { ensurePrivateFolder } from "@slipway/binary";
import type { Printable, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import type { LaunchPlan } from "../launch-plan.js";
import { readUser } from "../places/resolve-folders.js";
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

/** A question to a program: its arguments, and the names of the host's environment that it may see. */
export type Probe = { agent: string; argv: readonly string[]; pass: readonly string[] };

/**
 * Starts a bound program once for an answer: in Slipway's own folder, with a private TMPDIR that is removed afterwards, an
 * environment of HOME, a fixed PATH and what `pass` names, closed input, and bounds on time and output. Runs code of the
 * program: only for one that passed the ownership rules, at adoption or when the user asks. A program that was ended by the
 * limit or never started is a refusal; any exit is an answer.
 */
export async function runProbe(binary: BoundBinary, probe: Probe, options: ProbeOptions): Promise<Result<RunResult>> {
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
    const result = await run(planProbe(probe, folder.value, tmpdir, env), {
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

function planProbe(
  { agent, argv, pass }: Probe,
  cwd: string,
  tmpdir: string,
  env: Readonly<Record<string, string | undefined>>,
): LaunchPlan {
  return {
    agent,
    surface: "probe",
    start: "new",
    program: [],
    argv: [...argv],
    cwd,
    env: {
      pass: [...pass],
      set: {
        HOME: env["HOME"] ?? readUser()?.homedir ?? cwd,
        PATH: "/usr/local/bin:/usr/bin:/bin",
        TMPDIR: tmpdir,
        TMP: tmpdir,
        TEMP: tmpdir,
        NODE_DISABLE_COMPILE_CACHE: "1",
      },
      unset: [],
      mode: "clean",
    },
    session: { target: "none", knownWhen: "never", idEvents: [] },
    approval: "default",
    approvalEffect: "agent-default",
    transport: { via: "none" },
    wrap: [],
    notes: [],
  };
}
