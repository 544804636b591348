import type { IdEvent } from "@slipway/manifest";
import type { IdWatcher, Sighting } from "./learn-session-id.js";

/** Bytes of one line. Events that carry an id are short; a longer line is skipped, and the stream goes on. */
export const JSON_LINE_MAX_BYTES = 1024 * 1024;

const LINE_FEED = 0x0a;

/** Watches lines of JSON for a string member of the objects that the event means. Lines are put together across chunks. */
export function watchJsonLines(
  event: Extract<IdEvent, { from: "jsonl" }>,
  isId: (text: string) => boolean,
  see: (sighting: Sighting) => void,
): IdWatcher {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  let tooLong = false;

  const add = (piece: Uint8Array): void => {
    bytes += piece.length;
    tooLong ||= bytes > JSON_LINE_MAX_BYTES;
    // A copy: the caller may use the chunk's memory again.
    if (tooLong) pieces = [];
    else if (piece.length > 0) pieces.push(Uint8Array.from(piece));
  };
  const judge = (): void => {
    const line = tooLong ? "" : Buffer.concat(pieces).toString("utf8");
    pieces = [];
    bytes = 0;
    tooLong = false;
    const id = readId(line, event);
    if (id !== undefined && isId(id))
      see({ id, source: "event", confidence: "certain", evidence: `${event.stream} event` });
  };
  return {
    stream: event.stream,
    push: (chunk) => {
      let from = 0;
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
        add(chunk.subarray(from, at));
        judge();
        from = at + 1;
      }
      add(chunk.subarray(from));
    },
    end: judge,
  };
}

function readId(line: string, event: Extract<IdEvent, { from: "jsonl" }>): string | undefined {
  if (!line.trimStart().startsWith("{")) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const members = new Map(Object.entries(value));
  for (const [name, wanted] of Object.entries(event.where)) if (members.get(name) !== wanted) return undefined;
  const id = members.get(event.key);
  return typeof id === "string" ? id : undefined;
}
