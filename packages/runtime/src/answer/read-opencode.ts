import type { AgentEvent } from "./agent-event.js";
import { AnswerPieces } from "./gather-answer.js";
import type { JsonObject } from "./json-members.js";
import { amountOf, member, textOf, writeJson } from "./json-members.js";
import { makeEvent } from "./make-event.js";
import type { ReportReader } from "./report-reader.js";

/**
 * `opencode run --format json`. Seen with 1.18.33. Every line carries the session's id, which is told once. The answer is the text of the
 * last step; a step that calls a tool may hold text as well, which is not it.
 */
export function readOpencode(): ReportReader {
  let id: string | undefined;
  const said = new AnswerPieces();
  let failed = false;
  const tellId = (object: JsonObject): AgentEvent[] => {
    if (id !== undefined) return [];
    id = textOf(object, "sessionID");
    return id === undefined ? [] : [{ kind: "session", id }];
  };
  const read = (object: JsonObject): AgentEvent[] | undefined => {
    const part = member(object, "part");
    switch (textOf(object, "type")) {
      case "step_start":
        said.startAgain();
        return [];
      case "reasoning":
        return [];
      case "text": {
        const text = textOf(part, "text");
        if (text === undefined) return [];
        said.add(text);
        return [{ kind: "text", text, partial: false }];
      }
      case "tool_use":
        return readTool(part);
      case "step_finish":
        return readUsage(part);
      case "error":
        failed = true;
        return [{ kind: "error", message: readMessage(member(object, "error")), fatal: true }];
      default:
        return undefined;
    }
  };
  return {
    answer: () => (failed ? undefined : said.join()),
    read: (object) => {
      const events = read(object);
      return events === undefined ? undefined : [...tellId(object), ...events];
    },
  };
}

function readMessage(error: unknown): string {
  return textOf(member(error, "data"), "message") ?? textOf(error, "message") ?? textOf(error, "name") ?? "";
}

/** A tool is told once, when it has ended. */
function readTool(part: unknown): AgentEvent[] {
  const state = member(part, "state");
  const id = textOf(part, "callID");
  const name = textOf(part, "tool");
  const output = textOf(state, "output") ?? textOf(state, "error");
  const ok = textOf(state, "status") === "completed";
  return [
    makeEvent({ kind: "tool", phase: "start", id, name, input: writeJson(member(state, "input")) }),
    makeEvent({ kind: "tool", phase: "end", id, name, output, ok }),
  ];
}

function readUsage(part: unknown): AgentEvent[] {
  const tokens = member(part, "tokens");
  if (tokens === undefined) return [];
  return [
    makeEvent({
      kind: "usage",
      of: "step",
      inputTokens: amountOf(tokens, "input"),
      outputTokens: amountOf(tokens, "output"),
      cachedInputTokens: amountOf(member(tokens, "cache"), "read"),
      costUsd: amountOf(part, "cost"),
    }),
  ];
}
