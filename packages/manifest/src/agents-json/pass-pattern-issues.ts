import type { Issue } from "@slipway/errors";
import type { EntryReport } from "./entry-report.js";

/**
 * Reports what a pattern was refused or warned for, at the pattern's place in the document. Infos stay behind: a pattern
 * without a label is legal (the reference's own example is one), and a scanner judges its finds by the stricter policy.
 */
export function passPatternIssues(report: EntryReport, issues: readonly Issue[], path: (string | number)[]): void {
  for (const { code, severity, message, hint } of issues) {
    if (severity === "info") continue;
    report.pass([{ code, severity, path: report.place(path), message, ...(hint === undefined ? {} : { hint }) }]);
  }
}
