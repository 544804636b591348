import type { AgentEvent } from "./agent-event.js";
import { amountOf, member, textOf, writeJson } from "./json-members.js";
import { makeEvent } from "./make-event.js";
import type { ReportReader } from "./report-reader.js";

/** `codex exec --json`. Seen with 0.171.0. The last message is the answer; a turn that failed has none. */
export function readCodex(): ReportReader {
  let answer: string | undefined;
  return {
    answer: () => (answer === undefined ? undefined : { text: answer, truncated: false }),
    read: (object) => {
      const type = textOf(object, "type");
      const item = member(object, "item");
      switch (type) {
        case "thread.started": {
          const id = textOf(object, "thread_id");
          return id === undefined ? [] : [{ kind: "session", id }];
        }
        case "turn.started":
        case "item.updated":
          return [];
        case "item.started":
          return readTool(item, "start");
        case "item.completed": {
          const text = textOf(item, "text");
          if (textOf(item, "type") === "error")
            return [{ kind: "error", message: textOf(item, "message") ?? "", fatal: false }];
          if (textOf(item, "type") !== "agent_message" || text === undefined) return readTool(item, "end");
          answer = text;
          return [{ kind: "text", text, partial: false }];
        }
        case "turn.completed":
          return readUsage(member(object, "usage"));
        case "turn.failed":
          answer = undefined;
          return [{ kind: "error", message: textOf(member(object, "error"), "message") ?? "", fatal: true }];
        case "error":
          // Also said before each new try; what ends the turn is told by the turn.
          return [{ kind: "error", message: textOf(object, "message") ?? "", fatal: false }];
        default:
          return undefined;
      }
    },
  };
}

function readUsage(usage: unknown): AgentEvent[] {
  if (usage === undefined) return [];
  return [
    makeEvent({
      kind: "usage",
      of: "run",
      inputTokens: amountOf(usage, "input_tokens"),
      outputTokens: amountOf(usage, "output_tokens"),
      cachedInputTokens: amountOf(usage, "cached_input_tokens"),
    }),
  ];
}

const SUCCEEDED: ReadonlyMap<string, boolean> = new Map([
  ["completed", true],
  ["failed", false],
  ["declined", false],
]);

/** Kinds of items that do something, and the members that say what. */
const INPUTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["command_execution", ["command"]],
  ["file_change", ["changes"]],
  ["mcp_tool_call", ["server", "tool", "arguments"]],
  ["web_search", ["query"]],
]);

function readTool(item: unknown, phase: "start" | "end"): AgentEvent[] {
  const type = textOf(item, "type") ?? "";
  const names = INPUTS.get(type);
  if (names === undefined) return [];
  const id = textOf(item, "id");
  const name = type === "mcp_tool_call" ? (textOf(item, "tool") ?? type) : type;
  if (phase === "start")
    return [
      makeEvent({
        kind: "tool",
        phase,
        id,
        name,
        input: writeJson(Object.fromEntries(names.map((key) => [key, member(item, key)]))),
      }),
    ];
  const output = textOf(item, "aggregated_output") ?? writeJson(member(item, "result") ?? undefined);
  return [makeEvent({ kind: "tool", phase, id, name, output, ok: SUCCEEDED.get(textOf(item, "status") ?? "") })];
}
