import { msg } from "@slipway/errors";
import type { Agent, Trust } from "../agent.js";
import type { AgentEntry, EntryCapture, EntryPatch } from "../agents-json/agent-entry.js";
import { FLAG_GROUPS } from "../agents-json/agent-entry.js";
import { checkSecurity } from "../agents-json/check-security.js";
import type { EntryReport } from "../agents-json/entry-report.js";
import { lowestTrust } from "../lowest-trust.js";

/** An entry in force, with the layers that its parts came from. */
export type MergedEntry = { entry: AgentEntry; trust: Trust; origins: Agent["origins"] };

const SHOWN = ["name", "icon", "mono", "downloadUrl", "clearCommand"] as const;

/** Whether nothing is said of the agent but that it is offered or not: such a patch leaves it what it is. */
export function onlyHides(patch: EntryPatch): boolean {
  const { id: _, adapter: __, custom: ___, hidden, flags, ...rest } = patch;
  return hidden !== undefined && Object.keys(flags).length === 0 && Object.keys(rest).length === 0;
}

/**
 * An entry over the one of a lower layer (agents.json reference, `id`): a field that is absent is inherited, each group is
 * replaced as a whole or inherited, an empty one clears it. Pattern and flags of a capture are one, its resume another.
 * Without a base the patch has to be whole; nothing when it is not.
 */
export function overlayEntry(base: MergedEntry | undefined, patch: EntryPatch, trust: Trust): MergedEntry | undefined {
  if (base === undefined)
    return isWhole(patch) ? { entry: patch, trust, origins: nameOrigin(patch, trust) } : undefined;
  const { flags, capture: changed, ...own } = patch;
  const capture = overlayCapture(base.entry.capture, changed);
  const { name, command } = { ...base.entry, ...own };
  if (capture === "partial") return undefined;
  const { capture: _, ...below } = base.entry;
  const entry: AgentEntry = {
    ...below,
    ...own,
    name,
    command,
    adapter: "cli",
    flags: { ...base.entry.flags, ...flags },
    ...(capture === undefined ? {} : { capture }),
  };
  const origins = traceOrigins(base, patch, trust, entry);
  return { entry, trust: lowestTrust(origins), origins };
}

function isWhole(patch: EntryPatch): patch is AgentEntry {
  const { name, command, adapter, capture } = patch;
  if (name === undefined || command === undefined || adapter === undefined) return false;
  return capture === undefined || (capture.pattern !== undefined && capture.resume !== undefined);
}

/** The origins of an entry that one layer gave. */
function nameOrigin({ capture, flags }: EntryPatch, trust: Trust): Agent["origins"] {
  const origins: Agent["origins"] = { command: trust, launch: trust, display: trust };
  if (capture !== undefined) origins.capture = trust;
  if (flags.autoApprove !== undefined) origins.bypass = trust;
  return origins;
}

function overlayCapture(
  base: EntryCapture | undefined,
  changed: Partial<EntryCapture> | undefined,
): EntryCapture | "partial" | undefined {
  if (changed === undefined) return base;
  const found = changed.pattern === undefined ? base : changed;
  const resume = changed.resume ?? base?.resume;
  if (found?.pattern === undefined || resume === undefined) return "partial";
  return { pattern: found.pattern, ...(found.flags === undefined ? {} : { flags: found.flags }), resume };
}

/** Which layer gave which part. The user's own change of a shipped agent makes it theirs whole: they answer for it. */
function traceOrigins(base: MergedEntry, patch: EntryPatch, trust: Trust, entry: AgentEntry): Agent["origins"] {
  const before = base.origins;
  if (onlyHides(patch)) return before;
  if (trust === "local") return nameOrigin(entry, trust);
  const gives = (part: keyof Agent["origins"], isGiven: boolean): Trust => {
    const below = before[part] ?? trust;
    return isGiven ? lowestTrust({ command: trust, launch: below }) : below;
  };
  return {
    command: gives("command", patch.command !== undefined),
    launch: gives(
      "launch",
      FLAG_GROUPS.some((group) => group !== "autoApprove" && patch.flags[group] !== undefined),
    ),
    ...(entry.capture === undefined ? {} : { capture: gives("capture", patch.capture !== undefined) }),
    ...(entry.flags.autoApprove === undefined
      ? {}
      : { bypass: gives("bypass", patch.flags.autoApprove !== undefined) }),
    display: gives(
      "display",
      SHOWN.some((field) => patch[field] !== undefined),
    ),
  };
}

/** Tells which groups of the lower layer an empty list takes away: on purpose, and not without a word. */
export function tellClearedGroups(base: AgentEntry, patch: EntryPatch, report: EntryReport): void {
  for (const group of FLAG_GROUPS)
    if (patch.flags[group]?.length === 0 && (base.flags[group] ?? []).length > 0)
      report.tell("MANIFEST_GROUP_CLEARED", {
        severity: "info",
        path: ["flags", group],
        message: msg`the empty ${group} takes away the one of the layer below`,
      });
}

/**
 * What is inherited was judged beside the program of the layer below. Beside another one an option can mean something else,
 * and a group can be a trap.
 */
export function checkInherited(base: AgentEntry, patch: EntryPatch, report: EntryReport): void {
  const program = readFirst(patch.command ?? base.command);
  if (program === readFirst(base.command)) return;
  for (const group of FLAG_GROUPS) {
    const args = base.flags[group];
    if (args !== undefined && patch.flags[group] === undefined)
      checkSecurity(program, group, args, ["flags", group], report);
  }
  if (base.capture !== undefined && patch.capture?.resume === undefined)
    checkSecurity(program, "resume", base.capture.resume, ["capture", "resume"], report);
}

function readFirst(command: string): string {
  return command.split(" ", 1)[0] as string;
}
