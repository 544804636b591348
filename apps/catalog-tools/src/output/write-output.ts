import type { Printable } from "@slipway/errors";
import { msg, stringifyJson, verbatim } from "@slipway/errors";
import type { CommandResult } from "../command-result.js";
import { breakUpCommands, breakUpCommandsInJson } from "./break-up-commands.js";

/** The only way text leaves this program: as JSON, as a document, or as lines that are safe to show. */
export function writeResult(result: CommandResult, json: boolean): void {
  // `slipway-catalog check ... | head -1` closes the pipe early; that is no fault.
  process.stdout.on("error", () => {});
  if (json) {
    process.stdout.write(`${breakUpCommandsInJson(stringifyJson(result.json))}\n`);
    return;
  }
  // The document is the caller's own, for a file or a pipe: it must arrive as it is.
  if (result.document !== undefined) process.stdout.write(result.document);
  if (result.lines.length > 0) process.stdout.write(`${result.lines.map(breakUpCommands).join("\n")}\n`);
  for (const { code, severity, message, hint } of result.problems) {
    const kind = severity === "error" ? msg`` : msg`${severity}: `;
    write(process.stderr, msg`slipway-catalog: ${verbatim(kind)}${code}: ${verbatim(message)}`);
    if (hint !== undefined) write(process.stderr, msg`  hint: ${verbatim(hint)}`);
  }
}

function write(stream: NodeJS.WriteStream, line: Printable): void {
  stream.write(`${breakUpCommands(line)}\n`);
}
