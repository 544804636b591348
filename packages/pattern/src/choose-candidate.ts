import type { Candidate, RejectedCandidate } from "./judge-candidate.js";

/** Which of several candidates is the id: the first, the last, or the only one (two different ids are ambiguous). */
export type CandidatePolicy = "first" | "last" | "unique";

/** Rejected candidates that are reported; the first are kept, since the interesting one is near the label. */
export const REJECTED_MAX = 16;

/** Different ids that are kept once they are ambiguous. */
export const CANDIDATES_MAX = 8;

/** Keeps the candidates that its policy asks for. */
export class CandidateChoice {
  readonly policy: CandidatePolicy;
  readonly rejected: RejectedCandidate[] = [];
  /** In the order in which they were found; more than one under `unique` only. */
  readonly kept: Candidate[] = [];

  constructor(policy: CandidatePolicy) {
    this.policy = policy;
  }

  /** Whether nothing that can still be found changes the answer. */
  get isFinal(): boolean {
    return this.policy === "first" ? this.kept.length > 0 : this.policy === "unique" && this.kept.length > 1;
  }

  offer(candidate: Candidate): void {
    if (this.policy === "last") this.kept.length = 0;
    const isNew = !this.kept.some(({ id }) => id === candidate.id);
    const room = this.policy === "first" ? 1 : CANDIDATES_MAX;
    if (isNew && this.kept.length < room) this.kept.push(candidate);
  }

  reject(rejected: RejectedCandidate): void {
    const isKnown = this.rejected.some(({ at }) => at === rejected.at);
    if (!isKnown && this.rejected.length < REJECTED_MAX) this.rejected.push(rejected);
  }

  /** Takes over what another choice of the same policy kept, as if it had been found here afterwards. */
  absorb(later: CandidateChoice): void {
    for (const candidate of later.kept) this.offer(candidate);
    for (const rejected of later.rejected) this.reject(rejected);
  }
}
