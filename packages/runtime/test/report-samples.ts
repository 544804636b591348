import type { ReportFormat } from "@slipway/manifest";
import type { AgentEvent } from "../src/index.js";

/** Output of one form, and what is to be read in it; without an answer the agent failed. */
export type ReportSample = { format: ReportFormat; output: string; events: AgentEvent[]; answer?: string };

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const ID = "ba73ae81-ea29-4668-b807-6dd0b06e88e4";
const SES = "ses_dce638e8bffeZ4ohtqNp5GMCW6";

/** Tokens of a whole run. */
const usage = (inputTokens: number, outputTokens: number, more: object = {}): AgentEvent => ({
  kind: "usage",
  of: "run",
  inputTokens,
  outputTokens,
  cachedInputTokens: 0,
  ...more,
});

const CLAUDE_RESULT = {
  type: "result",
  subtype: "success",
  is_error: false,
  result: "It said hi.",
  session_id: ID,
  total_cost_usd: 0.00028,
  usage: { input_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 10 },
};

/**
 * What the agents wrote when they were asked to run `echo hi`, in a network with loopback only, against a model that was a
 * script; members that no reader looks at are left out. claude 2.1.332, codex 0.171.0, gemini 0.61.0, opencode 1.18.33.
 */
export const SAMPLES: ReportSample[] = [
  {
    format: "claude-stream-json",
    output: [
      line({ type: "system", subtype: "init", session_id: ID, model: "claude-opus-5-5", tools: ["Bash"] }),
      line({
        type: "assistant",
        message: {
          role: "assistant",
          content: [{ type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "echo hi" } }],
        },
        parent_tool_use_id: null,
        session_id: ID,
      }),
      line({
        type: "user",
        message: { role: "user", content: [{ tool_use_id: "toolu_1", type: "tool_result", content: "hi" }] },
        session_id: ID,
      }),
      line({
        type: "assistant",
        message: { role: "assistant", content: [{ type: "text", text: "It said hi." }] },
        parent_tool_use_id: null,
        session_id: ID,
      }),
      line(CLAUDE_RESULT),
    ].join(""),
    events: [
      { kind: "session", id: ID, model: "claude-opus-5-5" },
      { kind: "tool", phase: "start", id: "toolu_1", name: "Bash", input: '{"command":"echo hi"}' },
      { kind: "tool", phase: "end", id: "toolu_1", output: "hi", ok: true },
      { kind: "text", text: "It said hi.", partial: false },
      usage(20, 10, { costUsd: 0.00028 }),
    ],
    answer: "It said hi.",
  },
  {
    format: "claude-json",
    output: line(CLAUDE_RESULT),
    events: [usage(20, 10, { costUsd: 0.00028 })],
    answer: "It said hi.",
  },
  {
    format: "codex-jsonl",
    output: [
      line({ type: "thread.started", thread_id: ID }),
      line({ type: "item.completed", item: { id: "item_0", type: "error", message: "Model metadata not found." } }),
      line({ type: "turn.started" }),
      line({
        type: "item.started",
        item: { id: "item_1", type: "command_execution", command: "echo hi", exit_code: null, status: "in_progress" },
      }),
      line({
        type: "item.completed",
        item: {
          id: "item_1",
          type: "command_execution",
          command: "echo hi",
          aggregated_output: "hi\n",
          exit_code: 0,
          status: "completed",
        },
      }),
      line({ type: "item.completed", item: { id: "item_2", type: "agent_message", text: "It said hi." } }),
      line({ type: "turn.completed", usage: { input_tokens: 20, cached_input_tokens: 0, output_tokens: 10 } }),
    ].join(""),
    events: [
      { kind: "session", id: ID },
      { kind: "error", message: "Model metadata not found.", fatal: false },
      { kind: "tool", phase: "start", id: "item_1", name: "command_execution", input: '{"command":"echo hi"}' },
      { kind: "tool", phase: "end", id: "item_1", name: "command_execution", output: "hi\n", ok: true },
      { kind: "text", text: "It said hi.", partial: false },
      usage(20, 10),
    ],
    answer: "It said hi.",
  },
  {
    format: "gemini-json",
    output: JSON.stringify(
      {
        session_id: ID,
        response: "It said hi.",
        stats: {
          models: {
            one: { tokens: { input: 20, prompt: 20, candidates: 10, total: 30, cached: 0 } },
            two: { tokens: { input: 1, prompt: 1, candidates: 2, total: 3, cached: 0 } },
          },
        },
      },
      undefined,
      2,
    ),
    events: [{ kind: "session", id: ID }, { kind: "text", text: "It said hi.", partial: false }, usage(21, 12)],
    answer: "It said hi.",
  },
  {
    format: "gemini-stream-json",
    output: [
      line({ type: "init", timestamp: "2026-12-01T12:32:39.282Z", session_id: ID, model: "gemini-2.5-flash" }),
      line({ type: "message", role: "user", content: "run echo hi" }),
      line({ type: "message", role: "assistant", content: "I will.", delta: true }),
      line({ type: "tool_use", tool_name: "run_shell_command", tool_id: "t_1", parameters: { command: "echo hi" } }),
      line({ type: "tool_result", tool_id: "t_1", status: "success", output: "hi" }),
      line({ type: "message", role: "assistant", content: "It said ", delta: true }),
      line({ type: "message", role: "assistant", content: "hi.", delta: true }),
      line({ type: "result", status: "success", stats: { input_tokens: 20, output_tokens: 10, cached: 0 } }),
    ].join(""),
    events: [
      { kind: "session", id: ID, model: "gemini-2.5-flash" },
      { kind: "text", text: "I will.", partial: true },
      { kind: "tool", phase: "start", id: "t_1", name: "run_shell_command", input: '{"command":"echo hi"}' },
      { kind: "tool", phase: "end", id: "t_1", output: "hi", ok: true },
      { kind: "text", text: "It said ", partial: true },
      { kind: "text", text: "hi.", partial: true },
      usage(20, 10),
    ],
    answer: "It said hi.",
  },
  {
    format: "opencode-json",
    output: [
      line({ type: "step_start", sessionID: SES, part: { type: "step-start" } }),
      line({ type: "text", sessionID: SES, part: { type: "text", text: "I will." } }),
      line({
        type: "tool_use",
        sessionID: SES,
        part: {
          type: "tool",
          tool: "bash",
          callID: "call_1",
          state: { status: "completed", input: { command: "echo hi" }, output: "hi\n" },
        },
      }),
      line({
        type: "step_finish",
        sessionID: SES,
        part: { reason: "tool-calls", tokens: { input: 10, output: 5, cache: { write: 0, read: 3 } }, cost: 0.5 },
      }),
      line({ type: "step_start", sessionID: SES, part: { type: "step-start" } }),
      line({ type: "text", sessionID: SES, part: { type: "text", text: "It said hi." } }),
    ].join(""),
    events: [
      { kind: "session", id: SES },
      { kind: "text", text: "I will.", partial: false },
      { kind: "tool", phase: "start", id: "call_1", name: "bash", input: '{"command":"echo hi"}' },
      { kind: "tool", phase: "end", id: "call_1", name: "bash", output: "hi\n", ok: true },
      { kind: "usage", of: "step", inputTokens: 10, outputTokens: 5, cachedInputTokens: 3, costUsd: 0.5 },
      { kind: "text", text: "It said hi.", partial: false },
    ],
    answer: "It said hi.",
  },
];

