import type { ArgTemplate, IdEvent } from "../../agent.js";
import type { StoreLayout } from "../../agent-beside.js";

/** The places where an agent tells its id, by name. */
export const ID_EVENT_KINDS = Object.freeze([
  /** `session id: ID` on the error output while it runs. */
  "stderr-label",
  /** `session id: ID` in the terminal while it runs. */
  "pty-label",
  /** `PROGRAM resume ID` in the terminal when it ends. */
  "exit-resume-subcommand",
  /** `PROGRAM --resume ID` in the terminal when it ends. */
  "exit-flag-resume",
  /** `PROGRAM -s ID` in the terminal when it ends. */
  "exit-flag-s",
  /** `PROGRAM --session ID` in the terminal when it ends. */
  "exit-flag-session",
  /** `PROGRAM --id ID` in the terminal when it ends. */
  "exit-flag-id",
  /** `PROGRAM --resume=ID` on the error output when it ends. */
  "stderr-exit-resume-eq",
  /** `PROGRAM -r ID` on the error output when it ends. */
  "stderr-exit-flag-r",
  /** `thread_id` of the event `thread.started`, with `--json`. */
  "json-thread-started",
  /** `sessionID` of every event, with `--format json`. */
  "json-format-session",
  /** `session_id` of the result, with `--output-format json`. */
  "json-output-format-session",
  /** In the agent's own store, by the layout's reader. */
  "store-claude-projects",
  "store-codex-rollouts",
  "store-gemini-tmp",
  "store-kimi-code",
  "store-opencode-sqlite",
] as const);

/** One of {@link ID_EVENT_KINDS}. */
export type IdEventKind = (typeof ID_EVENT_KINDS)[number];

/** What the search of an event is built of: the program people type, and the shape of the agent's ids. */
export type IdEventContext = { program: string; idPattern: string };

/** An event, and the arguments without which the agent does not tell it. */
export type MadeIdEvent = { event: IdEvent; report: readonly ArgTemplate[] };

/** The event of a kind. */
export function makeIdEvent(kind: IdEventKind, context: IdEventContext): MadeIdEvent {
  const id = `(${context.idPattern.replace(/^\^|\$$/g, "")})`;
  // A program name beside the option tells its own farewell line from one that a tool printed about another program.
  const program = /^[A-Za-z0-9_-]+$/.test(context.program) ? `${context.program} ` : "";
  switch (kind) {
    case "stderr-label":
      return text("stderr", "running", `session id: ${id}`);
    case "pty-label":
      return text("pty", "running", `session id: ${id}`);
    case "exit-resume-subcommand":
      return text("pty", "exit", `${program}resume ${id}`);
    case "exit-flag-resume":
      return text("pty", "exit", `${program}--resume ${id}`);
    case "exit-flag-s":
      return text("pty", "exit", `${program}-s ${id}`);
    case "exit-flag-session":
      return text("pty", "exit", `${program}--session ${id}`);
    case "exit-flag-id":
      return text("pty", "exit", `${program}--id ${id}`);
    case "stderr-exit-resume-eq":
      return text("stderr", "exit", `${program}--resume=${id}`);
    case "stderr-exit-flag-r":
      return text("stderr", "exit", `${program}-r ${id}`);
    case "json-thread-started":
      return json({ type: "thread.started" }, "thread_id", ["--json"]);
    case "json-format-session":
      return json({}, "sessionID", ["--format", "json"]);
    case "json-output-format-session":
      return json({ type: "result" }, "session_id", ["--output-format", "json"]);
    case "store-claude-projects":
      return store("claude-projects");
    case "store-codex-rollouts":
      return store("codex-rollouts");
    case "store-gemini-tmp":
      return store("gemini-tmp");
    case "store-kimi-code":
      return store("kimi-code");
    case "store-opencode-sqlite":
      return store("opencode-sqlite");
  }
}

function text(stream: "stderr" | "pty", when: "running" | "exit", search: string): MadeIdEvent {
  return { event: { from: "text", stream, when, search }, report: [] };
}

function store(layout: StoreLayout): MadeIdEvent {
  return { event: { from: "store", layout }, report: [] };
}

function json(where: Record<string, string>, key: string, report: readonly ArgTemplate[]): MadeIdEvent {
  return { event: { from: "jsonl", stream: "stdout", where, key, needsReport: true }, report };
}
