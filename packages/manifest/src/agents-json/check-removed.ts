import { msg } from "@slipway/errors";
import type { IssueList } from "../issue-list.js";
import type { JsonNode, JsonObject } from "../json/json-node.js";
import { describeNode } from "../json/json-node.js";
import { ENTRIES_MAX, REASON_MAX_LENGTH } from "../limits.js";
import type { RemovedAgent } from "./agent-entry.js";
import { isIconName } from "./check-display.js";
import { isAgentId, showsAsItself } from "./check-identity.js";
import { REMOVED_MEMBERS } from "./entry-members.js";
import { EntryReport, reportUnknownFields } from "./entry-report.js";

/**
 * `removed`: the agents that a catalog withdraws, each with the reason that people are told. A row that cannot be used is
 * left out with an issue, and the others stand: a slip in one may not keep a compromised agent in the rosters.
 */
export function checkRemoved(root: JsonObject, list: IssueList): RemovedAgent[] | undefined {
  const node = root.members.get("removed")?.value;
  if (node === undefined) return undefined;
  const report = new EntryReport(list, ["removed"], msg`removed`);
  if (node.type !== "array") {
    report.tell("MANIFEST_WRONG_TYPE", { path: [], message: msg`it must be an array, it is ${describeNode(node)}` });
    return undefined;
  }
  if (node.items.length > ENTRIES_MAX)
    report.tell("MANIFEST_TOO_MANY", {
      path: [],
      message: msg`it has ${node.items.length} rows, more than ${ENTRIES_MAX}; those after are not read`,
    });
  return node.items.slice(0, ENTRIES_MAX).flatMap((item, index) => readRow(item, index, list) ?? []);
}

function readRow(node: JsonNode, index: number, list: IssueList): RemovedAgent | undefined {
  const report = new EntryReport(list, ["removed", index], msg`removed row ${index}`);
  if (node.type !== "object") {
    report.tell("MANIFEST_WRONG_TYPE", { path: [], message: msg`it must be an object with id and reason` });
    return undefined;
  }
  // An addition of a later reader is no reason to keep what is withdrawn, strict or not.
  reportUnknownFields(node, REMOVED_MEMBERS, report, [], "warning");
  const [id, reason] = ["id", "reason"].map((field) => {
    const value = node.members.get(field)?.value;
    return value?.type === "string" ? value.value : "";
  }) as [string, string];
  if (!isAgentId(id)) {
    report.tell("MANIFEST_REMOVED", { path: ["id"], message: msg`it names no agent: id ${id} is not usable` });
    return undefined;
  }
  if (reason.trim() !== "" && [...reason].length <= REASON_MAX_LENGTH && showsAsItself(reason, REASON_MAX_LENGTH))
    return { id, reason };
  report.tell("MANIFEST_REMOVED", {
    path: ["reason"],
    message: msg`the reason for removing ${id} is not usable; the agent is withdrawn without it`,
    hint: msg`write one sentence of 1 to ${REASON_MAX_LENGTH} visible characters`,
  });
  return { id, reason: "no reason given" };
}

/** SHA-256 as sha256sum prints it. */
export const DIGEST = /^[0-9a-f]{64}$/;

/**
 * `iconDigests`: the SHA-256 of icon files by file name, so that an icon that is fetched is the one that was signed for.
 * A row that cannot be used is left out; its icon is then one without a digest.
 */
export function checkIconDigests(root: JsonObject, list: IssueList): Map<string, string> | undefined {
  const node = root.members.get("iconDigests")?.value;
  if (node === undefined) return undefined;
  const report = new EntryReport(list, ["iconDigests"], msg`iconDigests`);
  if (node.type !== "object") {
    report.tell("MANIFEST_WRONG_TYPE", { path: [], message: msg`it must be an object, it is ${describeNode(node)}` });
    return undefined;
  }
  const digests = new Map<string, string>();
  for (const [name, { value }] of node.members) {
    if (digests.size >= ENTRIES_MAX) {
      report.tell("MANIFEST_TOO_MANY", { path: [], message: msg`more than ${ENTRIES_MAX} rows; the rest is not read` });
      break;
    }
    if (isIconName(name) && value.type === "string" && DIGEST.test(value.value)) digests.set(name, value.value);
    else if (list.full) list.count(1);
    else
      report.tell("MANIFEST_ICON_DIGEST", {
        path: [name],
        message: msg`${name} is no icon's file name with 64 hexadecimal digits in lower case (left out)`,
        hint: msg`write the SHA-256 of the file, as sha256sum prints it`,
      });
  }
  return digests;
}
