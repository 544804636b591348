import type { Issue } from "@slipway/errors";
import { issue, msg } from "@slipway/errors";
import { ISSUES_MAX } from "./limits.js";
import type { ManifestCode } from "./manifest-error.js";

/** Collects the problems of a document, each message beginning with what it is about. Past {@link ISSUES_MAX} it counts. */
export class IssueList {
  readonly issues: Issue[] = [];
  /** Whether a warning of an entry costs the entry. */
  strict = false;
  #left = 0;

  /** True when further problems are only counted: building their messages would be work for nobody. */
  get full(): boolean {
    return this.issues.length >= ISSUES_MAX;
  }

  add(found: Issue): void {
    if (this.full) this.#left += 1;
    else this.issues.push(found);
  }

  /** Adds a problem that refuses the document: listed in any case, in front when there is no room at the end. */
  decide(found: Issue): void {
    if (this.full) this.issues.unshift(found);
    else this.issues.push(found);
  }

  /** Puts the problems listed so far into other words. */
  rewrite(words: (found: Issue) => Issue): void {
    for (const [index, found] of this.issues.entries()) this.issues[index] = words(found);
  }

  /** Counts problems that are not listed. */
  count(problems: number): void {
    this.#left += problems;
  }

  /** All issues, the last one saying how many were only counted. */
  finish(): Issue[] {
    if (this.#left > 0) {
      const message = msg`${this.#left} more problems are not listed`;
      this.issues.push(issue({ code: "MANIFEST_TOO_MANY_ISSUES" satisfies ManifestCode, message }));
      this.#left = 0;
    }
    return this.issues;
  }
}
