import { availableParallelism } from "node:os";
import { msg } from "@slipway/errors";
import { describeCallbackFailure } from "./answer/gather-events.js";
import type { LaunchPlan } from "./launch-plan.js";
import { assertUse } from "./plan/assert-request.js";
import type { RunOptions, RunResult } from "./run.js";
import { assertRunOptions, describeRefusal, RUN_OUTPUT_MAX_BYTES, run } from "./run.js";
import { runtimeIssue } from "./runtime-error.js";

/** Bytes kept of all runs together, unless an item says its own: a thousand runs must not fill the host's memory. */
export const RUN_MANY_OUTPUT_MAX_BYTES = 256 * 1024 * 1024;

/** Each run keeps two streams and the events read in one of them, which cost bytes and text alike. */
const SHARES_PER_RUN = 6;

/** Runs at a time beyond which descriptors, not cores, are short. */
const CONCURRENCY_MAX = 256;

/** One run: its plan, and what `run` takes. Its `signal` ends this one alone. */
export type RunManyItem = RunOptions & { plan: LaunchPlan };

/** Told after each end: which one, how it ended, how many have ended. */
export type RunManyProgress = { index: number; result: RunResult; done: number; total: number };

/** How many runs go on at a time, and what ends them. */
export type RunManyOptions = {
  /** 1..256; as many as there are cores unless given. */
  concurrency?: number;
  /** Aborting ends what runs and starts nothing more. */
  signal?: AbortSignal;
  /** When it fails, the issues of that run hold `RUNTIME_CALLBACK_FAILED`. */
  onProgress?: (progress: RunManyProgress) => unknown;
  /** After a run that is not ok nothing more is started; what runs goes on to its end. `false` unless given. */
  stopOnFailure?: boolean;
};

/**
 * Runs headless plans, several at a time. One result for each item, in their order, whatever happened; an item that was
 * never started has `end.kind` `spawn-failed` with `RUNTIME_ABORTED`. Resolves when every process of every run has ended or
 * is named as a survivor.
 *
 * @throws RuntimeError `RUNTIME_MISUSE` for options of the wrong types, before anything is started
 */
export async function runMany(items: readonly RunManyItem[], options: RunManyOptions = {}): Promise<RunResult[]> {
  const { concurrency = Math.min(availableParallelism(), CONCURRENCY_MAX), signal, onProgress } = options;
  assertUse(
    Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= CONCURRENCY_MAX,
    msg`concurrency is not an integer of 1..${CONCURRENCY_MAX}`,
  );
  assertUse(Array.isArray(items), msg`the items are no array`);
  assertUse(onProgress === undefined || typeof onProgress === "function", msg`onProgress is not a function`);
  for (const item of items) {
    assertUse(typeof item?.binary === "object" && item.binary !== null, msg`an item has no bound binary`);
    assertUse(typeof item.plan === "object" && item.plan !== null, msg`an item has no plan`);
    assertRunOptions(item);
  }

  const share = Math.floor(RUN_MANY_OUTPUT_MAX_BYTES / (SHARES_PER_RUN * Math.max(items.length, 1)));
  const maxOutputBytes = Math.min(RUN_OUTPUT_MAX_BYTES, share);
  const results: RunResult[] = new Array(items.length);
  const running = new RunningRuns();
  const state = { next: 0, done: 0, stopped: false };

  const finish = async (index: number, result: RunResult): Promise<void> => {
    results[index] = result;
    state.done += 1;
    if (!result.ok && options.stopOnFailure === true) state.stopped = true;
    try {
      await onProgress?.({ index, result, done: state.done, total: items.length });
    } catch (error) {
      result.issues.push(describeCallbackFailure("onProgress", error));
    }
  };
  const work = async (): Promise<void> => {
    while (state.next < items.length) {
      const index = state.next;
      state.next += 1;
      const { plan, ...own } = items[index] as RunManyItem;
      const runIt = () => running.run(plan, { maxOutputBytes, ...own }, [signal, own.signal]);
      await finish(index, state.stopped ? describeGivenUp() : await runIt());
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(concurrency, items.length) }, work));
  running.end();
  // A fault of ours: told only when nothing that was started runs any more.
  const broken = workers.find((worker) => worker.status === "rejected");
  if (broken !== undefined) throw broken.reason;
  return results;
}

/** Every signal has one listener here, however many runs it ends: a listener each would look like a leak to Node. */
class RunningRuns {
  readonly #bySignal = new Map<AbortSignal, Set<AbortController>>();
  readonly #listeners = new Map<AbortSignal, () => void>();

  /** Runs one plan, ended by any of the signals. */
  async run(plan: LaunchPlan, options: RunOptions, signals: readonly (AbortSignal | undefined)[]): Promise<RunResult> {
    const stop = new AbortController();
    const given = signals.filter((signal) => signal !== undefined);
    for (const signal of given) this.#listen(signal).add(stop);
    if (given.some((signal) => signal.aborted)) stop.abort();
    try {
      return await run(plan, { ...options, signal: stop.signal });
    } finally {
      for (const signal of given) this.#bySignal.get(signal)?.delete(stop);
    }
  }

  /** Lets go of all signals. */
  end(): void {
    for (const [signal, listener] of this.#listeners) signal.removeEventListener("abort", listener);
  }

  #listen(signal: AbortSignal): Set<AbortController> {
    const known = this.#bySignal.get(signal);
    if (known !== undefined) return known;
    const stops = new Set<AbortController>();
    const listener = (): void => {
      for (const stop of stops) stop.abort();
    };
    this.#bySignal.set(signal, stops);
    this.#listeners.set(signal, listener);
    signal.addEventListener("abort", listener, { once: true });
    return stops;
  }
}

function describeGivenUp(): RunResult {
  return describeRefusal([
    runtimeIssue({ code: "RUNTIME_ABORTED", message: msg`an earlier run failed, and this one was not begun` }),
  ]);
}
