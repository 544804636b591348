import type { Result } from "@slipway/errors";
import { hasErrors, msg, refuse, stringifyJson, succeed } from "@slipway/errors";
import { ManifestError } from "../manifest-error.js";
import { decodeText } from "./decode-text.js";
import type { JsonNode, JsonObject } from "./json-node.js";
import type { OrderedKind } from "./member-order.js";
import { orderNames } from "./member-order.js";
import { readJson } from "./read-json.js";
import { stripComments } from "./strip-comments.js";

/** Columns of one line: what fits is written on one, as in the catalogs of this format. */
const LINE_COLUMNS = 120;
/** Objects at most this deep stand on lines of their own, whatever their length: a change then shows as its line. */
const OPEN_DEPTH = { agents: Number.POSITIVE_INFINITY, facts: 3, other: Number.POSITIVE_INFINITY } as const;

/** A formatted document. `comments` were dropped: JSON has none. */
export type FormattedJson = { text: string; comments: number };

/**
 * The canonical text of a document: two blanks a level, members in the order of the format (unknown ones behind, as
 * written), lists of plain values on one line where 120 columns hold them, one line feed at the end, no comments, no byte
 * order mark. Numbers stay as written, strings get the escapes they need and those of characters that cannot be seen.
 *
 * The values are the same before and after, and formatting twice changes nothing. A document that does not parse, or that
 * two readers could read differently (a member named twice), is refused with the reader's issues: which of its values
 * would be kept is not for a formatter to decide.
 *
 * @throws ManifestError `MANIFEST_MISUSE` when `bytes` is no Uint8Array
 */
export function formatJson(bytes: Uint8Array): Result<FormattedJson> {
  if (!(bytes instanceof Uint8Array)) throw new ManifestError("MANIFEST_MISUSE", msg`bytes is not a Uint8Array`);
  const decoded = decodeText(bytes);
  if (decoded.text === undefined) return refuse(...decoded.issues);
  const stripped = stripComments(decoded.text);
  const { document, list } = readJson(new TextEncoder().encode(stripped.text));
  const issues = list.finish();
  if (document === undefined || hasErrors(issues)) return refuse(...issues);
  const { root } = document;
  const text = `${writeNode(root, { kind: findKind(root), place: "", depth: 0, used: 0 })}\n`;
  return succeed({ text, comments: stripped.comments }, [...decoded.issues, ...issues]);
}

function findKind(root: JsonNode): OrderedKind {
  if (root.type !== "object") return "other";
  const kind = root.members.get("kind")?.value;
  if (kind?.type === "string") return kind.value === "slipway-facts" ? "facts" : "other";
  return root.members.has("agents") ? "agents" : "other";
}

/** Where a value is written: `used` are the columns that its line already has, and one for the comma behind it. */
type Where = { kind: OrderedKind; place: string; depth: number; used: number };

function writeNode(node: JsonNode, where: Where): string {
  if (node.type !== "object" && node.type !== "array") return writePlain(node);
  const empty = node.type === "object" ? node.members.size === 0 : node.items.length === 0;
  if (empty) return node.type === "object" ? "{}" : "[]";
  const room = LINE_COLUMNS - where.used - 1;
  const line = mayStandOnOneLine(node, where) ? writeOnOneLine(node, where, room) : undefined;
  if (line !== undefined) return line;
  const pad = "  ".repeat(where.depth + 1);
  const inner = node.type === "object" ? writeMembers(node, where, pad) : writeItems(node.items, where, pad);
  const [open, close] = node.type === "object" ? "{}" : "[]";
  return `${open}\n${inner.join(",\n")}\n${"  ".repeat(where.depth)}${close}`;
}

function writeMembers(node: JsonObject, where: Where, pad: string): string[] {
  return orderNames(where.kind, where.place, [...node.members.keys()]).map((name) => {
    const label = `${pad}${stringifyJson(name)}: `;
    const value = node.members.get(name)?.value as JsonNode;
    return (
      label +
      writeNode(value, { ...where, place: stepInto(where.place, name), depth: where.depth + 1, used: label.length })
    );
  });
}

function writeItems(items: readonly JsonNode[], where: Where, pad: string): string[] {
  const inner = { ...where, place: stepInto(where.place, "*"), depth: where.depth + 1, used: pad.length };
  return items.map((item) => pad + writeNode(item, inner));
}

function stepInto(place: string, step: string): string {
  return place === "" ? step : `${place}.${step}`;
}

function mayStandOnOneLine(node: JsonNode, { kind, depth }: Where): boolean {
  if (node.type === "object") return depth >= OPEN_DEPTH[kind];
  if (node.type !== "array") return true;
  return node.items.every((item) =>
    item.type === "object" || item.type === "array" ? depth >= OPEN_DEPTH[kind] : true,
  );
}

/** The value on one line, or nothing when it is longer than `room`: given up early, so that the work stays linear. */
function writeOnOneLine(node: JsonNode, where: Where, room: number): string | undefined {
  if (room < 0) return undefined;
  if (node.type !== "object" && node.type !== "array") {
    const plain = writePlain(node);
    return plain.length <= room ? plain : undefined;
  }
  const isObject = node.type === "object";
  const names = isObject ? orderNames(where.kind, where.place, [...node.members.keys()]) : [];
  const values = isObject ? names.map((name) => node.members.get(name)?.value as JsonNode) : node.items;
  if (values.length * 2 > room) return values.length === 0 && room >= 2 ? (isObject ? "{}" : "[]") : undefined;
  const parts: string[] = [];
  let left = room - (isObject ? 4 : 2);
  for (const [index, value] of values.entries()) {
    const name = names[index];
    const label = name === undefined ? "" : `${stringifyJson(name)}: `;
    const inner = { ...where, place: stepInto(where.place, name ?? "*") };
    const part = writeOnOneLine(value, inner, left - label.length);
    if (part === undefined) return undefined;
    parts.push(label + part);
    left -= label.length + part.length + 2;
  }
  const line = isObject ? `{ ${parts.join(", ")} }` : `[${parts.join(", ")}]`;
  return line.length <= room ? line : undefined;
}

function writePlain(node: JsonNode): string {
  if (node.type === "string") return stringifyJson(node.value);
  if (node.type === "number") return node.text;
  return node.type === "boolean" ? String(node.value) : "null";
}
