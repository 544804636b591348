const UNSAFE_SOURCE =
  "[\\u007F-\\u009F\\u2028\\u2029\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Co}\\p{Cn}]";

// As a literal, the engine builds the sets of Unicode properties when this file is loaded, needed or not.
let unsafe: RegExp | undefined;

/**
 * `JSON.stringify` whose output is safe to show on a terminal: `JSON.stringify` alone leaves U+009B (an escape sequence
 * introducer), U+202E (bidi) and U+200B (invisible) as they are. The result parses to the same value. A value that JSON
 * cannot hold (undefined, a function) gives `null`; a cycle and a BigInt throw, as they do in `JSON.stringify`.
 */
export function stringifyJson(value: unknown, options: { indent?: number } = {}): string {
  const text = JSON.stringify(value, undefined, options.indent) ?? "null";
  unsafe ??= new RegExp(UNSAFE_SOURCE, "gu");
  return text.replace(unsafe, (character) => {
    let escaped = "";
    for (let index = 0; index < character.length; index += 1)
      escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
    return escaped;
  });
}
