import type { PlaceholderUse } from "./scan-template.js";

/**
 * Bytes of UTF-8 in one argument. Linux takes at most MAX_ARG_STRLEN, 32 pages of 4 KiB = 131,072 bytes, for one string of
 * argv, its closing NUL counted; a longer one fails the whole launch (E2BIG).
 */
export const ARGUMENT_MAX_BYTES = 131_071;

/** Bytes of a text in UTF-8; at once `Infinity` for a text that is too long whatever its characters. */
export function measureUtf8(text: string): number {
  // UTF-8 never has fewer bytes than UTF-16 has units.
  if (text.length > ARGUMENT_MAX_BYTES) return Number.POSITIVE_INFINITY;
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Each half of a pair adds one: four bytes for two units.
    if (code >= 0x80) bytes += code >= 0x800 && !(code >= 0xd800 && code <= 0xdfff) ? 2 : 1;
  }
  return bytes;
}

/** Bytes of the argument that a template becomes, without building it. A name without a value counts as it is written. */
export function measureArgument(
  template: string,
  uses: readonly PlaceholderUse[],
  known: ReadonlyMap<string, string>,
): number {
  const sizes = new Map<string, number>();
  let bytes = 0;
  let from = 0;
  for (const { text, start, end } of uses) {
    const value = known.get(text);
    const size = sizes.get(text) ?? measureUtf8(value ?? template.slice(start, end));
    sizes.set(text, size);
    bytes += measureUtf8(template.slice(from, start)) + size;
    from = end;
  }
  return bytes + measureUtf8(template.slice(from));
}
