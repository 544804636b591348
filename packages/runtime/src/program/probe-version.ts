import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BoundBinary } from "@slipway/binary";
import { ensurePrivateFolder } from "@slipway/binary";
import type { Printable, Result } from "@slipway/errors";
import { msg, refuse, succeed, verbatim } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import { readVersion } from "@slipway/manifest";
import type { LaunchPlan } from "../launch-plan.js";
import { readUser } from "../places/resolve-folders.js";
import { run } from "../run.js";
import { runtimeIssue } from "../runtime-error.js";

/** Milliseconds for a program to say its version: the slowest real one takes 4 s, on its first start. */
export const PROBE_TIMEOUT_MS = 10_000;

/** Bytes read of a version's output. */
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
 * Asks a bound program for its version: in Slipway's own folder, with a private TMPDIR that is removed afterwards, an
 * environment of HOME and a fixed PATH, closed input, and bounds on time and output. Runs code of the program: only for
 * one that passed the ownership rules, at adoption or when the user asks.
 */
export async function probeVersion(
  binary: BoundBinary,
  agent: Pick<Agent, "id" | "version">,
  options: ProbeOptions,
): Promise<Result<{ version: string; output: string }>> {
  if (agent.version === undefined) return refuse(unknown(agent, msg`nobody has said how it prints its version`));
  const folder = ensurePrivateFolder(options.stateDir);
  if (!folder.ok) return folder;
  let tmpdir: string;
  try {
    tmpdir = mkdtempSync(join(folder.value, "probe-"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return refuse(unknown(agent, msg`no temporary folder can be made in ${folder.value}: ${code}`));
  }
  try {
    const result = await run(planProbe(agent.id, agent.version, folder.value, tmpdir, options.env ?? process.env), {
      binary,
      env: {},
      timeoutMs: options.timeoutMs ?? PROBE_TIMEOUT_MS,
      maxOutputBytes: PROBE_OUTPUT_MAX_BYTES,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    if (result.end.kind === "spawn-failed") return refuse(...result.issues);
    if (result.timedOut)
      return refuse(unknown(agent, msg`it did not answer within ${options.timeoutMs ?? PROBE_TIMEOUT_MS} ms`));
    const version = readVersion(result.stdout.text) ?? readVersion(result.stderr.text);
    const output = result.stdout.text === "" ? result.stderr.text : result.stdout.text;
    if (!result.ok) return refuse(unknown(agent, msg`it ended with ${result.exitCode ?? result.signal}`));
    return version === undefined
      ? refuse(unknown(agent, msg`its output holds no version`))
      : succeed({ version, output });
  } finally {
    rmSync(tmpdir, { recursive: true, force: true });
  }
}

function unknown(agent: Pick<Agent, "id">, why: Printable) {
  return runtimeIssue({
    code: "RUNTIME_VERSION_UNKNOWN",
    severity: "warning",
    message: msg`the version of ${agent.id} is not known: ${verbatim(why)}`,
    hint: msg`it is launched as its newest known version is; if that fails, run the program yourself and adopt it again`,
  });
}

function planProbe(
  agent: string,
  argv: readonly string[],
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
      pass: [],
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
