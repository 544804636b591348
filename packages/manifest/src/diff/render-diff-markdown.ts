import { printable } from "@slipway/errors";
import type { Change } from "./change.js";
import type { CatalogDiff } from "./diff-catalogs.js";
import { verdict } from "./render-diff-lines.js";

/** Characters of the whole text. A comment on GitHub holds 65,536; what does not fit is counted and never just dropped. */
export const MARKDOWN_MAX_LENGTH = 60_000;

/** Columns of one cell: a table of wider ones is not read. The cut says how much is missing. */
const CELL_COLUMNS = 600;

/**
 * The changes as a Markdown table for a pull request. The text of a catalog stands in code spans only, where Markdown, HTML,
 * links and mentions are inert; the two signs that could end a span or a cell are written as escapes, and so are the
 * beginnings of commands to a CI runner.
 */
export function renderDiffMarkdown(diff: CatalogDiff): string {
  const head = `**${verdict(diff.changes.length, diff.risks, diff.launch)}**\n`;
  if (diff.changes.length === 0) return head;
  let text = `${head}\n| Risk | Agent | What | Where | Before | After |\n| - | - | - | - | - | - |\n`;
  for (const [index, change] of diff.changes.entries()) {
    const row = renderRow(change);
    if (text.length + row.length > MARKDOWN_MAX_LENGTH - 200)
      return `${text}\n${diff.changes.length - index} more changes do not fit here: run \`slipway-catalog diff\`.\n`;
    text += row;
  }
  return text;
}

function renderRow({ risk, agent, subject, where, before, after }: Change): string {
  const shown = risk === "high" ? "**high**" : risk;
  return `| ${shown} | ${code(agent)} | ${subject} | ${code(where)} | ${code(before)} | ${code(after)} |\n`;
}

function code(text: string | undefined): string {
  if (text === undefined || text === "") return "";
  const inert = printable(text, { maxColumns: CELL_COLUMNS })
    .replaceAll("`", "\\u{60}")
    .replaceAll("|", "\\u{7c}")
    .replaceAll("::", ":\\u{3a}")
    .replaceAll(/(##[A-Za-z]{0,16})\[/g, "$1\\u{5b}");
  return `\`${inert}\``;
}
