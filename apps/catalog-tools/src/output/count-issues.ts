import type { Issue, Printable } from "@slipway/errors";
import { msg } from "@slipway/errors";

/** How many issues there are of each severity. */
export type Totals = { errors: number; warnings: number; infos: number };

/** Counts issues by severity. */
export function countIssues(issues: readonly Issue[]): Totals {
  const of = (severity: Issue["severity"]) => issues.filter((found) => found.severity === severity).length;
  return { errors: of("error"), warnings: of("warning"), infos: of("info") };
}

/** `1 error, 0 warnings`. */
export function tellCounts({ errors, warnings }: Totals): Printable {
  return msg`${count(errors, "error", "errors")}, ${count(warnings, "warning", "warnings")}`;
}

/** `1 entry`, `2 entries`. */
export function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
