import type { BinaryRecord, BoundBinary } from "@slipway/binary";
import { recheckBinary } from "@slipway/binary";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import { runtimeIssue } from "../runtime-error.js";
import { describeConfirmation, describeHeldGone, describePathConfirmation } from "./describe-absence.js";
import type { SearchOptions } from "./search-program.js";
import { bindProgram } from "./search-program.js";

/** What became of a program since it was recorded. */
export type RecordedProgram =
  /** It is the file that was adopted. */
  | { state: "same"; binary: BoundBinary; issues: Issue[] }
  /** The recorded path holds another file (a vendor's update, usually), which may be followed. */
  | { state: "changed"; binary: BoundBinary; drift: Issue; issues: Issue[] }
  /** Nothing is at the recorded path, and another program may be looked for. */
  | { state: "gone" }
  | { state: "refused"; issues: Issue[] };

/**
 * Judges a recorded program as a launch must: its path is resolved and judged again. An agent of local trust, or one that
 * was when it was adopted, and any adoption that was held to its digest, must still be that file. A signed agent follows
 * its path once somebody named that path; a first-party one always. Starts and writes nothing.
 */
export function judgeRecorded(agent: Agent, record: BinaryRecord, options: SearchOptions): RecordedProgram {
  const { binary } = record;
  const { foundAt, via } = binary;
  const isHeld = agent.trust === "local" || record.trust === "local" || binary.file.sha256 !== undefined;
  const again = bindProgram(foundAt, options, { via, hash: false });
  if (!again.ok) {
    const isGone = again.issues.some(({ code }) => code === "BINARY_MISSING" || code === "BINARY_LINK_BROKEN");
    if (isGone && !isHeld) return { state: "gone" };
    return { state: "refused", issues: isGone ? [...again.issues, describeHeldGone(agent, binary)] : again.issues };
  }
  if (agent.trust === "local" && record.trust !== "local") return demandConfirmation(agent, binary, options, []);
  if (!isHeld && !isSameFile(binary, again.value)) {
    if (agent.trust === "signed" && via !== "explicit")
      return { state: "refused", issues: [...again.issues, describePathConfirmation(agent, again.value)] };
    return { state: "changed", binary: again.value, drift: describeDrift(agent, record), issues: again.issues };
  }
  const checked = recheckBinary(binary, options.ports === undefined ? {} : { ports: options.ports });
  if (checked.ok) return { state: "same", binary: checked.value, issues: [...again.issues, ...checked.issues] };
  return isHeld
    ? demandConfirmation(agent, binary, options, checked.issues)
    : { state: "refused", issues: checked.issues };
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
  { foundAt, via }: BoundBinary,
  options: SearchOptions,
  issues: readonly Issue[],
): Extract<RecordedProgram, { state: "refused" }> {
  const fresh = bindProgram(foundAt, options, { via, hash: true });
  return { state: "refused", issues: [...issues, ...(fresh.ok ? [describeConfirmation(agent, fresh.value)] : [])] };
}

/** Whether two bindings name the same files, unchanged. */
export function isSameFile(known: BoundBinary, found: BoundBinary): boolean {
  const same = (a: BoundBinary["file"] | undefined, b: BoundBinary["file"] | undefined): boolean =>
    a?.path === b?.path &&
    (["device", "inode", "size", "mtimeNs", "ctimeNs"] as const).every(
      (name) => a?.identity[name] === b?.identity[name],
    );
  return same(known.file, found.file) && same(known.interpreter, found.interpreter);
}
