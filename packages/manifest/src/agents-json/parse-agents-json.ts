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
import type { MergedEntry } from "../merge/overlay-entry.js";
import type { AgentEntry, EntryPatch, RemovedAgent } from "./agent-entry.js";
import { checkAlikeName, readSkeleton } from "./check-alike-names.js";
import type { JudgedEntry } from "./check-entry.js";
import { checkEntry, nameEntry } from "./check-entry.js";
import { checkSchema, checkUpdatedAt } from "./check-header.js";
import { checkIconDigests, checkRemoved } from "./check-removed.js";
import { DOCUMENT_MEMBERS, OWN_DOCUMENT_MEMBERS } from "./entry-members.js";
import { EntryReport, reportUnknownFields } from "./entry-report.js";

/** How {@link parseAgentsJson} reads. */
export type ParseOptions = {
  /**
   * Where the bytes were loaded from, and so which layer they are: `first-party` the floor that is shipped, `signed` a
   * catalog over it, `local` the user's own entries. It is never in the data.
   */
  trust: Trust;
  /**
   * The entries of the layers below, from {@link mergeEntries}. An entry of this document may then leave out what it
   * inherits; without them each entry has to be whole.
   */
  floor?: readonly MergedEntry[];
  /** The embedding app's semantic version, compared with `minAppVersion`. Without it such entries are left out. */
  appVersion?: string;
  /** Takes warnings for errors: an entry with one is left out. For those who make catalogs, not for those who read them. */
  strict?: boolean;
};

/** What a document gave. */
export type AgentsJson = {
  /** True when nothing of the document may be used: it is not JSON, ambiguous outside its entries, or of another schema. */
  refused: boolean;
  /** The layer, as it was given: with `patches` and `removed` the result is a layer of {@link mergeEntries}. */
  trust: Trust;
  /** What the document says of each agent that can be used, in its order. */
  patches: EntryPatch[];
  /** The same entries over the floor that was given, one for one. */
  entries: AgentEntry[];
  /**
   * The same entries compiled, one for one. Made when they are first asked for: who lays layers over each other wants those
   * of the merge, and compiling costs half as much again as reading.
   */
  agents: Agent[];
  /** Every problem with its path, line and column. An error at `agents[n]` or in it says what was left out. */
  issues: Issue[];
  /** The day of the document, when it is one. */
  updatedAt?: string;
  /** What the document withdraws from the layers below. */
  removed?: RemovedAgent[];
  /** SHA-256 of icon files, in lower-case hexadecimal, by file name. */
  iconDigests?: ReadonlyMap<string, string>;
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
  list.strict = options.strict === true;
  if (document === undefined) return refuseAll(options, list);
  const root = document.root;
  const spoiled = faults.sort("agents");
  if (spoiled.elsewhere) return refuseAll(options, list);
  if (root.type !== "object") return refuseAll(options, list, wrongRoot(document));
  const schema = checkSchema(root);
  if (schema.length > 0) return refuseAll(options, list, ...locateIssues(schema, document));
  const agents = findAgents(root);
  if (!("items" in agents)) return refuseAll(options, list, ...locateIssues([agents], document));
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
  reportUnknownMembers(root, options.trust, list);
  const isCatalog = options.trust !== "local";
  const removed = isCatalog ? checkRemoved(root, list) : undefined;
  const iconDigests = isCatalog ? checkIconDigests(root, list) : undefined;
  if (agents.items.length === 0)
    list.add(note("MANIFEST_NO_AGENTS", ["agents"], msg`the document lists no agent`, "warning"));
  const judged = judgeEntries(agents, spoiled, new Set(removed?.map(({ id }) => id.toLowerCase())), list, options);
  let compiled: Agent[] | undefined;
  return {
    refused: false,
    trust: options.trust,
    patches: judged.map(({ patch }) => patch),
    entries: judged.map(({ merged }) => merged.entry),
    get agents() {
      compiled ??= compileEntries(judged);
      return compiled;
    },
    issues: raise(locateIssues(list.finish(), document), options.strict),
    ...(updatedAt === undefined ? {} : { updatedAt }),
    ...(removed === undefined ? {} : { removed }),
    ...(iconDigests === undefined ? {} : { iconDigests }),
  };
}

