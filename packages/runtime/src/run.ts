import { setTimeout as wait } from "node:timers/promises";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import type { AgentEvent, Answer } from "./answer/agent-event.js";
import { describeCallbackFailure, EventGatherer } from "./answer/gather-events.js";
import type { LaunchOptions } from "./launch/launch.js";
import { launch } from "./launch/launch.js";
import type { LaunchPlan } from "./launch-plan.js";
import { assertUse } from "./plan/assert-request.js";
import { runtimeIssue } from "./runtime-error.js";
import type { Session, SessionEnd, SessionIdOutcome, SessionOutput } from "./session.js";

/** Bytes kept of each stream of a headless run. */
export const RUN_OUTPUT_MAX_BYTES = 10 * 1024 * 1024;

/** Milliseconds a timer of Node can wait; a longer one would fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Milliseconds between the polite signal and SIGKILL when a run's time is over. */
const TIMEOUT_GRACE_MS = 1_000;

/** One stream of a run: its bytes as they came, and as text (UTF-8, invalid sequences replaced). */
export type CollectedOutput = { bytes: Uint8Array; text: string; truncated: boolean };

/** Success and failure share one shape. */
export type RunResult = {
  /** Exit code 0, not signalled, not timed out, not ended by the host. */
  ok: boolean;
  exitCode?: number;
  signal?: string;
  /** Ended because its time was over. A child that ended by itself in that moment was not. */
  timedOut: boolean;
  stdout: CollectedOutput;
  stderr: CollectedOutput;
  durationMs: number;
  id: SessionIdOutcome;
  /** Only of a plan with structured output: what plain output means, nobody promised. */
  answer: Answer;
  /** The first ones, up to {@link RUN_EVENTS_MAX} and `maxOutputBytes` of JSON. */
  events: AgentEvent[];
  /** Events that were told to `onEvent` and not kept. */
  eventsDropped: number;
  /** Objects of structured output whose kind this version does not know. */
  unknownEvents: number;
  /** Lines where structured output was expected that are none. */
  unreadableLines: number;
  end: SessionEnd;
  /** Refusals before the start, and warnings. */
  issues: Issue[];
};

/** What `run` needs besides what `launch` does. */
export type RunOptions = LaunchOptions & {
  /** Milliseconds after which the session is ended, 1..2,147,483,647; none unless given. */
  timeoutMs?: number;
  /** Kept of each stream, and of the events; {@link RUN_OUTPUT_MAX_BYTES} unless given. */
  maxOutputBytes?: number;
  /**
   * Told each event of a plan with structured output as it comes. While a promise that it gives is pending, the child
   * waits. When it fails, that is in the result's issues (`RUNTIME_CALLBACK_FAILED`) and it is not called again.
   */
  onEvent?: (event: AgentEvent) => unknown;
  /** Told of the running session as soon as there is one. What it gives is not waited for; its failure is told like that. */
  onStart?: (session: Pick<Session, "pid" | "id">) => void;
};

/**
 * Runs a headless plan to its end. Everything that goes wrong is in the result: code, signal, timeout, refusal.
 *
 * @throws RuntimeError `RUNTIME_MISUSE` for options of the wrong types
 */
export async function run(plan: LaunchPlan, options: RunOptions): Promise<RunResult> {
  assertRunOptions(options);
  const now = options.clock?.now ?? (() => performance.now());
  const began = now();
  if (plan.surface === "pty")
    return describeRefusal([
      runtimeIssue({
        code: "RUNTIME_WRONG_SURFACE",
        message: msg`a plan for a terminal cannot be run headless`,
        hint: msg`plan it headless, or launch it`,
      }),
    ]);
  const launched = await launch(plan, options);
  if (!launched.ok) return describeRefusal(launched.issues, now() - began);

  const session = launched.value;
  const limit = options.maxOutputBytes ?? RUN_OUTPUT_MAX_BYTES;
  const gatherer = new EventGatherer(plan.reportFormat, limit, options.onEvent);
  const timer = new AbortController();
  let isLate = false;
  if (options.timeoutMs !== undefined)
    void wait(options.timeoutMs, undefined, { signal: timer.signal }).then(
      () => {
        isLate = true;
        return session.terminate({ graceMs: TIMEOUT_GRACE_MS });
      },
      () => {},
    );
  const issues = tellStart(session, options.onStart);
  const [stdout, stderr, end] = await Promise.all([
    collect(session.output, limit, (bytes) => gatherer.push(bytes)),
    collect(session.errorOutput, limit),
    session.ended,
  ]);
  timer.abort();
  await gatherer.end();
  const timedOut = isLate && end.kind === "killed-by-host";
  return {
    ok: end.kind === "exited" && end.exitCode === 0,
    ...("exitCode" in end && end.exitCode !== undefined ? { exitCode: end.exitCode } : {}),
    ...("signal" in end && end.signal !== undefined ? { signal: end.signal } : {}),
    timedOut,
    stdout,
    stderr,
    durationMs: now() - began,
    id: await session.id,
    ...gatherer.result(),
    end,
    issues: [...launched.issues, ...issues, ...gatherer.issues],
  };
}

function tellStart({ pid, id }: Session, onStart: RunOptions["onStart"]): Issue[] {
  try {
    onStart?.({ pid, id });
    return [];
  } catch (error) {
    return [describeCallbackFailure("onStart", error)];
  }
}

/** Throws for options that are a mistake of the calling program. */
export function assertRunOptions({ timeoutMs, maxOutputBytes, onEvent, onStart }: Partial<RunOptions>): void {
  assertUse(
    timeoutMs === undefined || (Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= TIMER_MAX_MS),
    msg`timeoutMs is not an integer of 1..${TIMER_MAX_MS}`,
  );
  assertUse(
    maxOutputBytes === undefined || (Number.isInteger(maxOutputBytes) && maxOutputBytes >= 0),
    msg`maxOutputBytes is not a whole number`,
  );
  assertUse(onEvent === undefined || typeof onEvent === "function", msg`onEvent is not a function`);
  assertUse(onStart === undefined || typeof onStart === "function", msg`onStart is not a function`);
}

/** Reads to the end whatever the limit: a child whose output nobody takes would wait for ever. */
async function collect(
  output: SessionOutput,
  limit: number,
  take?: (bytes: Uint8Array) => Promise<void>,
): Promise<CollectedOutput> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  let truncated = false;
  for await (const chunk of output) {
    await take?.(chunk);
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

/** The result of a run that never began. */
export function describeRefusal(issues: Issue[], durationMs = 0): RunResult {
  const nothing: CollectedOutput = { bytes: new Uint8Array(), text: "", truncated: false };
  const first = issues.find(({ severity }) => severity === "error") ?? (issues[0] as Issue);
  return {
    ok: false,
    timedOut: false,
    stdout: nothing,
    stderr: nothing,
    durationMs,
    id: { state: "none" },
    answer: { state: "absent", reason: "not-started" },
    events: [],
    eventsDropped: 0,
    unknownEvents: 0,
    unreadableLines: 0,
    end: { kind: "spawn-failed", issue: first, survivors: [], containment: "group", outputCut: false },
    issues,
  };
}
