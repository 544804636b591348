/**
 * The reviewed forms of structured output that an agent can be asked for, by name. Who reads one needs no more than the
 * name: every agent that writes the form is read by the same reader.
 */
export const REPORT_FORMATS = Object.freeze([
  /** One object a line while the agent works: `system`, `assistant`, `user`, `result`. */
  "claude-stream-json",
  /** One object, the `result` alone, on one line at the end. */
  "claude-json",
  /** One object a line: `thread.started`, `item.*`, `turn.*`, `error`. */
  "codex-jsonl",
  /** One object over many lines at the end: `session_id`, `response`, `stats`, `error`. */
  "gemini-json",
  /** One object a line: `init`, `message`, `tool_use`, `tool_result`, `error`, `result`. */
  "gemini-stream-json",
  /** One object a line: `step_start`, `text`, `tool_use`, `step_finish`, `error`. */
  "opencode-json",
] as const);

/** One of {@link REPORT_FORMATS}. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];
