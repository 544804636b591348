import type { Issue, Printable } from "@slipway/errors";
import { formatPath, joinPrintable, msg, printable, verbatim } from "@slipway/errors";
import type { Paint } from "./choose-paint.js";
import { showSourceLine } from "./show-source-line.js";

/** How a file is called in the output. A name that begins with a sign gets `./`: it could be a command to a CI runner. */
export function nameFile(file: string): Printable {
  if (file === "-") return msg`(stdin)`;
  const shown = printable(file, { maxColumns: 400 });
  return /^[\w./~]/u.test(file) ? shown : msg`./${verbatim(shown)}`;
}

/**
 * One problem as `FILE:LINE:COLUMN: severity CODE at path: message`, the source line with carets, and the hint.
 * `readLine` gives a line of the source, where there is one to show.
 */
export function showIssue(
  file: string,
  found: Issue,
  readLine: ((line: number) => string) | undefined,
  paint: Paint,
): Printable[] {
  const { line, column = 1, path, hint } = found;
  const place = line === undefined ? msg`` : msg`:${line}:${column}`;
  const where = path.length === 0 ? msg`` : msg` at ${verbatim(formatPath(path))}`;
  const severity = paint(found.severity, msg`${found.severity}`);
  const head = joinPrintable(
    [nameFile(file), place, msg`: `, severity, msg` ${found.code}`, where, msg`: `, found.message],
    "",
  );
  const source =
    line === undefined || readLine === undefined ? [] : showSourceLine(line, column, readLine(line), paint);
  return [head, ...source, ...(hint === undefined ? [] : [msg`  hint: ${verbatim(hint)}`])];
}
