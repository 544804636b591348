import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Conversation, Json, ModelApi } from "./conversation.js";

/** Any moment will do; a fixed one keeps answers equal between runs. */
const CREATED = 1_700_000_000;

function mint(prefix: string): string {
  return prefix + randomBytes(8).toString("hex");
}

export function writeJson(response: ServerResponse, body: Json, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** Server-sent events; an event without a name is data only. */
function writeEvents(
  response: ServerResponse,
  events: readonly (readonly [name: string, data: Json | string])[],
): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const [name, data] of events) {
    if (name !== "") response.write(`event: ${name}\n`);
    response.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}

function writeGemini(response: ServerResponse, asked: Conversation, text: string): void {
  const body = {
    candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: asked.model,
  };
  if (asked.stream) writeEvents(response, [["", body]]);
  else writeJson(response, body);
}

function writeResponses(response: ServerResponse, asked: Conversation, text: string): void {
  const part = { type: "output_text", text, annotations: [] };
  const item = { type: "message", id: mint("msg_"), role: "assistant", status: "completed", content: [part] };
  const whole = {
    id: mint("resp_"),
    object: "response",
    created_at: CREATED,
    status: "completed",
    model: asked.model,
    output: [item],
    error: null,
    incomplete_details: null,
    parallel_tool_calls: false,
    tools: [],
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    },
  };
  if (!asked.stream) {
    writeJson(response, whole);
    return;
  }
  const at = { item_id: item.id, output_index: 0, content_index: 0 };
  const events: [string, Json][] = [
    ["response.created", { response: { ...whole, status: "in_progress", output: [], usage: null } }],
    ["response.output_item.added", { output_index: 0, item: { ...item, status: "in_progress", content: [] } }],
    ["response.content_part.added", { ...at, part: { ...part, text: "" } }],
    ["response.output_text.delta", { ...at, delta: text }],
    ["response.output_text.done", { ...at, text }],
    ["response.content_part.done", { ...at, part }],
    ["response.output_item.done", { output_index: 0, item }],
    ["response.completed", { response: whole }],
  ];
  writeEvents(
    response,
    events.map(([type, data], index) => [type, { type, sequence_number: index, ...data }]),
  );
}

function writeAnthropic(response: ServerResponse, asked: Conversation, text: string): void {
  const usage = { input_tokens: 10, output_tokens: 5 };
  const head = { id: mint("msg_"), type: "message", role: "assistant", model: asked.model, stop_sequence: null, usage };
  if (!asked.stream) {
    writeJson(response, { ...head, content: [{ type: "text", text }], stop_reason: "end_turn" });
    return;
  }
  const events: [string, Json][] = [
    ["message_start", { message: { ...head, content: [], stop_reason: null } }],
    ["content_block_start", { index: 0, content_block: { type: "text", text: "" } }],
    ["content_block_delta", { index: 0, delta: { type: "text_delta", text } }],
    ["content_block_stop", { index: 0 }],
    ["message_delta", { delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 5 } }],
    ["message_stop", {}],
  ];
  writeEvents(
    response,
    events.map(([type, data]) => [type, { type, ...data }]),
  );
}

function writeChat(response: ServerResponse, asked: Conversation, text: string): void {
  const head = { id: mint("chatcmpl-"), created: CREATED, model: asked.model };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  if (!asked.stream) {
    const message = { role: "assistant", content: text };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    writeJson(response, { ...head, object: "chat.completion", choices, usage });
    return;
  }
  const chunk = (delta: Json, end: string | null): Json => ({
    ...head,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: end }],
  });
  writeEvents(response, [
    ["", chunk({ role: "assistant", content: "" }, null)],
    ["", chunk({ content: text }, null)],
    ["", { ...chunk({}, "stop"), usage }],
    ["", "[DONE]"],
  ]);
}

const WRITERS: Record<ModelApi, (response: ServerResponse, asked: Conversation, text: string) => void> = {
  anthropic: writeAnthropic,
  chat: writeChat,
  gemini: writeGemini,
  responses: writeResponses,
};

/** Writes `text` as the model's whole answer, streamed when the request asked for it. */
export function writeAnswer(response: ServerResponse, asked: Conversation, text: string): void {
  WRITERS[asked.api](response, asked, text);
}

/** The model list in the shape of every protocol at once; a client reads the members it knows. */
export function modelList(): Json {
  const ids = ["fake-model", "gemini-2.5-flash", "gemini-2.5-pro"];
  return {
    object: "list",
    has_more: false,
    data: ids.map((id) => ({
      id,
      object: "model",
      type: "model",
      display_name: id,
      created: CREATED,
      owned_by: "fake",
    })),
    models: ids.map((id) => ({ name: `models/${id}`, displayName: id, inputTokenLimit: 100_000 })),
  };
}
