import type { Printable } from "@slipway/errors";
import type { CandidateChoice, CandidatePolicy } from "./choose-candidate.js";
import type { RejectedCandidate } from "./judge-candidate.js";

/** How sure a lone id is: `low` without a label, since any text of its shape is found; never certain, since output can be forged. */
export type ScanConfidence = "likely" | "low";

/** What a scanner knows. */
export type ScanResult = {
  /** `none`: nothing that can be believed; `ambiguous`: several different ids under `unique`. */
  state: "none" | "one" | "ambiguous";
  /** With `one`: the id. */
  id?: string;
  /** With `one`: the byte of the raw output at which it begins. */
  at?: number;
  /** With `one`: what was matched, its label included. */
  evidence?: Printable;
  /** With `one`: how sure it is. */
  confidence?: ScanConfidence;
  /** With `ambiguous`: the different ids in the order in which they were found, at most `CANDIDATES_MAX`. */
  candidates?: { id: string; at: number; evidence: Printable }[];
  /** Matches that were not taken for an id, the first `REJECTED_MAX` of them; absent when there are none. */
  rejected?: RejectedCandidate[];
  /**
   * Why nothing more is searched: `found`, `settled` and `ambiguous` are final; `budget` means that only the tail is still
   * searched, by `end()` (after `end()`: that a part was never searched); `end` that everything was searched.
   */
  stopped?: "found" | "settled" | "ambiguous" | "budget" | "end";
};

/** What a final choice of a policy is called; under `last` none is final. */
export function nameFinal(policy: CandidatePolicy): "found" | "ambiguous" {
  return policy === "first" ? "found" : "ambiguous";
}

/** The result that a choice amounts to. */
export function describeChoice(
  choice: CandidateChoice,
  confidence: ScanConfidence,
  stopped: ScanResult["stopped"],
): ScanResult {
  const kept = choice.kept.map(({ id, at, evidence }) => ({ id, at, evidence }));
  const rest = {
    ...(choice.rejected.length > 0 ? { rejected: [...choice.rejected] } : {}),
    ...(stopped === undefined ? {} : { stopped }),
  };
  const [first] = kept;
  if (first === undefined) return { state: "none", ...rest };
  if (kept.length === 1) return { state: "one", ...first, confidence, ...rest };
  return { state: "ambiguous", candidates: kept, ...rest };
}
