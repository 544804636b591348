import type { Printable } from "@slipway/errors";
import { msg, verbatim } from "@slipway/errors";

/** What is coloured: the word of a severity, the carets, a risk. */
export type Tone = "error" | "warning" | "info" | "caret";

/** Colours a piece of a line, or leaves it as it is. */
export type Paint = (tone: Tone, text: Printable) => Printable;

const leavePlain: Paint = (_tone, text) => text;

const colour: Paint = (tone, text) => {
  const shown = verbatim(text);
  if (tone === "error") return msg`\u001B[31m${shown}\u001B[39m`;
  if (tone === "warning") return msg`\u001B[33m${shown}\u001B[39m`;
  return tone === "info" ? msg`\u001B[36m${shown}\u001B[39m` : msg`\u001B[35m${shown}\u001B[39m`;
};

/**
 * Colour only where a terminal shows it. `FORCE_COLOR` (anything but empty, `0` and `false`) turns it on everywhere,
 * and wins over `NO_COLOR` (anything but empty), as it does in Node itself; `FORCE_COLOR=0` turns it off.
 */
export function choosePaint(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): Paint {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced === "0" || forced === "false" ? leavePlain : colour;
  if ((env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb") return leavePlain;
  return isTerminal ? colour : leavePlain;
}
