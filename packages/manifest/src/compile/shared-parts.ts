import type { ArgTemplate, IdEvent, Part } from "../agent.js";
import type { AgentEntry } from "../agents-json/agent-entry.js";

/**
 * First characters that some agent reads as a command of its own prompt line: `!` runs a shell command, `/` a command of
 * the agent, `@` sends a file, `#`, `&`, `$` and `?` switch a mode. Of an agent nothing is known of, all are refused.
 */
export const UNKNOWN_SIGILS = "!/@#&$?";

/** Always-there arguments, or no part for none. */
export function argsPart(args: readonly ArgTemplate[]): Part[] {
  return args.length === 0 ? [] : [{ slot: "args", args: [...args] }];
}

/** The model's part, or none: the absence is the refusal of a model. */
export function modelPart(args: readonly ArgTemplate[] | undefined): Part[] {
  return args === undefined || args.length === 0 ? [] : [{ slot: "model", args: [...args] }];
}

/** The bypass of an agent that has nothing to remember. */
export function approvalPart(bypass: readonly ArgTemplate[] | undefined): Part[] {
  return bypass === undefined || bypass.length === 0
    ? []
    : [{ slot: "approval", bypass: [...bypass], inherits: false }];
}

/**
 * The places of a capture pattern. The entry does not say when the id is printed; a pattern that only fits the farewell
 * line of the agent is found by the reader of the tail.
 */
export function captureEvents(entry: AgentEntry, streams: readonly ("stdout" | "stderr" | "pty")[]): IdEvent[] {
  const { capture } = entry;
  if (capture === undefined) return [];
  return streams.map((stream) => ({
    from: "text",
    stream,
    when: "running",
    search: capture.pattern,
    ...(capture.flags === undefined ? {} : { flags: capture.flags }),
  }));
}