function compileEntries(judged: readonly JudgedEntry[]): Agent[] {
  return judged.flatMap(({ merged }) => {
    const compiled = agentFromEntry(merged.entry, merged);
    return compiled.ok ? [compiled.value] : [];
  });
}

/** The entries that stand: usable, the first of their id, not withdrawn by the same document. */
function judgeEntries(
  agents: JsonArray,
  spoiled: ReadonlySet<number>,
  withdrawn: ReadonlySet<string>,
  list: IssueList,
  options: ParseOptions,
): JudgedEntry[] {
  const { trust, appVersion } = options;
  const below = options.floor ?? [];
  const floor = new Map(below.map((one) => [one.entry.id.toLowerCase(), one]));
  const skeletons = new Map(below.map(({ entry }) => [readSkeleton(entry.name), entry.id]));
  const judged: JudgedEntry[] = [];
  const taken = new Map<string, number>();
  for (const [index, node] of agents.items.entries()) {
    const found = checkEntry(node, { index, trust, appVersion, floor, list }, spoiled.has(index));
    if (found === undefined) continue;
    const { entry } = found.merged;
    const key = entry.id.toLowerCase();
    const first = taken.get(key);
    if (first !== undefined) {
      const message = msg`agent ${entry.id}: the id is already that of entry ${first}; this one is left out`;
      list.add(note("MANIFEST_DUPLICATE_ID", ["agents", index, "id"], message, "error"));
      continue;
    }
    taken.set(key, index);
    if (withdrawn.has(key)) {
      const message = msg`agent ${entry.id}: the document lists it and withdraws it; this one is left out`;
      list.add(note("MANIFEST_REMOVED", ["agents", index, "id"], message, "error"));
      continue;
    }
    const report = new EntryReport(list, ["agents", index], () => msg`agent ${entry.id}`);
    checkAlikeName(entry, skeletons, report);
    if (report.refused) continue;
    skeletons.set(readSkeleton(entry.name), entry.id);
    judged.push(found);
  }
  return judged;
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

function reportUnknownMembers(root: JsonObject, trust: Trust, list: IssueList): void {
  const known = trust === "local" ? OWN_DOCUMENT_MEMBERS : DOCUMENT_MEMBERS;
  reportUnknownFields(root, known, new EntryReport(list, [], msg`the document`), [], "warning");
}

/** With `strict`, what of the document itself was a warning is an error; entries were judged by it already. */
function raise(issues: Issue[], strict: boolean | undefined): Issue[] {
  if (strict !== true) return issues;
  return issues.map((found) =>
    found.severity === "warning" && typeof found.path[1] !== "number" ? { ...found, severity: "error" } : found,
  );
}

function refuseAll({ trust, strict }: ParseOptions, list: IssueList, ...deciding: Issue[]): AgentsJson {
  for (const found of deciding) list.decide(found);
  const issues = raise(list.finish(), strict);
  return { refused: true, trust, patches: [], entries: [], agents: [], issues };
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
  const { appVersion, floor, strict } = options;
  if (floor !== undefined && !(Array.isArray(floor) && floor.every((one) => typeof one?.entry?.id === "string")))
    throw new ManifestError("MANIFEST_MISUSE", msg`floor is not the entries of a merge`);
  if (strict !== undefined && typeof strict !== "boolean")
    throw new ManifestError("MANIFEST_MISUSE", msg`strict is neither true nor false`);
  if (appVersion === undefined) return;
  if (typeof appVersion !== "string" || appVersion.length > VERSION_MAX_LENGTH || valid(appVersion) === null)
    throw new ManifestError("MANIFEST_MISUSE", msg`appVersion ${appVersion} is no semantic version`);
}
