import type { BinaryRecord, BoundBinary, DriftPolicy } from "@slipway/binary";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import { runtimeIssue } from "../runtime-error.js";
import type { TreeOptions } from "./check-tree.js";
import { hasTree, readTreeRoot, recheckProgramTree } from "./check-tree.js";
import { describeConfirmation, describeHeldGone, describePathConfirmation } from "./describe-absence.js";
import type { SearchOptions } from "./search-program.js";
import { bindProgram, followProgram } from "./search-program.js";

/** What became of a program since it was recorded. */
export type RecordedProgram =
  /** It is the file that was adopted. */
  | { state: "same"; binary: BoundBinary; issues: Issue[] }
  /** The recorded path holds another file (a vendor's update, usually), which may be followed. */
  | { state: "changed"; binary: BoundBinary; drift: Issue; issues: Issue[] }
  /** Nothing is at the recorded path, and another program may be looked for. */
  | { state: "gone" }
  | { state: "refused"; issues: Issue[] };

/** What the judgement depends on. */
type JudgeOptions = SearchOptions & TreeOptions;

/**
 * Judges a recorded program as a launch must: its path is resolved and judged again. An agent of local trust, or one that
 * was when it was adopted, and any adoption that was held to its digest, must still be that file. A signed agent follows
 * its path once somebody named that path; a first-party one always. Starts and writes nothing.
 */
export function judgeRecorded(agent: Agent, record: BinaryRecord, options: JudgeOptions): RecordedProgram {
  const { binary } = record;
  const drift = chooseDriftPolicy(agent, record);
  const followed = followProgram(binary, options, drift);
  if (followed.ok) {
    if (agent.trust === "local" && record.trust !== "local") return demandConfirmation(agent, record, options, []);
    const tree = hasTree(record) ? recheckProgramTree(record, options) : undefined;
    if (tree?.ok === false) return demandConfirmation(agent, record, options, tree.issues);
    const issues = followed.issues.filter(({ code }) => code !== "BINARY_DRIFTED");
    return followed.value.drifted
      ? { state: "changed", binary: followed.value.binary, drift: describeDrift(agent, record), issues }
      : { state: "same", binary: followed.value.binary, issues };
  }
  const codes = new Set(followed.issues.map(({ code }) => code));
  const isGone = codes.has("BINARY_MISSING") || codes.has("BINARY_LINK_BROKEN");
  if (isGone && drift !== "block") return { state: "gone" };
  if (isGone) return { state: "refused", issues: [...followed.issues, describeHeldGone(agent, binary)] };
  if (drift === "block") return demandConfirmation(agent, record, options, followed.issues);
  if (!codes.has("BINARY_DRIFT_ASK")) return { state: "refused", issues: followed.issues };
  const others = followed.issues.filter(({ code }) => code !== "BINARY_DRIFT_ASK");
  return { state: "refused", issues: [...others, describePathConfirmation(agent, binary)] };
}

/**
 * What becomes of an adopted program that changed: held by its digest or by local trust, asked about where a signed
 * catalog's agent was found and nobody named its path, else followed.
 */
function chooseDriftPolicy(agent: Agent, record: BinaryRecord): DriftPolicy {
  const { binary, trust } = record;
  if (agent.trust === "local" || trust === "local" || binary.file.sha256 !== undefined || hasTree(record))
    return "block";
  return agent.trust === "signed" && binary.via !== "explicit" ? "ask" : "accept";
}

function describeDrift(agent: Agent, { binary, adoptedAt }: BinaryRecord): Issue {
  return runtimeIssue({
    code: "RUNTIME_BINARY_DRIFTED",
    severity: "warning",
    message: msg`${binary.foundAt}, or what runs it, is another file than at its adoption on ${adoptedAt}`,
    hint: msg`an update looks like this, and it is followed; slipway adopt ${agent.id} --sha256 DIGEST holds the agent to one file`,
  });
}

function demandConfirmation(
  agent: Agent,
  record: BinaryRecord,
  options: JudgeOptions,
  issues: readonly Issue[],
): Extract<RecordedProgram, { state: "refused" }> {
  const { foundAt, via } = record.binary;
  const fresh = bindProgram(foundAt, options, { via, hash: true });
  if (!fresh.ok) return { state: "refused", issues: [...issues] };
  const confirmation = describeConfirmation(agent, fresh.value, readTreeRoot(record, options));
  return { state: "refused", issues: [...issues, confirmation] };
}
