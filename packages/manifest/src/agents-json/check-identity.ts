import { msg, printable } from "@slipway/errors";
import type { JsonObject } from "../json/json-node.js";
import { NAME_MAX_LENGTH } from "../limits.js";
import type { EntryReport } from "./entry-report.js";

/** Ids become file names and keys of settings. */
export const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Windows opens a device for these names in any folder, with or without an extension. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/** Whether a text can be the id of an agent. */
export function isAgentId(text: string): boolean {
  return ID.test(text) && !DEVICE_NAME.test(text);
}

/** The text of a mandatory field, or nothing after its absence or type was reported. */
export function readText(entry: JsonObject, field: string, report: EntryReport): string | undefined {
  const node = entry.members.get(field)?.value;
  if (node === undefined) {
    report.tell("MANIFEST_MISSING_FIELD", {
      path: [field],
      message: msg`${field} is missing`,
      ...(field === "id" ? {} : { hint: msg`only an entry over a lower layer that has this id can leave it out` }),
    });
    return undefined;
  }
  if (node.type === "string") return node.value;
  report.wrongType(node, [field], "a string");
  return undefined;
}

/** `id` (design: bounds of agents.json). */
export function checkId(entry: JsonObject, report: EntryReport): string | undefined {
  const id = readText(entry, "id", report);
  if (id === undefined || isAgentId(id)) return id;
  report.tell("MANIFEST_ID", {
    path: ["id"],
    message: DEVICE_NAME.test(id) ? msg`the id ${id} is a device name of Windows` : msg`the id ${id} is not usable`,
    hint: msg`use 1 to 64 letters, digits, _ and -, beginning with a letter or digit`,
  });
  return undefined;
}

/** `name`: what people read in lists, so nothing in it may hide or pass for something else. */
export function checkName(entry: JsonObject, report: EntryReport): string | undefined {
  const name = readText(entry, "name", report);
  if (name === undefined) return undefined;
  const path = ["name"];
  if (name.trim() === "") {
    report.tell("MANIFEST_NAME", { path, message: msg`name is blank` });
    return undefined;
  }
  if ([...name].length > NAME_MAX_LENGTH) {
    report.tell("MANIFEST_NAME", { path, message: msg`name has more than ${NAME_MAX_LENGTH} characters` });
    return undefined;
  }
  if (!showsAsItself(name, NAME_MAX_LENGTH)) {
    report.tell("MANIFEST_NAME", {
      path,
      message: msg`name holds characters that do not show as themselves: ${name}`,
      hint: msg`use visible characters only, in their composed form (NFC)`,
    });
    return undefined;
  }
  // A list of agents is a table: a name of 64 wide characters would push what stands beside it out of sight.
  if (printable(name, { maxColumns: NAME_MAX_LENGTH }) !== name) {
    report.tell("MANIFEST_NAME", { path, message: msg`name takes more than ${NAME_MAX_LENGTH} columns` });
    return undefined;
  }
  return name;
}

/** Whether a text of at most `length` characters has nothing that hides, reorders or passes for something else. */
export function showsAsItself(text: string, length: number): boolean {
  return printable(text, { maxColumns: 16 * length }) === text && text === text.normalize("NFC");
}
