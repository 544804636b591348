import type { ArgTemplate } from "../../agent.js";
import type { ReportFormat } from "../../report-format.js";
import type { IdEventKind } from "./id-events.js";

/** What asks for a form of output, and the id events that can be read in it. */
export type MadeReport = { args: readonly ArgTemplate[]; tells: readonly IdEventKind[] };

/** The arguments of a form. */
export function makeReport(format: ReportFormat): MadeReport {
  switch (format) {
    case "claude-stream-json":
      // Without --verbose the program refuses the form when it only prints.
      return { args: ["--output-format", "stream-json", "--verbose"], tells: ["json-output-format-session"] };
    case "claude-json":
      return { args: ["--output-format", "json"], tells: ["json-output-format-session"] };
    case "codex-jsonl":
      return { args: ["--json"], tells: ["json-thread-started"] };
    case "gemini-json":
      return { args: ["--output-format", "json"], tells: [] };
    case "gemini-stream-json":
      return { args: ["--output-format", "stream-json"], tells: [] };
    case "opencode-json":
      return { args: ["--format", "json"], tells: ["json-format-session"] };
  }
}
