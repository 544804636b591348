import { msg } from "@slipway/errors";
import type { JsonObject } from "../json/json-node.js";
import { CLEAR_COMMAND_MAX_LENGTH, ICON_MAX_LENGTH, URL_MAX_LENGTH } from "../limits.js";
import type { AgentEntry } from "./agent-entry.js";
import type { EntryReport } from "./entry-report.js";

/** Fields that decide what is shown and nothing that runs: a bad one is left out and the entry stands. */
type Display = Pick<AgentEntry, "icon" | "mono" | "downloadUrl" | "clearCommand">;

/** A bare file name or asset key: no slash, no scheme, no `.` in front (agents.json reference, `icon`). */
export const ICON = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

const PRINTABLE_ASCII = /^[\u0020-\u007E]+$/;

/** What a URL is written in; without backslashes, which browsers read as slashes. */
const URL_TEXT = /^[!-[\]-~]+$/;

/** A public host by name: an address of a machine is no vendor's page. */
const PUBLIC_HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/;

/** Glyphs that a launcher ships, for the user's own entries (agents.json reference, "The bundled agents"). */
export const GLYPHS = Object.freeze(
  "terminal bot code command cpu zap sparkles package rocket wrench ghost play".split(" "),
);

/** `icon`, `mono`, `downloadUrl` and `clearCommand`; only the user's own entries, `isCustom`, may name a glyph. */
export function checkDisplay(entry: JsonObject, isCustom: boolean, report: EntryReport): Display {
  const display: Display = {};
  const mono = entry.members.get("mono")?.value;
  if (mono?.type === "boolean") display.mono = mono.value;
  else if (mono !== undefined)
    report.leaveOut("MANIFEST_WRONG_TYPE", { path: ["mono"], message: msg`mono must be true or false` });
  const icon = readOptional(entry, "icon", report);
  if (icon !== undefined && checkIcon(icon, isCustom, report)) display.icon = icon;
  const url = readOptional(entry, "downloadUrl", report);
  if (url !== undefined && checkUrl(url, report)) display.downloadUrl = url;
  const clear = readOptional(entry, "clearCommand", report)?.trim();
  if (clear !== undefined && checkClearCommand(clear, report)) display.clearCommand = clear;
  return display;
}

function readOptional(entry: JsonObject, field: string, report: EntryReport): string | undefined {
  const node = entry.members.get(field)?.value;
  if (node === undefined || node.type === "string") return node?.value;
  report.leaveOut("MANIFEST_WRONG_TYPE", { path: [field], message: msg`${field} must be a string` });
  return undefined;
}

function checkIcon(icon: string, isCustom: boolean, report: EntryReport): boolean {
  if (isIconName(icon)) return true;
  if (icon.startsWith(GLYPH_PREFIX)) return checkGlyph(icon, isCustom, report);
  report.leaveOut("MANIFEST_ICON", {
    path: ["icon"],
    message: msg`icon ${icon} is no bare file name`,
    hint: msg`use an asset key or a file name of at most ${ICON_MAX_LENGTH} letters, digits, . _ and -`,
  });
  return false;
}

/** Whether a text is a bare file name or asset key. */
export function isIconName(text: string): boolean {
  return text.length <= ICON_MAX_LENGTH && ICON.test(text);
}

const GLYPH_PREFIX = "lucide:";

function checkGlyph(icon: string, isCustom: boolean, report: EntryReport): boolean {
  if (isCustom && GLYPHS.includes(icon.slice(GLYPH_PREFIX.length))) return true;
  report.leaveOut("MANIFEST_ICON", {
    path: ["icon"],
    message: isCustom
      ? msg`there is no glyph ${icon}`
      : msg`icon ${icon} is a glyph, which only the user's own entries name`,
    hint: isCustom
      ? msg`${GLYPH_PREFIX} is followed by one of ${GLYPHS.join(", ")}`
      : msg`use an asset key or a file name`,
  });
  return false;
}

function checkUrl(text: string, report: EntryReport): boolean {
  const url = text.length <= URL_MAX_LENGTH && URL_TEXT.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  const usable =
    url !== undefined &&
    url.protocol === "https:" &&
    url.username === "" &&
    url.password === "" &&
    PUBLIC_HOST.test(url.hostname);
  if (usable) return true;
  report.leaveOut("MANIFEST_DOWNLOAD_URL", {
    path: ["downloadUrl"],
    message: msg`downloadUrl ${text} is no https URL of a public host`,
    hint: msg`write the vendor's page in ASCII, without a user name, as in https://example.com/install`,
  });
  return false;
}

function checkClearCommand(text: string, report: EntryReport): boolean {
  if (text.length <= CLEAR_COMMAND_MAX_LENGTH && PRINTABLE_ASCII.test(text)) return true;
  report.leaveOut("MANIFEST_CLEAR_COMMAND", {
    path: ["clearCommand"],
    message: msg`clearCommand is not 1 to ${CLEAR_COMMAND_MAX_LENGTH} printable ASCII characters`,
  });
  return false;
}
