import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import type { Agent, Trust } from "../agent.js";
import type { EntryPatch, RemovedAgent } from "../agents-json/agent-entry.js";
import { EntryReport } from "../agents-json/entry-report.js";
import { assertTrust } from "../assert-trust.js";
import { agentFromEntry } from "../compile/agent-from-entry.js";
import { IssueList } from "../issue-list.js";
import { lowestTrust } from "../lowest-trust.js";
import { ManifestError } from "../manifest-error.js";
import type { MergedEntry } from "./overlay-entry.js";
import { checkInherited, overlayEntry, tellClearedGroups } from "./overlay-entry.js";

/** A layer of the roster, as {@link parseAgentsJson} gives it. */
export type EntryLayer = { trust: Trust; patches: readonly EntryPatch[]; removed?: readonly RemovedAgent[] };

/** The roster of all layers. */
export type MergedEntries = {
  /** In the order of the lowest layer; what a higher one adds comes after. */
  entries: MergedEntry[];
  /** The same entries compiled, one for one, hidden ones among them: their sessions go on. */
  agents: Agent[];
  /** What a layer withdrew, with its reason. An entry of the user's own that needs nothing from below may still be there. */
  removed: (RemovedAgent & { trust: Trust })[];
  /** What could not be laid over the layers below, without a place: they are many documents. */
  issues: Issue[];
};

/**
 * Lays layers of entries over each other by id, lowest first: the floor that is shipped, the signed catalog, the user's own
 * (agents.json reference, "The signed distribution channel", and `id`). A patch that cannot be used leaves what is below as
 * it is, with an issue. The trust of an entry is the lowest of the layers that decide its launch.
 *
 * A document that lists an id twice was cut to the first by its reader; of two layers the id is compared without regard to
 * case, and another spelling is refused, because ids become file names.
 *
 * @throws ManifestError `MANIFEST_MISUSE` when a layer is no layer, or stands above one of lower trust
 */
export function mergeEntries(floor: EntryLayer, ...above: readonly (EntryLayer | undefined)[]): MergedEntries {
  const layers = [floor, ...above].filter((layer) => layer !== undefined);
  assertLayers(layers);
  const list = new IssueList();
  const merged = new Map<string, MergedEntry>();
  const removed: MergedEntries["removed"] = [];
  for (const layer of layers) {
    for (const { id, reason } of layer.removed ?? [])
      if (merged.delete(id.toLowerCase())) removed.push({ id, reason, trust: layer.trust });
    for (const patch of layer.patches) layOver(merged, patch, layer.trust, list);
  }
  const entries = [...merged.values()];
  const agents = entries.flatMap(({ entry, trust, origins }) => {
    const compiled = agentFromEntry(entry, { trust, origins });
    return compiled.ok ? [compiled.value] : [];
  });
  return { entries, agents, removed, issues: list.finish() };
}

function layOver(merged: Map<string, MergedEntry>, patch: EntryPatch, trust: Trust, list: IssueList): void {
  const report = new EntryReport(list, [], msg`agent ${patch.id}`);
  const key = patch.id.toLowerCase();
  const base = merged.get(key);
  if (base !== undefined && base.entry.id !== patch.id) {
    tellOtherSpelling(base.entry.id, [], report);
    return;
  }
  const laid = overlayEntry(base, patch, trust);
  if (laid === undefined) {
    report.tell("MANIFEST_MISSING_FIELD", {
      path: [],
      message: msg`it changes an agent that no lower layer has, and is not whole by itself; left out`,
      hint: msg`give it a name and a command, and a capture both its parts, or take it out`,
    });
    return;
  }
  if (base !== undefined) {
    checkInherited(base.entry, patch, report);
    if (report.refused) return;
    tellClearedGroups(base.entry, patch, report);
  }
  merged.set(key, laid);
}

/** Refuses an id that differs from one of a lower layer in case only. */
export function tellOtherSpelling(below: string, path: string[], report: EntryReport): void {
  report.tell("MANIFEST_DUPLICATE_ID", {
    path,
    message: msg`the id differs from ${below} of a lower layer in case only; this one is left out`,
    hint: msg`write ${below} to change that agent, or another id`,
  });
}

function assertLayers(layers: readonly EntryLayer[]): void {
  let lowest: Trust = "first-party";
  for (const layer of layers) {
    assertTrust(layer?.trust);
    if (!Array.isArray(layer.patches)) throw new ManifestError("MANIFEST_MISUSE", msg`a layer has no patches`);
    lowest = lowestTrust({ command: lowest, launch: layer.trust });
    if (lowest !== layer.trust)
      throw new ManifestError("MANIFEST_MISUSE", msg`a layer stands above one of lower trust: floor, signed, local`);
  }
}
