import type { Printable } from "@slipway/errors";
import { msg, stringifyJson, verbatim } from "@slipway/errors";
import type { CommandResult } from "../command-result.js";

/** The only way text leaves this program: as JSON, or as lines that are safe to show. */
export function writeResult(result: CommandResult, json: boolean): void {
  // `slipway-catalog check ... | head -1` closes the pipe early; that is no fault.
  process.stdout.on("error", () => {});
  if (json) {
    process.stdout.write(`${stringifyJson(result.json)}\n`);
    return;
  }
  for (const line of result.lines) write(process.stdout, line);
  for (const { code, severity, message, hint } of result.problems) {
    const kind = severity === "error" ? msg`` : msg`${severity}: `;
    write(process.stderr, msg`slipway-catalog: ${verbatim(kind)}${code}: ${verbatim(message)}`);
    if (hint !== undefined) write(process.stderr, msg`  hint: ${verbatim(hint)}`);
  }
}

function write(stream: NodeJS.WriteStream, line: Printable): void {
  stream.write(`${line}\n`);
}
