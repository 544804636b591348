import type { Printable } from "@slipway/errors";
import { msg, printable, verbatim } from "@slipway/errors";

/** Columns of a paragraph. */
const TEXT_COLUMNS = 96;

/** A paragraph in lines of {@link TEXT_COLUMNS}, indented. A word that is longer stands alone and whole. */
export function showParagraph(text: string): Printable[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= TEXT_COLUMNS)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => msg`  ${verbatim(printable(line, { maxColumns: 400 }))}`);
}

/** An example behind a margin, line by line. */
export function showExample(text: string): Printable[] {
  return text.split("\n").map((line) => msg`  | ${verbatim(printable(line, { maxColumns: 400 }))}`);
}
