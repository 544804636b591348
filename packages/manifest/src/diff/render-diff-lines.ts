import type { Printable } from "@slipway/errors";
import { msg, printable, verbatim } from "@slipway/errors";
import type { Risk } from "./change.js";
import type { CatalogDiff } from "./diff-catalogs.js";

/** Columns of one side of a change. What is cut says how much: a long list of harmless options must not hide its end. */
const SIDE_COLUMNS = 2_000;

/**
 * The changes as lines for a terminal: risk, agent, subject and place, below it the old (`-`) and the new (`+`) side. Every
 * line begins with our own text. `paint` may colour the word of a risk.
 */
export function renderDiffLines(
  { changes, risks, launch }: CatalogDiff,
  paint: (risk: Risk, word: Printable) => Printable = (_risk, word) => word,
): Printable[] {
  const width = Math.min(24, Math.max(5, ...changes.map(({ agent }) => agent.length)));
  const rows = changes.flatMap(({ agent, subject, where, risk, before, after }) => [
    msg`${verbatim(paint(risk, printable(risk.padEnd(6))))} ${agent.padEnd(width)} ${subject.padEnd(11)} ${where}`,
    ...(before === undefined ? [] : [msg`       - ${verbatim(showSide(before))}`]),
    ...(after === undefined ? [] : [msg`       + ${verbatim(showSide(after))}`]),
  ]);
  return [...rows, verdict(changes.length, risks, launch)];
}

function showSide(text: string): Printable {
  return printable(text, { maxColumns: SIDE_COLUMNS });
}

/** One sentence on the whole. */
export function verdict(changes: number, risks: Record<Risk, number>, launch: boolean): Printable {
  if (changes === 0) return msg`nothing changes for users`;
  const counts = `${risks.high} high, ${risks.medium} medium, ${risks.low} low`;
  const all = changes === 1 ? "1 change" : `${changes} changes`;
  return launch ? msg`${all} (${counts}): launches change` : msg`${all} (${counts}): no launch changes`;
}
