import { msg, printable } from "@slipway/errors";
import gte from "semver/functions/gte.js";
import valid from "semver/functions/valid.js";
import type { IssueList } from "../issue-list.js";
import type { JsonNode, JsonObject } from "../json/json-node.js";
import { VERSION_MAX_LENGTH } from "../limits.js";
import type { AgentEntry } from "./agent-entry.js";
import { checkCapture } from "./check-capture.js";
import { checkCommand } from "./check-command.js";
import { checkDisplay } from "./check-display.js";
import { checkFlags } from "./check-groups.js";
import { checkId, checkName } from "./check-identity.js";
import { EntryReport, reportUnknownFields } from "./entry-report.js";

const FIELDS = [
  "id",
  "name",
  "command",
  "adapter",
  "mono",
  "icon",
  "downloadUrl",
  "minAppVersion",
  "clearCommand",
  "flags",
  "capture",
];

/** What an entry is judged against besides the format. */
export type EntryContext = { index: number; appVersion: string | undefined; list: IssueList };

/**
 * One entry, all its problems reported; nothing when it cannot be used or is for a newer app. `spoiled` tells that the
 * JSON reader already found the entry ambiguous.
 */
export function checkEntry(node: JsonNode, context: EntryContext, spoiled: boolean): AgentEntry | undefined {
  const base = ["agents", context.index];
  if (node.type !== "object") {
    const unnamed = new EntryReport(context.list, base, msg`entry ${context.index}`);
    unnamed.tell("MANIFEST_WRONG_TYPE", { path: [], message: msg`an entry must be an object` });
    return undefined;
  }
  const report = new EntryReport(context.list, base, nameEntry(node, context.index));
  const id = checkId(node, report);
  const name = checkName(node, report);
  const command = checkCommand(node, report);
  checkAdapter(node, report);
  const display = checkDisplay(node, report);
  const flags = checkFlags(node, report);
  const capture = checkCapture(node, report);
  const minAppVersion = checkMinAppVersion(node, context.appVersion, report);
  reportUnknownFields(node, FIELDS, report, [], "warning");
  if (spoiled || report.refused || minAppVersion === "closed") return undefined;
  if (id === undefined || name === undefined || command === undefined) return undefined;
  return {
    id,
    name,
    command,
    adapter: "cli",
    ...display,
    ...(minAppVersion === undefined ? {} : { minAppVersion: minAppVersion.version }),
    flags,
    ...(capture === undefined ? {} : { capture }),
  };
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
