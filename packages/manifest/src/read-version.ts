import { VERSION_OUTPUT_MAX_LENGTH } from "./limits.js";

/** SGR: some programs print their version in colours. */
const COLOUR = /\u001B\[[0-9;]*m/g;

/**
 * A version as programs print it: `2.1.0 (Claude Code)`, `codex-cli 0.1.2`, `v1.0`, `... CLI 1.0.102.` Not part of a longer
 * word, nor of a row of four numbers (an address).
 */
const VERSION =
  /(?<![A-Za-z0-9.])[vV]?(\d{1,6})\.(\d{1,6})(?:\.(\d{1,9}))?(-[0-9A-Za-z-]{1,32}(?:\.[0-9A-Za-z-]{1,32}){0,8})?(?![0-9A-Za-z-]|\.\d)/g;

/**
 * The version in the output of a program's version flag: the first text that looks like one, as a semantic version (`v1.0`
 * gives `1.0.0`). Nothing when there is none; what follows `+` is dropped, it orders nothing.
 */
export function readVersion(output: string): string | undefined {
  const text = output.slice(0, VERSION_OUTPUT_MAX_LENGTH).replace(COLOUR, "");
  for (const [, major, minor, patch, pre] of text.matchAll(VERSION)) {
    const numbers = [major, minor, patch ?? "0"].map(Number).join(".");
    const tail = pre === undefined ? "" : dropLeadingZeros(pre);
    return `${numbers}${tail}`;
  }
  return undefined;
}

/** `-beta.01` is no semantic version, `-beta.1` is. */
function dropLeadingZeros(pre: string): string {
  return pre.replace(/(?<=[-.])0+(?=\d+(?:\.|$))/g, "");
}
