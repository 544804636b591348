import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import type { ReportFormat } from "@slipway/manifest";
import { runtimeIssue } from "../runtime-error.js";
import type { AgentEvent, Answer } from "./agent-event.js";
import type { AgentOutputParser } from "./parse-agent-output.js";
import { parseAgentOutput } from "./parse-agent-output.js";

/** Events kept of one run; later ones are told and counted. An agent at work for a day tells a few thousand. */
export const RUN_EVENTS_MAX = 10_000;

/** What was gathered from structured output. */
export type GatheredEvents = {
  answer: Answer;
  events: AgentEvent[];
  eventsDropped: number;
  unknownEvents: number;
  unreadableLines: number;
};

/** Told of each event as it comes. While its promise is pending, the child waits. */
export type EventListener = (event: AgentEvent) => unknown;

/** Reads the structured output of one run, keeps its first events and passes all of them on. */
export class EventGatherer {
  /** That the listener failed. It is told once, and the listener is not called again. */
  readonly issues: Issue[] = [];
  readonly #parser: AgentOutputParser | undefined;
  #listener: EventListener | undefined;
  readonly #limit: number;
  #events: AgentEvent[] = [];
  #kept = 0;
  #dropped = 0;

  /** `limit`: UTF-16 units of the kept events, written as JSON. */
  constructor(format: ReportFormat | undefined, limit: number, listener?: EventListener) {
    this.#parser = format === undefined ? undefined : parseAgentOutput(format);
    this.#limit = limit;
    this.#listener = listener;
  }

  async push(bytes: Uint8Array): Promise<void> {
    for (const event of this.#parser?.push(bytes) ?? []) await this.#take(event);
  }

  async end(): Promise<void> {
    for (const event of this.#parser?.end() ?? []) await this.#take(event);
  }

  result(): GatheredEvents {
    return {
      answer: this.#parser?.answer ?? { state: "absent", reason: "no-report" },
      events: this.#events,
      eventsDropped: this.#dropped,
      unknownEvents: this.#parser?.unknownEvents ?? 0,
      unreadableLines: this.#parser?.unreadableLines ?? 0,
    };
  }

  async #take(event: AgentEvent): Promise<void> {
    const size = JSON.stringify(event).length;
    // The first one that finds no room ends the keeping: what is kept has no holes.
    if (this.#dropped > 0 || this.#events.length >= RUN_EVENTS_MAX || this.#kept + size > this.#limit)
      this.#dropped += 1;
    else {
      this.#kept += size;
      this.#events.push(event);
    }
    try {
      await this.#listener?.(event);
    } catch (error) {
      this.#listener = undefined;
      this.issues.push(describeCallbackFailure("onEvent", error));
    }
  }
}

/** What the caller's own function threw: told with the result, because the run itself is not to blame and goes on. */
export function describeCallbackFailure(name: string, error: unknown): Issue {
  return runtimeIssue({
    code: "RUNTIME_CALLBACK_FAILED",
    severity: "warning",
    message: msg`${name} failed: ${error instanceof Error ? error.message : String(error)}`,
    hint: msg`the run went on without it`,
  });
}
