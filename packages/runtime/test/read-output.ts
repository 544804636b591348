import type { SessionOutput } from "../src/index.js";

/** Everything that arrives, as bytes. */
export async function readBytes(output: SessionOutput): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of output) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads until the text was seen, then lets go of the output; the text so far. */
export async function readUntil(output: SessionOutput, wanted: string): Promise<string> {
  let text = "";
  for await (const chunk of output) {
    text += Buffer.from(chunk).toString("utf8");
    if (text.includes(wanted)) break;
  }
  return text;
}
