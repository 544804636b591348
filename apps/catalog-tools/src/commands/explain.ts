import type { Printable } from "@slipway/errors";
import { msg, suggestName } from "@slipway/errors";
import { problem } from "../catalog-tools-code.js";
import type { Arguments, CommandResult } from "../command-result.js";
import { EXIT, stopWith } from "../command-result.js";
import { findExplanation, listExplanations } from "../judge/explanations.js";
import { showExample, showParagraph } from "../output/show-example.js";

/** Tells what a code means, why the rule exists, and how it is broken and kept; without a code it lists them all. */
export function command({ files }: Arguments): CommandResult {
  const [wanted, extra] = files;
  const all = listExplanations();
  if (wanted === undefined)
    return {
      exitCode: EXIT.ok,
      json: { ok: true, rules: all },
      lines: all.map(({ code, severity, rule }) => msg`${code.padEnd(36)} ${severity.padEnd(8)} ${rule}`),
      problems: [],
    };
  const hint = msg`slipway-catalog explain lists all codes`;
  if (extra !== undefined)
    return stopWith(EXIT.usage, problem("CATALOG_TOOLS_FILES", msg`explain takes one code`, hint));
  const found = findExplanation(wanted);
  if (found === undefined) {
    const near = suggestName(
      wanted,
      all.map(({ code }) => code),
    );
    const advice = near === undefined ? hint : msg`did you mean ${near}?`;
    return stopWith(EXIT.usage, problem("CATALOG_TOOLS_UNKNOWN_CODE", msg`no rule has the code ${wanted}`, advice));
  }
  const { code, severity, rule, why, wrong, right } = found;
  const example = (title: Printable, text: string | undefined): Printable[] =>
    text === undefined ? [] : [msg``, title, ...showExample(text)];
  return {
    exitCode: EXIT.ok,
    json: { ok: true, ...found },
    lines: [
      msg`${code} (${severity})`,
      ...showParagraph(rule),
      ...(why === undefined ? [] : [msg``, msg`why:`, ...showParagraph(why)]),
      ...example(msg`wrong:`, wrong),
      ...example(msg`right:`, right),
    ],
    problems: [],
  };
}
