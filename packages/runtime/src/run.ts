import { setTimeout as wait } from "node:timers/promises";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import type { LaunchOptions } from "./launch/launch.js";
import { launch } from "./launch/launch.js";
import type { LaunchPlan } from "./launch-plan.js";
import { runtimeIssue } from "./runtime-error.js";
import type { SessionEnd, SessionIdOutcome, SessionOutput } from "./session.js";

/** Bytes kept of each stream of a headless run. */
export const RUN_OUTPUT_MAX_BYTES = 10 * 1024 * 1024;

/** One stream of a run: its bytes as they came, and as text (UTF-8, invalid sequences replaced). */
export type CollectedOutput = { bytes: Uint8Array; text: string; truncated: boolean };

/** Success and failure share one shape. */
export type RunResult = {
  /** Exit code 0, not signalled, not timed out, not ended by the host. */
  ok: boolean;
  exitCode?: number;
  signal?: string;
  timedOut: boolean;
  stdout: CollectedOutput;
  stderr: CollectedOutput;
  durationMs: number;
  id: SessionIdOutcome;
  end: SessionEnd;
  /** Refusals before the start, and warnings. */
  issues: Issue[];
};

/** What `run` needs besides what `launch` does. */
export type RunOptions = LaunchOptions & {
  /** Milliseconds after which the session is ended; none unless given. */
  timeoutMs?: number;
  maxOutputBytes?: number;
};

/** Runs a headless plan to its end. Everything that goes wrong is in the result: code, signal, timeout, refusal. */
export async function run(plan: LaunchPlan, options: RunOptions): Promise<RunResult> {
  const now = options.clock?.now ?? (() => performance.now());
  const began = now();
  if (plan.surface === "pty")
    return fail(
      [
        runtimeIssue({
          code: "RUNTIME_WRONG_SURFACE",
          message: msg`a plan for a terminal cannot be run headless`,
          hint: msg`plan it headless, or launch it`,
        }),
      ],
      0,
    );
  const launched = await launch(plan, options);
  if (!launched.ok) return fail(launched.issues, now() - began);

  const session = launched.value;
  const limit = options.maxOutputBytes ?? RUN_OUTPUT_MAX_BYTES;
  const timer = new AbortController();
  let timedOut = false;
  if (options.timeoutMs !== undefined)
    void wait(options.timeoutMs, undefined, { signal: timer.signal }).then(
      () => {
        timedOut = true;
        return session.terminate({ graceMs: 1_000 });
      },
      () => {},
    );
  const [stdout, stderr, end] = await Promise.all([
    collect(session.output, limit),
    collect(session.errorOutput, limit),
    session.ended,
  ]);
  timer.abort();
  return {
    ok: end.kind === "exited" && end.exitCode === 0 && !timedOut,
    ...(end.kind !== "spawn-failed" && "exitCode" in end ? { exitCode: end.exitCode as number } : {}),
    ...(end.kind !== "spawn-failed" && "signal" in end ? { signal: end.signal as string } : {}),
    timedOut,
    stdout,
    stderr,
    durationMs: now() - began,
    id: await session.id,
    end,
    issues: launched.issues,
  };
}

/** Reads to the end whatever the limit: a child whose output nobody takes would wait for ever. */
async function collect(output: SessionOutput, limit: number): Promise<CollectedOutput> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  let truncated = false;
  for await (const chunk of output) {
    const room = limit - bytes;
    if (chunk.length > room) truncated = true;
    if (room <= 0) continue;
    const piece = chunk.length > room ? chunk.subarray(0, room) : chunk;
    kept.push(piece);
    bytes += piece.length;
  }
  const all = Buffer.concat(kept);
  return { bytes: all, text: all.toString("utf8"), truncated };
}

function fail(issues: Issue[], durationMs: number): RunResult {
  const nothing: CollectedOutput = { bytes: new Uint8Array(), text: "", truncated: false };
  const first = issues.find(({ severity }) => severity === "error") ?? (issues[0] as Issue);
  return {
    ok: false,
    timedOut: false,
    stdout: nothing,
    stderr: nothing,
    durationMs,
    id: { state: "none" },
    end: { kind: "spawn-failed", issue: first, survivors: [], containment: "group", outputCut: false },
    issues,
  };
}