/** What the same versions wrote when they failed, and what nobody but their vendors' documents says they write. */
export const FAILURES: ReportSample[] = [
  {
    format: "claude-stream-json",
    output: line({
      type: "result",
      subtype: "error_during_execution",
      is_error: true,
      session_id: ID,
      errors: ["No conversation found with session ID: x"],
    }),
    events: [{ kind: "error", message: "No conversation found with session ID: x", fatal: true }],
  },
  {
    // Documented: a failure of the model's server is called a success that is an error.
    format: "claude-json",
    output: line({ type: "result", subtype: "success", is_error: true, result: "API Error: 529" }),
    events: [{ kind: "error", message: "API Error: 529", fatal: true }],
  },
  {
    // Documented.
    format: "codex-jsonl",
    output: [
      line({ type: "item.completed", item: { id: "item_0", type: "agent_message", text: "I begin." } }),
      line({ type: "error", message: "Reconnecting... 1/5" }),
      line({ type: "turn.failed", error: { message: "stream disconnected" } }),
    ].join(""),
    events: [
      { kind: "text", text: "I begin.", partial: false },
      { kind: "error", message: "Reconnecting... 1/5", fatal: false },
      { kind: "error", message: "stream disconnected", fatal: true },
    ],
  },
  {
    // Documented.
    format: "gemini-json",
    output: JSON.stringify({ session_id: ID, error: { type: "Error", message: "no key", code: 41 } }, undefined, 2),
    events: [
      { kind: "session", id: ID },
      { kind: "error", message: "no key", fatal: true },
    ],
  },
  {
    // Documented.
    format: "gemini-stream-json",
    output: [
      line({ type: "message", role: "assistant", content: "I begin", delta: true }),
      line({ type: "result", status: "error", error: { type: "FatalError", message: "too many turns" } }),
    ].join(""),
    events: [
      { kind: "text", text: "I begin", partial: true },
      { kind: "error", message: "too many turns", fatal: true },
    ],
  },
  {
    format: "opencode-json",
    output: line({
      type: "error",
      sessionID: SES,
      error: { name: "UnknownError", data: { message: "Unexpected server error." } },
    }),
    events: [
      { kind: "session", id: SES },
      { kind: "error", message: "Unexpected server error.", fatal: true },
    ],
  },
];
