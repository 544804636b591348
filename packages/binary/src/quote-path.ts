import type { Printable } from "@slipway/errors";
import { msg, printable, verbatim } from "@slipway/errors";

const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/**
 * A command line to offer as a fix, or nothing: a path that cannot be shown as itself would make the reader type another
 * command than the one meant. `command` is ours; `$(...)` in a path stays text between single quotes.
 */
export function offerCommand(command: Printable, path: string): Printable | undefined {
  const shown = printable(path, { maxColumns: 4096 });
  if (shown !== path) return undefined;
  if (PLAIN.test(path)) return msg`${verbatim(command)} ${verbatim(shown)}`;
  return msg`${verbatim(command)} '${verbatim(printable(path.replaceAll("'", "'\\''"), { maxColumns: 8192 }))}'`;
}
