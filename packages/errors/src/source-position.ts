import type { Printable } from "./printable.js";
import { joinPrintable, msg, printable, verbatim } from "./printable.js";

/** A place in a source text: 1-based line, 1-based column in UTF-16 units. */
export type SourcePosition = { line: number; column: number };

/** Line and column of an offset. Lines end at LF; a CR before it belongs to the line. */
export function locateOffset(source: string, offset: number): SourcePosition {
  const end = Math.max(0, Math.min(offset, source.length));
  let line = 1;
  let start = 0;
  for (let at = source.indexOf("\n"); at !== -1 && at < end; at = source.indexOf("\n", at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: end - start + 1 };
}

/** Columns of source shown by {@link showSpan}; the span only, so that no neighbouring secret is ever repeated. */
export const SPAN_MAX_COLUMNS = 80;

/**
 * The span of a source text with a line of carets under it. Shows nothing around the span: the text beside a mistake may
 * be a key. A span that crosses lines is cut at its first line end.
 */
export function showSpan(source: string, offset: number, length: number): Printable {
  const { line } = locateOffset(source, offset);
  const span = source.slice(offset, offset + Math.max(1, length)).split(/\r?\n/u, 1)[0] as string;
  const shown = printable(span, { maxColumns: SPAN_MAX_COLUMNS });
  const carets = printable("^".repeat(Math.max(1, Math.min(shown.length, SPAN_MAX_COLUMNS))));
  return joinPrintable(
    [msg`  ${line} | ${verbatim(shown)}`, msg`  ${" ".repeat(String(line).length)} | ${verbatim(carets)}`],
    "\n",
  );
}
