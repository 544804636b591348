import type { AgentEvent } from "./agent-event.js";
import type { JsonObject } from "./json-members.js";
import { amountOf, itemsOf, member, textOf, writeJson } from "./json-members.js";
import { makeEvent } from "./make-event.js";
import type { ReportReader } from "./report-reader.js";

/** `claude -p --output-format stream-json --verbose`, and `json`, which is the last line of it alone. Seen with 2.1.332. */
export function readClaude(): ReportReader {
  let answer: string | undefined;
  return {
    answer: () => (answer === undefined ? undefined : { text: answer, truncated: false }),
    read: (object) => {
      switch (textOf(object, "type")) {
        case "system":
          return textOf(object, "subtype") === "init" ? readSession(object) : [];
        case "assistant":
          return itemsOf(member(object, "message"), "content").flatMap((block) => readSaid(block, object));
        case "user":
          return itemsOf(member(object, "message"), "content").flatMap(readToolEnd);
        case "result": {
          const failed = member(object, "is_error") === true || textOf(object, "subtype") !== "success";
          answer = failed ? undefined : textOf(object, "result");
          return [...readUsage(object), ...(failed ? [readFailure(object)] : [])];
        }
        default:
          return undefined;
      }
    },
  };
}

function readSession(object: JsonObject): AgentEvent[] {
  const id = textOf(object, "session_id");
  return id === undefined ? [] : [makeEvent({ kind: "session", id, model: textOf(object, "model") })];
}

/** What a sub-agent says is said to the agent that called it, not to the reader. */
function readSaid(block: unknown, object: JsonObject): AgentEvent[] {
  const text = textOf(block, "text");
  if (textOf(block, "type") === "text" && text !== undefined)
    return textOf(object, "parent_tool_use_id") === undefined ? [{ kind: "text", text, partial: false }] : [];
  if (textOf(block, "type") !== "tool_use") return [];
  const input = writeJson(member(block, "input"));
  return [makeEvent({ kind: "tool", phase: "start", id: textOf(block, "id"), name: textOf(block, "name"), input })];
}

function readToolEnd(block: unknown): AgentEvent[] {
  if (textOf(block, "type") !== "tool_result") return [];
  const pieces = itemsOf(block, "content").flatMap((piece) => textOf(piece, "text") ?? []);
  const output = textOf(block, "content") ?? (pieces.length === 0 ? undefined : pieces.join("\n"));
  const ok = member(block, "is_error") !== true;
  return [makeEvent({ kind: "tool", phase: "end", id: textOf(block, "tool_use_id"), output, ok })];
}

function readUsage(object: JsonObject): AgentEvent[] {
  const usage = member(object, "usage");
  const costUsd = amountOf(object, "total_cost_usd");
  if (usage === undefined && costUsd === undefined) return [];
  return [
    makeEvent({
      kind: "usage",
      of: "run",
      inputTokens: amountOf(usage, "input_tokens"),
      outputTokens: amountOf(usage, "output_tokens"),
      cachedInputTokens: amountOf(usage, "cache_read_input_tokens"),
      costUsd,
    }),
  ];
}

/** A refused resume has `errors`; a failure of the model's server has its words in `result`. */
function readFailure(object: JsonObject): AgentEvent {
  const errors = itemsOf(object, "errors").filter((text) => typeof text === "string");
  const message = errors.length > 0 ? errors.join("\n") : (textOf(object, "result") ?? textOf(object, "subtype") ?? "");
  return { kind: "error", message, fatal: true };
}
