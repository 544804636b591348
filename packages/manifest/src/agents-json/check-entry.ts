import { msg, printable } from "@slipway/errors";
import gte from "semver/functions/gte.js";
import valid from "semver/functions/valid.js";
import type { Trust } from "../agent.js";
import type { IssueList } from "../issue-list.js";
import type { JsonNode, JsonObject } from "../json/json-node.js";
import { VERSION_MAX_LENGTH } from "../limits.js";
import { tellOtherSpelling } from "../merge/merge-entries.js";
import type { MergedEntry } from "../merge/overlay-entry.js";
import { checkInherited, onlyHides, overlayEntry, tellClearedGroups } from "../merge/overlay-entry.js";
import type { EntryPatch } from "./agent-entry.js";
import { checkCapture } from "./check-capture.js";
import { checkCommand } from "./check-command.js";
import { checkDisplay } from "./check-display.js";
import { checkFlags } from "./check-groups.js";
import { checkId, checkName } from "./check-identity.js";
import { readProgram } from "./check-security.js";
import { ENTRY_MEMBERS, OWN_ENTRY_MEMBERS } from "./entry-members.js";
import { EntryReport, reportUnknownFields } from "./entry-report.js";

/** What an entry is judged against besides the format; `floor` holds the layer below by id in lower case. */
export type EntryContext = {
  index: number;
  trust: Trust;
  appVersion: string | undefined;
  floor: ReadonlyMap<string, MergedEntry>;
  list: IssueList;
};

/** What an entry says, and what it comes to over the layer below. */
export type JudgedEntry = { patch: EntryPatch; merged: MergedEntry };

/**
 * One entry, all its problems reported; nothing when it cannot be used or is for a newer app. `spoiled` tells that the
 * JSON reader already found the entry ambiguous. Over an entry of the layer below it may say less, never anything else.
 */
export function checkEntry(node: JsonNode, context: EntryContext, spoiled: boolean): JudgedEntry | undefined {
  const place = ["agents", context.index];
  if (node.type !== "object") {
    const unnamed = new EntryReport(context.list, place, msg`entry ${context.index}`);
    unnamed.tell("MANIFEST_WRONG_TYPE", { path: [], message: msg`an entry must be an object` });
    return undefined;
  }
  const report = new EntryReport(context.list, place, () => nameEntry(node, context.index));
  const id = checkId(node, report);
  const base = id === undefined ? undefined : context.floor.get(id.toLowerCase());
  if (base !== undefined && base.entry.id !== id) tellOtherSpelling(base.entry.id, ["id"], report);
  const isOwn = context.trust === "local";
  const name = base !== undefined && !node.members.has("name") ? undefined : checkName(node, report);
  const command = base !== undefined && !node.members.has("command") ? undefined : checkCommand(node, report);
  if (base === undefined || node.members.has("adapter")) checkAdapter(node, report);
  const program = node.members.has("command") ? readProgram(node) : (base?.entry.command.split(" ", 1)[0] ?? "");
  const display = checkDisplay(node, isOwn, report);
  const hidden = isOwn ? checkOwnMembers(node, report) : undefined;
  const flags = checkFlags(node, program, report);
  const capture = checkCapture(node, program, base?.entry.capture, report);
  const minAppVersion = checkMinAppVersion(node, context.appVersion, report);
  reportUnknownFields(node, isOwn ? OWN_ENTRY_MEMBERS : ENTRY_MEMBERS, report, [], "warning");
  if (spoiled || report.refused || id === undefined || minAppVersion === "closed") return undefined;
  const patch: EntryPatch = {
    id,
    ...(name === undefined ? {} : { name }),
    ...(command === undefined ? {} : { command }),
    adapter: "cli",
    ...display,
    ...(minAppVersion === undefined ? {} : { minAppVersion: minAppVersion.version }),
    ...(hidden === undefined ? {} : { hidden }),
    flags,
    ...(capture === undefined ? {} : { capture }),
  };
  if (isOwn && !onlyHides(patch)) patch.custom = true;
  return layOver(base, patch, context.trust, report);
}

function layOver(
  base: MergedEntry | undefined,
  patch: EntryPatch,
  trust: Trust,
  report: EntryReport,
): JudgedEntry | undefined {
  if (base !== undefined) {
    checkInherited(base.entry, patch, report);
    if (!report.refused) tellClearedGroups(base.entry, patch, report);
  }
  const merged = overlayEntry(base, patch, trust);
  return report.refused || merged === undefined ? undefined : { patch, merged };
}

/** `hidden` and `custom` of the user's own layer. What `custom` says is not asked: being in this layer is what it means. */
function checkOwnMembers(entry: JsonObject, report: EntryReport): boolean | undefined {
  const [hidden] = ["hidden", "custom"].map((field) => {
    const node = entry.members.get(field)?.value;
    if (node === undefined || node.type === "boolean") return node?.value;
    report.leaveOut("MANIFEST_WRONG_TYPE", { path: [field], message: msg`${field} must be true or false` });
    return undefined;
  });
  return hidden;
}

/** How messages call an entry: by its id where it has one that can be shown. */
export function nameEntry(node: JsonObject, index: number) {
  const id = node.members.get("id")?.value;
  if (id?.type !== "string" || id.value === "") return msg`entry ${index}`;
  return msg`agent ${printable(id.value, { maxColumns: 64 })}`;
}

function checkAdapter(entry: JsonObject, report: EntryReport): void {
  const node = entry.members.get("adapter")?.value;
  const path = ["adapter"];
  if (node === undefined)
    report.tell("MANIFEST_ADAPTER_ABSENT", {
      severity: "info",
      path,
      message: msg`adapter is absent and taken as "cli"`,
    });
  else if (node.type !== "string" || node.value !== "cli")
    report.tell("MANIFEST_ADAPTER", {
      path,
      message: msg`adapter is not "cli", the only one there is`,
      hint: msg`an agent that needs another session model needs a newer reader`,
    });
}

/** Never opens the gate by mistake: what is no version, or cannot be compared, keeps the entry out. */
function checkMinAppVersion(
  entry: JsonObject,
  appVersion: string | undefined,
  report: EntryReport,
): { version: string } | "closed" | undefined {
  const node = entry.members.get("minAppVersion")?.value;
  const path = ["minAppVersion"];
  if (node === undefined) return undefined;
  if (node.type !== "string" || node.value.length > VERSION_MAX_LENGTH || valid(node.value) === null) {
    report.tell("MANIFEST_MIN_APP_VERSION", {
      path,
      message: msg`minAppVersion is no semantic version`,
      hint: msg`write it as a string of three numbers, as in "1.4.0"`,
    });
    return "closed";
  }
  if (appVersion === undefined) {
    report.tell("MANIFEST_APP_VERSION_UNKNOWN", {
      severity: "warning",
      path,
      message: msg`left out, it needs app version ${node.value} and this app's is not known`,
      hint: msg`pass appVersion to the reader`,
    });
    return "closed";
  }
  if (gte(appVersion, node.value)) return { version: node.value };
  report.tell("MANIFEST_NEEDS_NEWER_APP", {
    severity: "warning",
    path,
    message: msg`left out, it needs app version ${node.value} and this is ${appVersion}`,
  });
  return "closed";
}
