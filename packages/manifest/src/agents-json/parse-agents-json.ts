import type { Issue } from "@slipway/errors";
import { issue, msg, verbatim } from "@slipway/errors";
import valid from "semver/functions/valid.js";
import type { Agent, Trust } from "../agent.js";
import { assertTrust } from "../assert-trust.js";
import { agentFromEntry } from "../compile/agent-from-entry.js";
import type { IssueList } from "../issue-list.js";
import type { JsonArray, JsonDocument, JsonObject } from "../json/json-node.js";
import { describeNode } from "../json/json-node.js";
import { locateIssues } from "../json/locate-issues.js";
import { readJson } from "../json/read-json.js";
import { ENTRIES_MAX, VERSION_MAX_LENGTH } from "../limits.js";
import type { ManifestCode } from "../manifest-error.js";
import { ManifestError } from "../manifest-error.js";
import type { AgentEntry } from "./agent-entry.js";
import { checkAlikeName, readSkeleton } from "./check-alike-names.js";
import { checkEntry, nameEntry } from "./check-entry.js";
import { checkSchema, checkUpdatedAt } from "./check-header.js";
import { EntryReport, reportUnknownFields } from "./entry-report.js";

/** How {@link parseAgentsJson} reads. */
export type ParseOptions = {
  /** Where the bytes were loaded from. It is never in the data. */
  trust: Trust;
  /** The embedding app's semantic version, compared with `minAppVersion`. Without it such entries are left out. */
  appVersion?: string;
};

/** What a document gave. */
export type AgentsJson = {
  /** True when nothing of the document may be used: it is not JSON, ambiguous outside its entries, or of another schema. */
  refused: boolean;
  /** The entries that can be used, in the order of the document. */
  entries: AgentEntry[];
  /** The same entries compiled, one for one. */
  agents: Agent[];
  /** Every problem with its path, line and column. An error at `agents[n]` or in it says what was left out. */
  issues: Issue[];
  /** The day of the document, when it is one. */
  updatedAt?: string;
};

/**
 * Reads agents.json, schema 1 (agents.json reference, "Entry schema"). Verify the signature of the bytes first: this
 * function judges what they say, not who said it.
 *
 * An entry with a problem is left out, each problem naming it; the others stand. A problem of `icon`, `mono`,
 * `downloadUrl` or `clearCommand` costs that field only. Unknown fields are warnings, so that a later minor addition does
 * not empty the rosters of older readers. Bytes in, values out: it never throws over data, and its work is linear.
 *
 * @throws ManifestError `MANIFEST_MISUSE` when an argument has the wrong type or `appVersion` is no semantic version
 */
export function parseAgentsJson(bytes: Uint8Array, options: ParseOptions): AgentsJson {
  assertOptions(bytes, options);
  const { document, list, faults } = readJson(bytes);
  if (document === undefined) return refuseAll(list);
  const root = document.root;
  const spoiled = faults.sort("agents");
  if (spoiled.elsewhere) return refuseAll(list);
  if (root.type !== "object") return refuseAll(list, wrongRoot(document));
  const schema = checkSchema(root);
  if (schema.length > 0) return refuseAll(list, ...locateIssues(schema, document));
  const agents = findAgents(root);
  if (!("items" in agents)) return refuseAll(list, ...locateIssues([agents], document));
  return readEntries({ document, root, agents, spoiled: spoiled.entries, list, options });
}

type Work = {
  document: JsonDocument;
  root: JsonObject;
  agents: JsonArray;
  spoiled: ReadonlySet<number>;
  list: IssueList;
  options: ParseOptions;
};

