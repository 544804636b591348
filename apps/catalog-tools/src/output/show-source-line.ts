import type { Printable } from "@slipway/errors";
import { msg, printable, verbatim } from "@slipway/errors";
import { breakUpCommands } from "./break-up-commands.js";
import type { Paint } from "./choose-paint.js";

/** Columns of one source line that are shown: with the line number it fits a terminal of 100. */
export const SOURCE_LINE_COLUMNS = 88;
/** Columns kept before the place when the line is longer. */
const COLUMNS_BEFORE = 40;

const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{1F300}-\u{1F9FF}\u{20000}-\u{3FFFD}]/u;
/** The value or name that begins at the place, so that the carets underline all of it. */
const TOKEN = /^(?:"(?:[^"\\]|\\.)*"|[A-Za-z0-9+.-]+)/u;

/** The lines of a source text by number. The starts are found once: a document has as many problems as it likes. */
export function createLineReader(source: string): (line: number) => string {
  let starts: number[] | undefined;
  return (line) => {
    if (starts === undefined) {
      starts = [0];
      for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
    }
    const start = starts[line - 1];
    if (start === undefined) return "";
    const end = (starts[line] ?? source.length + 1) - 1;
    return source.slice(start, source[end - 1] === "\r" ? end - 1 : end);
  };
}

/**
 * A source line and a line of carets under the place, behind a margin of our own, so that neither begins with the text of
 * the document. `column` is 1-based in UTF-16 units.
 */
export function showSourceLine(line: number, column: number, text: string, paint: Paint): Printable[] {
  const place = Math.max(0, Math.min(column - 1, text.length));
  const indent = Math.min(place, /^[ \t]*/u.exec(text)?.[0].length ?? 0);
  const needed = place - indent + Math.min(text.length - place, SOURCE_LINE_COLUMNS - COLUMNS_BEFORE);
  const start = needed > SOURCE_LINE_COLUMNS ? Math.max(indent, place - COLUMNS_BEFORE) : indent;
  const before = printable(text.slice(start, place), { maxColumns: SOURCE_LINE_COLUMNS * 8 });
  // A document can be one line of 4 MiB with a thousand problems: only what is shown is looked at.
  const room = Math.max(COLUMNS_BEFORE, SOURCE_LINE_COLUMNS - before.length);
  const rest = text.slice(place, place + room);
  const after = printable(rest, { maxColumns: room * 8 });
  const more = msg`${place + room < text.length ? " ..." : ""}`;
  const token = printable(TOKEN.exec(rest)?.[0] ?? "");
  const cut = msg`${start > indent ? "... " : ""}`;
  const blanks = printable(" ".repeat(cut.length + measureWidth(before)), { maxColumns: Number.MAX_SAFE_INTEGER });
  const carets = printable("^".repeat(Math.max(1, Math.min(measureWidth(token), measureWidth(after)))));
  const number = String(line);
  return [
    msg`  ${number} | ${verbatim(cut)}${verbatim(before)}${verbatim(after)}${more}`,
    msg`  ${" ".repeat(number.length)} | ${verbatim(blanks)}${verbatim(paint("caret", carets))}`,
  ];
}

/** The width as it is written in the end, with commands to a CI runner broken up. */
function measureWidth(shown: string): number {
  let columns = 0;
  for (const character of breakUpCommands(shown))
    columns += /\p{M}/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return columns;
}
