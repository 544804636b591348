import type { AgentEvent } from "./agent-event.js";
import { AnswerPieces } from "./gather-answer.js";
import type { JsonObject } from "./json-members.js";
import { amountOf, asObject, member, textOf, writeJson } from "./json-members.js";
import { makeEvent } from "./make-event.js";
import type { ReportReader } from "./report-reader.js";

/**
 * `gemini --output-format stream-json`. Seen with 0.61.0. The answer is what the assistant said since the last tool ended; it counts
 * when the result says success.
 */
export function readGeminiStream(): ReportReader {
  const said = new AnswerPieces();
  let succeeded = false;
  return {
    answer: () => (succeeded ? said.join() : undefined),
    read: (object) => {
      switch (textOf(object, "type")) {
        case "init":
          return readSession(object);
        case "message": {
          const text = textOf(object, "content");
          if (textOf(object, "role") !== "assistant" || text === undefined) return [];
          const partial = member(object, "delta") === true;
          if (!partial) said.startAgain();
          said.add(text);
          return [{ kind: "text", text, partial }];
        }
        case "tool_use": {
          said.startAgain();
          const input = writeJson(member(object, "parameters"));
          const id = textOf(object, "tool_id");
          return [makeEvent({ kind: "tool", phase: "start", id, name: textOf(object, "tool_name"), input })];
        }
        case "tool_result":
          return [readToolEnd(object)];
        case "error":
          return [{ kind: "error", message: textOf(object, "message") ?? "", fatal: false }];
        case "result": {
          succeeded = textOf(object, "status") === "success";
          const usage = readTokens(member(object, "stats"), ["input_tokens", "output_tokens", "cached"]);
          return [...usage, ...(succeeded ? [] : readFailure(object))];
        }
        default:
          return undefined;
      }
    },
  };
}

/** `gemini --output-format json`: one object at the end. Seen with 0.61.0. */
export function readGeminiDocument(): ReportReader {
  let answer: string | undefined;
  return {
    answer: () => (answer === undefined ? undefined : { text: answer, truncated: false }),
    read: (object) => {
      const failed = asObject(member(object, "error")) !== undefined;
      const text = textOf(object, "response");
      if (!failed && text === undefined && textOf(object, "session_id") === undefined) return undefined;
      answer = failed ? undefined : text;
      return [
        ...readSession(object),
        ...(text === undefined ? [] : [{ kind: "text", text, partial: false } as const]),
        ...addUpModels(member(object, "stats")),
        ...(failed ? readFailure(object) : []),
      ];
    },
  };
}

function readSession(object: JsonObject): AgentEvent[] {
  const id = textOf(object, "session_id");
  return id === undefined ? [] : [makeEvent({ kind: "session", id, model: textOf(object, "model") })];
}

function readToolEnd(object: JsonObject): AgentEvent {
  const output = textOf(object, "output") ?? textOf(member(object, "error"), "message");
  const ok = textOf(object, "status") === "success";
  return makeEvent({ kind: "tool", phase: "end", id: textOf(object, "tool_id"), output, ok });
}

function readFailure(object: JsonObject): AgentEvent[] {
  const error = member(object, "error");
  return [{ kind: "error", message: textOf(error, "message") ?? textOf(object, "status") ?? "", fatal: true }];
}

function readTokens(stats: unknown, [input, output, cached]: readonly [string, string, string]): AgentEvent[] {
  if (asObject(stats) === undefined) return [];
  return [
    makeEvent({
      kind: "usage",
      of: "run",
      inputTokens: amountOf(stats, input),
      outputTokens: amountOf(stats, output),
      cachedInputTokens: amountOf(stats, cached),
    }),
  ];
}

/** The document counts by model; one launch may use several. */
function addUpModels(stats: unknown): AgentEvent[] {
  const models = Object.values(asObject(member(stats, "models")) ?? {}).map((model) => member(model, "tokens"));
  if (models.length === 0) return [];
  const sum = (name: string): number =>
    models.reduce((total: number, tokens) => total + (amountOf(tokens, name) ?? 0), 0);
  return readTokens({ prompt: sum("prompt"), candidates: sum("candidates"), cached: sum("cached") }, [
    "prompt",
    "candidates",
    "cached",
  ]);
}
