import type { SessionOutput } from "../session.js";

/**
 * The text of an output: UTF-8 decoded across chunks, so that a character that arrives in pieces is whole, and bytes that
 * begin no character are U+FFFD each. Where bytes were dropped, what was begun before them ends there.
 */
export async function* decodeOutput(output: SessionOutput): AsyncGenerator<string, void, undefined> {
  let decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for await (const chunk of output) {
    let text = "";
    if (chunk.gapBefore !== undefined) {
      text = decoder.decode();
      decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    }
    text += decoder.decode(chunk, { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}
