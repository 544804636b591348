import type { Issue } from "./issue.js";

/**
 * The judgement on data. `issues` of a success are warnings and infos; of a failure they hold at least one error. A
 * refusal is a value, never an exception.
 */
export type Result<T> = { ok: true; value: T; issues: Issue[] } | { ok: false; issues: Issue[] };

/** A success, with the warnings found on the way. */
export function succeed<T>(value: T, issues: Issue[] = []): { ok: true; value: T; issues: Issue[] } {
  return { ok: true, value, issues };
}

/** A refusal. Takes every problem found, not the first only. */
export function refuse(...issues: Issue[]): { ok: false; issues: Issue[] } {
  return { ok: false, issues };
}

/** True when one of the issues is an error. */
export function hasErrors(issues: readonly Issue[]): boolean {
  return issues.some((issue) => issue.severity === "error");
}
