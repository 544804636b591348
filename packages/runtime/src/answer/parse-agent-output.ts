import { msg } from "@slipway/errors";
import type { ReportFormat } from "@slipway/manifest";
import { RuntimeError } from "../runtime-error.js";
import type { AgentEvent, Answer } from "./agent-event.js";
import { asObject } from "./json-members.js";
import { readClaude } from "./read-claude.js";
import { readCodex } from "./read-codex.js";
import { readGeminiDocument, readGeminiStream } from "./read-gemini.js";
import { readOpencode } from "./read-opencode.js";
import type { ReportReader } from "./report-reader.js";
import { LineSplitter } from "./split-lines.js";

/** Bytes of one line of structured output. Longer ones (an image as text) are left out, and the stream goes on. */
export const REPORT_LINE_MAX_BYTES = 1024 * 1024;

/** Bytes of output that is one object over many lines: as much as is kept of a run. */
export const REPORT_DOCUMENT_MAX_BYTES = 10 * 1024 * 1024;

/** Reads structured output as it comes. */
export type AgentOutputParser = {
  /** The events that these bytes completed. Never throws, whatever the bytes. */
  push: (bytes: Uint8Array) => AgentEvent[];
  /** The events that the end completed: a last line without its end, or the whole document. */
  end: () => AgentEvent[];
  readonly answer: Answer;
  /** Objects whose kind is not known to this version; they become no event. */
  readonly unknownEvents: number;
  /** Lines that are no JSON object (a banner, a warning, half a line) or too long. */
  readonly unreadableLines: number;
};

/**
 * A parser for one form of structured output. Any cutting of the same bytes gives the same events. One bad line never stops
 * the stream: it is counted.
 *
 * @throws RuntimeError `RUNTIME_MISUSE` for a form that is none
 */
export function parseAgentOutput(format: ReportFormat): AgentOutputParser {
  const reader = findReader(format);
  const counts = { unknown: 0, unreadable: 0 };
  let events: AgentEvent[] = [];
  let failed = false;
  const read = (text: string | undefined): void => {
    const object = text === undefined ? undefined : parseObject(text);
    const found = object === undefined ? undefined : reader.read(object);
    if (object === undefined) counts.unreadable += 1;
    else if (found === undefined) counts.unknown += 1;
    for (const event of found ?? []) {
      failed ||= event.kind === "error" && event.fatal;
      events.push(event);
    }
  };
  const isDocument = format === "gemini-json";
  const document: string[] = [];
  let documentBytes = 0;
  const readLine = (line: string | undefined): void => {
    if (line?.trim() === "") return;
    read(line);
  };
  const splitter = isDocument
    ? new LineSplitter(REPORT_DOCUMENT_MAX_BYTES, keepLine)
    : new LineSplitter(REPORT_LINE_MAX_BYTES, readLine);
  /** The object begins with the first line that begins with a brace; what stands before it is a banner. */
  function keepLine(line: string | undefined): void {
    if (document.length === 0 && !(line?.startsWith("{") ?? false)) {
      if (line?.trim() !== "") counts.unreadable += 1;
      return;
    }
    documentBytes += line?.length ?? Number.POSITIVE_INFINITY;
    if (documentBytes <= REPORT_DOCUMENT_MAX_BYTES) document.push(line ?? "");
    else document.length = 1;
  }
  const take = (): AgentEvent[] => {
    const taken = events;
    events = [];
    return taken;
  };
  return {
    push: (bytes) => {
      splitter.push(bytes);
      return take();
    },
    end: () => {
      splitter.end();
      if (document.length > 0) read(documentBytes > REPORT_DOCUMENT_MAX_BYTES ? undefined : joinDocument(document));
      document.length = 0;
      return take();
    },
    get answer(): Answer {
      const answer = reader.answer();
      if (answer !== undefined) return { state: "given", ...answer };
      return { state: "absent", reason: failed ? "agent-error" : "none-seen" };
    },
    get unknownEvents() {
      return counts.unknown;
    },
    get unreadableLines() {
      return counts.unreadable;
    },
  };
}

function findReader(format: ReportFormat): ReportReader {
  switch (format) {
    case "claude-stream-json":
    case "claude-json":
      return readClaude();
    case "codex-jsonl":
      return readCodex();
    case "gemini-json":
      return readGeminiDocument();
    case "gemini-stream-json":
      return readGeminiStream();
    case "opencode-json":
      return readOpencode();
    default:
      throw new RuntimeError("RUNTIME_MISUSE", msg`${String(format)} is no form of structured output`);
  }
}

/** Up to the last line that ends with a brace: a farewell may follow. */
function joinDocument(lines: readonly string[]): string {
  const last = lines.findLastIndex((line) => line.trimEnd().endsWith("}"));
  return lines.slice(0, last + 1).join("\n");
}

function parseObject(text: string): ReturnType<typeof asObject> {
  // A byte order mark counts as blank for trim, not for JSON.
  const trimmed = text.trim();
  if (!trimmed.startsWith("{")) return undefined;
  try {
    return asObject(JSON.parse(trimmed));
  } catch {
    return undefined;
  }
}
