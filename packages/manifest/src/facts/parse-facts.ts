import type { Issue, Result } from "@slipway/errors";
import { hasErrors, issue, msg, printable, refuse, succeed } from "@slipway/errors";
import type { Trust } from "../agent.js";
import { checkSchema, checkUpdatedAt } from "../agents-json/check-header.js";
import { EntryReport, reportUnknownFields } from "../agents-json/entry-report.js";
import { assertTrust } from "../assert-trust.js";
import { IssueList } from "../issue-list.js";
import type { JsonNode, JsonObject } from "../json/json-node.js";
import { locateIssues } from "../json/locate-issues.js";
import { readJson } from "../json/read-json.js";
import { FACT_ROWS_MAX } from "../limits.js";
import type { ManifestCode } from "../manifest-error.js";
import { ManifestError } from "../manifest-error.js";
import { FACTS_MEMBERS } from "./fact-members.js";
import type { FactRow, Facts } from "./facts.js";
import { readRow } from "./read-row.js";

/** The `kind` of a facts document. */
export const KIND = "slipway-facts";

/**
 * Reads a facts document: `{ kind, schema, updatedAt, rows }`. Facts select reviewed behaviour by name; the vocabulary is
 * closed, and an unknown name or field leaves its row out, because it may be a restriction that this reader would skip.
 * A row that is left out is a warning and the others stand; a fault outside the rows refuses the document.
 *
 * Verify the signature of the bytes first, and pass `trust` for where they came from.
 *
 * @throws ManifestError `MANIFEST_MISUSE` when an argument has the wrong type
 */
export function parseFacts(bytes: Uint8Array, options: { trust?: Trust } = {}): Result<Facts> {
  if (!(bytes instanceof Uint8Array)) throw new ManifestError("MANIFEST_MISUSE", msg`bytes is not a Uint8Array`);
  const { trust } = options;
  if (trust !== undefined) assertTrust(trust);
  const { document, list, faults } = readJson(bytes);
  if (document === undefined) return refuse(...list.finish());
  const spoiled = faults.sort("rows");
  if (spoiled.elsewhere) return refuse(...list.finish());
  const header = checkFactsHeader(document.root);
  if (!("rows" in header)) {
    for (const found of header.issues) list.decide(found);
    return refuse(...locateIssues(list.finish(), document));
  }
  const rows: FactRow[] = [];
  for (const [index, node] of header.rows.entries()) {
    const report = new EntryReport(list, ["rows", index], nameRow(node, index));
    const row = readRow(node, report);
    if (row !== undefined && !spoiled.entries.has(index)) rows.push(row);
  }
  const told = locateIssues(list.finish(), document).map((found) =>
    found.severity === "error" ? { ...found, severity: "warning" as const } : found,
  );
  return succeed({ rows, updatedAt: header.updatedAt, ...(trust === undefined ? {} : { trust }) }, told);
}

type Header = { rows: JsonNode[]; updatedAt: string } | { issues: Issue[] };

function checkFactsHeader(root: JsonNode): Header {
  if (root.type !== "object") return { issues: [refusal("MANIFEST_WRONG_TYPE", [], msg`facts must be an object`)] };
  const kind = root.members.get("kind")?.value;
  if (kind?.type !== "string" || kind.value !== KIND)
    return { issues: [refusal("MANIFEST_WRONG_KIND", ["kind"], msg`the document is not of the kind ${KIND}`)] };
  const issues = [...checkSchema(root), ...reportUnknown(root)];
  const date = checkUpdatedAt(root);
  issues.push(...date.issues);
  const rows = root.members.get("rows")?.value;
  if (rows?.type !== "array") issues.push(refusal("MANIFEST_WRONG_TYPE", ["rows"], msg`rows must be an array`));
  else if (rows.items.length > FACT_ROWS_MAX)
    issues.push(refusal("MANIFEST_TOO_MANY", ["rows"], msg`more than ${FACT_ROWS_MAX} rows`));
  if (hasErrors(issues) || rows?.type !== "array" || date.updatedAt === undefined) return { issues };
  return { rows: rows.items, updatedAt: date.updatedAt };
}

function reportUnknown(root: JsonObject): Issue[] {
  const list = new IssueList();
  reportUnknownFields(root, FACTS_MEMBERS, new EntryReport(list, [], msg`the document`), [], "error");
  return list.finish();
}

function nameRow(node: JsonNode, index: number) {
  const agent = node.type === "object" ? node.members.get("agent")?.value : undefined;
  if (agent?.type !== "string") return msg`row ${index} left out`;
  return msg`row ${index} (${printable(agent.value, { maxColumns: 64 })}) left out`;
}

function refusal(code: ManifestCode, path: string[], message: Issue["message"]): Issue {
  return issue({ code, path, message });
}