function readEntries({ document, root, agents, spoiled, list, options }: Work): AgentsJson {
  list.rewrite((found) => nameFault(found, agents));
  const { updatedAt, issues } = checkUpdatedAt(root);
  for (const found of issues) list.add(found);
  reportUnknownMembers(root, list);
  if (agents.items.length === 0)
    list.add(note("MANIFEST_NO_AGENTS", ["agents"], msg`the document lists no agent`, "warning"));
  const entries: AgentEntry[] = [];
  const taken = new Map<string, number>();
  const skeletons = new Map<string, string>();
  for (const [index, node] of agents.items.entries()) {
    const entry = checkEntry(node, { index, appVersion: options.appVersion, list }, spoiled.has(index));
    if (entry === undefined) continue;
    const first = taken.get(entry.id.toLowerCase());
    if (first === undefined) {
      taken.set(entry.id.toLowerCase(), index);
      entries.push(entry);
      checkAlikeName(entry.name, skeletons, new EntryReport(list, ["agents", index], msg`agent ${entry.id}`));
      skeletons.set(readSkeleton(entry.name), entry.id);
    } else {
      const message = msg`agent ${entry.id}: the id is already that of entry ${first}; this one is left out`;
      list.add(note("MANIFEST_DUPLICATE_ID", ["agents", index, "id"], message, "error"));
    }
  }
  const compiled = entries.map((entry) => agentFromEntry(entry, { trust: options.trust }));
  return {
    refused: false,
    entries,
    agents: compiled.flatMap((result) => (result.ok ? [result.value] : [])),
    issues: locateIssues(list.finish(), document),
    ...(updatedAt === undefined ? {} : { updatedAt }),
  };
}

/** A fault inside an entry is told of the entry, as every other problem of it is. */
function nameFault(found: Issue, agents: JsonArray): Issue {
  const index = found.path[1];
  const node = typeof index === "number" ? agents.items[index] : undefined;
  if (found.severity !== "error" || typeof index !== "number" || node === undefined) return found;
  const subject = node.type === "object" ? nameEntry(node, index) : msg`entry ${index}`;
  return { ...found, message: msg`${verbatim(subject)}: ${verbatim(found.message)}` };
}

function findAgents(root: JsonObject): JsonArray | Issue {
  const node = root.members.get("agents")?.value;
  if (node === undefined) return note("MANIFEST_MISSING_FIELD", ["agents"], msg`agents is missing`, "error");
  if (node.type !== "array")
    return note("MANIFEST_WRONG_TYPE", ["agents"], msg`agents must be an array, it is ${describeNode(node)}`, "error");
  if (node.items.length <= ENTRIES_MAX) return node;
  const message = msg`agents has ${node.items.length} entries, more than ${ENTRIES_MAX}`;
  return note("MANIFEST_TOO_MANY", ["agents"], message, "error");
}

const MEMBERS = ["schema", "updatedAt", "agents"];

function reportUnknownMembers(root: JsonObject, list: IssueList): void {
  reportUnknownFields(root, MEMBERS, new EntryReport(list, [], msg`the document`), [], "warning");
}

function refuseAll(list: IssueList, ...deciding: Issue[]): AgentsJson {
  for (const found of deciding) list.decide(found);
  return { refused: true, entries: [], agents: [], issues: list.finish() };
}

function wrongRoot(document: JsonDocument): Issue {
  const found = msg`the document must be an object, it is ${describeNode(document.root)}`;
  return { ...note("MANIFEST_WRONG_TYPE", [], found, "error"), line: 1, column: 1 };
}

function note(code: ManifestCode, path: Issue["path"], message: Issue["message"], severity: Issue["severity"]): Issue {
  return issue({ code, path, message, severity });
}

function assertOptions(bytes: unknown, options: ParseOptions): void {
  if (!(bytes instanceof Uint8Array)) throw new ManifestError("MANIFEST_MISUSE", msg`bytes is not a Uint8Array`);
  assertTrust(options?.trust);
  const { appVersion } = options;
  if (appVersion === undefined) return;
  if (typeof appVersion !== "string" || appVersion.length > VERSION_MAX_LENGTH || valid(appVersion) === null)
    throw new ManifestError("MANIFEST_MISUSE", msg`appVersion ${appVersion} is no semantic version`);
}
