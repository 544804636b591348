import type { Issue } from "@slipway/errors";
import { issue, msg } from "@slipway/errors";
import type { JsonObject } from "../json/json-node.js";
import type { ManifestCode } from "../manifest-error.js";

const INTEGER = /^(?:0|[1-9]\d{0,8})$/;

/** The one schema of both documents that this reader knows. */
export const SCHEMA = 1;

/** `schema`: exactly this reader's. A document of a later one is refused, not read as far as it can be understood. */
export function checkSchema(root: JsonObject): Issue[] {
  const node = root.members.get("schema")?.value;
  const path = ["schema"];
  if (node === undefined)
    return [refusal("MANIFEST_SCHEMA", path, msg`schema is missing`, msg`write "schema": ${SCHEMA}`)];
  // 1.0 and 1e0 are the same number and not the same text: readers that differ on that must not differ on the gate.
  if (node.type !== "number" || !INTEGER.test(node.text) || node.value < SCHEMA)
    return [refusal("MANIFEST_SCHEMA", path, msg`schema must be the integer ${SCHEMA}`)];
  if (node.value > SCHEMA) {
    const found = msg`schema ${node.value} needs a newer reader, this one reads ${SCHEMA}`;
    return [refusal("MANIFEST_NEWER_SCHEMA", path, found, msg`update the program that reads it`)];
  }
  return [];
}

export const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** `updatedAt`: a day that exists, as YYYY-MM-DD. It orders nothing: the signed timestamp does. */
export function checkUpdatedAt(root: JsonObject): { updatedAt?: string; issues: Issue[] } {
  const node = root.members.get("updatedAt")?.value;
  const path = ["updatedAt"];
  if (node === undefined) return { issues: [refusal("MANIFEST_UPDATED_AT", path, msg`updatedAt is missing`)] };
  const text = node.type === "string" ? node.value : "";
  if (isCalendarDate(text)) return { updatedAt: text, issues: [] };
  const hint = msg`write a day that exists as "YYYY-MM-DD"`;
  return { issues: [refusal("MANIFEST_UPDATED_AT", path, msg`updatedAt is no calendar date`, hint)] };
}

function isCalendarDate(text: string): boolean {
  const parts = DATE.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  // A day that the month does not have rolls over into another month.
  return year >= 1970 && new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
}

function refusal(code: ManifestCode, path: string[], message: Issue["message"], hint?: Issue["message"]): Issue {
  return issue({ code, path, message, ...(hint === undefined ? {} : { hint }) });
}
