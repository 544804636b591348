import { msg } from "@slipway/errors";
import { assertUse } from "./placeholder-error.js";
import type { PlaceholderName } from "./placeholder-names.js";
import { isPlaceholderName } from "./placeholder-names.js";

/** One `{NAME}` in a template. */
export type PlaceholderUse = {
  /** The text between the braces. */
  text: string;
  /** Present when {@link PlaceholderUse.text} is a name of the table. */
  name?: PlaceholderName;
  /** Offset of `{`, in UTF-16 units. */
  start: number;
  /** Offset after `}`. */
  end: number;
};

/**
 * Finds every `{NAME}` of one template, known or not, from left to right. A use is `{`, a letter or `_`, any letters, digits
 * or `_`, `}`, all ASCII; there is no escape and no default. Any other brace is text: `{}`, `{"a":1}`, `{a-b}`. `{{UUID}}`
 * holds one use, between two braces of text. One pass, linear in the length.
 *
 * @throws PlaceholderError `PLACEHOLDER_MISUSE` when the template is not a string
 */
export function scan(template: string): PlaceholderUse[] {
  assertUse(typeof template === "string", msg`scan takes one template as a string, not ${typeof template}`);
  const uses: PlaceholderUse[] = [];
  let start = template.indexOf("{");
  while (start !== -1) {
    const end = endName(template, start + 1);
    if (end > start + 1 && template[end] === "}") {
      const text = template.slice(start + 1, end);
      uses.push({ text, ...(isPlaceholderName(text) ? { name: text } : {}), start, end: end + 1 });
    }
    // No name holds "{", so nothing between start and end can begin another use.
    start = template.indexOf("{", end);
  }
  return uses;
}

/** The offset after the identifier that begins at `from`; `from` itself when none does. */
function endName(template: string, from: number): number {
  let at = from;
  while (at < template.length && isNameCode(template.charCodeAt(at), at > from)) at += 1;
  return at;
}

function isNameCode(code: number, digitsToo: boolean): boolean {
  const letter = code | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || code === 0x5f || (digitsToo && code >= 0x30 && code <= 0x39);
}
