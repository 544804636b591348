import type { Issue } from "@slipway/errors";
import type { IdEvent } from "@slipway/manifest";
import type { ScanResult, SessionIdPattern } from "@slipway/pattern";
import { compilePattern, compileSearch, isSafeSessionId } from "@slipway/pattern";
import type { LaunchPlan } from "../launch-plan.js";
import type { SessionIdOutcome } from "../session.js";
import type { StoreWatch } from "../store-probe/watch-store.js";
import { describeAdoption, STORE_LOOK_EVERY_MS } from "../store-probe/watch-store.js";
import type { StreamName } from "./child-handle.js";
import { watchJsonLines } from "./watch-json-lines.js";

/** Learns one thing from one stream. */
export type IdWatcher = {
  stream: StreamName;
  push: (chunk: Uint8Array) => void;
  /** Says what is about to be written to the agent: a terminal echoes it, and an id in it is not the agent's. */
  noteInput?: (data: string | Uint8Array) => void;
  /** The stream has ended. */
  end: () => void;
};

/** What a watcher saw. A later one never changes an earlier one. */
export type Sighting = Pick<SessionIdOutcome, "source" | "confidence" | "evidence"> & { id?: string; ambiguous?: true };

type TextEvent = Extract<IdEvent, { from: "text" }>;

/** Follows a session's output until its id is known; after that it costs nothing. */
export type IdLearner = {
  id: Promise<SessionIdOutcome>;
  push: (stream: StreamName, chunk: Uint8Array) => void;
  /** Says what is about to be written to the agent. */
  noteInput: (data: string | Uint8Array) => void;
  end: () => void;
  /** Events that cannot be watched (a pattern that does not compile). */
  issues: Issue[];
};

/**
 * The id that argv carried counts at once when nothing else is declared. Otherwise the first sighting counts, in the order
 * of the output, exit lines last; when there is none, the carried id; when there is none either, the answer is `none`.
 * `now` is a clock in milliseconds: it bounds the time that a search may take, and settles a lone candidate.
 *
 * With a `store`, an id that was read in text has to be new there, else its confidence is `low`: whoever controls the output
 * could name an older conversation. When nothing else tells the id, the one conversation that is new in the store is
 * adopted; of several none is.
 */
export function learnSessionId(plan: LaunchPlan, now: () => number = Date.now, store?: StoreWatch): IdLearner {
  const issues: Issue[] = [];
  const compiled = plan.session.pattern === undefined ? undefined : compilePattern(plan.session.pattern);
  if (compiled !== undefined) issues.push(...compiled.issues);
  // A pattern that cannot be used accepts nothing: a captured id becomes an argument of a later launch.
  const idPattern = compiled?.ok ? compiled.value : undefined;
  const isId = (text: string): boolean =>
    !text.startsWith("-") &&
    (compiled === undefined ? isSafeSessionId(text) : compiled.ok && compiled.value.test(text));

  let settle: (outcome: SessionIdOutcome) => void = () => {};
  const id = new Promise<SessionIdOutcome>((resolve) => {
    settle = resolve;
  });
  let watchers: IdWatcher[] = [];
  const supplied = plan.session.id;
  let isSettled = false;
  let isConfirming = false;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const finish = (outcome: SessionIdOutcome): void => {
    watchers = [];
    isSettled = true;
    clearInterval(timer);
    settle(outcome);
  };
  const see = (sighting: Sighting): void => {
    if (watchers.length === 0) return;
    const outcome = describeSighting(sighting, supplied);
    if (store === undefined || outcome.state !== "known" || outcome.source !== "captured") {
      finish(outcome);
      return;
    }
    watchers = [];
    isConfirming = true;
    void store.confirm(outcome, () => isOver).then(finish);
  };
  for (const event of plan.session.idEvents) {
    if (event.from === "jsonl") watchers.push(watchJsonLines(event, isId, see));
    else if (event.from === "text") {
      const watcher = watchText(event, { idPattern, isId, now }, see, issues);
      if (watcher !== undefined) watchers.push(watcher);
    }
  }
  if (watchers.length === 0 && store === undefined) finish(fallBack(supplied));
  if (watchers.length === 0 && store !== undefined) {
    timer = setInterval(async () => {
      const adopted = describeAdoption(await store.look(), isId);
      if (adopted !== undefined && !isSettled) finish(adopted);
    }, STORE_LOOK_EVERY_MS);
    timer.unref();
  }

  return {
    id,
    issues,
    push: (stream, chunk) => {
      for (const watcher of watchers) if (watcher.stream === stream) watcher.push(chunk);
    },
    noteInput: (data) => {
      for (const watcher of watchers) watcher.noteInput?.(data);
    },
    end: () => {
      isOver = true;
      clearInterval(timer);
      for (const watcher of [...watchers]) if (watchers.length > 0) watcher.end();
      if (isSettled || isConfirming) return;
      if (store === undefined) finish(fallBack(supplied));
      else void store.adoptAtEnd(isId).then((adopted) => finish(adopted ?? fallBack(supplied)));
    },
  };
}

function fallBack(supplied: string | undefined): SessionIdOutcome {
  return supplied === undefined
    ? { state: "none" }
    : { state: "known", id: supplied, source: "supplied", confidence: "certain" };
}

function describeSighting(sighting: Sighting, supplied: string | undefined): SessionIdOutcome {
  const { id, ambiguous, ...rest } = sighting;
  if (ambiguous || id === undefined) return { state: "ambiguous", ...rest };
  const differs = supplied !== undefined && supplied !== id;
  return {
    state: "known",
    id,
    ...rest,
    ...(differs ? { evidence: `${rest.evidence ?? ""}; the launch carried ${supplied}` } : {}),
  };
}

/** What a captured text must be, and the clock of its search. */
type IdRules = { idPattern: SessionIdPattern | undefined; isId: (text: string) => boolean; now: () => number };

/** `running`: the first match in the head of the stream. `exit`: the last match in its end, where earlier text cannot forge it. */
function watchText(
  event: TextEvent,
  { idPattern, isId, now }: IdRules,
  see: (sighting: Sighting) => void,
  issues: Issue[],
): IdWatcher | undefined {
  const search = compileSearch(event.search, event.flags);
  issues.push(...search.issues);
  if (!search.ok) return undefined;
  const atExit = event.when === "exit";
  const scanner = search.value.scanner({
    clock: now,
    ...(idPattern === undefined ? {} : { idPattern }),
    ...(atExit ? { policy: "last" as const, budgetBytes: 0 } : {}),
  });
  const confidence = search.value.labelled ? "likely" : "low";
  const judge = (result: ScanResult): void => {
    const evidence = atExit ? `${event.stream} at exit` : event.stream;
    if (result.state === "ambiguous") see({ ambiguous: true, source: "captured", evidence });
    else if (result.state === "one" && result.id !== undefined && isId(result.id))
      see({ id: result.id, source: "captured", confidence, evidence });
  };
  return {
    stream: event.stream,
    push: (chunk) => {
      const result = scanner.push(chunk);
      // Without a reason to stop, a lone candidate may still meet a second one.
      if (!atExit && result.stopped !== undefined && result.stopped !== "budget") judge(result);
    },
    noteInput: (data) => scanner.noteInput(data),
    end: () => judge(scanner.end()),
  };
}
