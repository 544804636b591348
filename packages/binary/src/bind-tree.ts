import { createHash } from "node:crypto";
import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";
import { checkPathText, requireText } from "./check-path-text.js";
import { isSameIdentity } from "./file-identity.js";
import type { ListedTree } from "./list-tree.js";
import { identifyFolders, listTree } from "./list-tree.js";
import type { BinaryPorts } from "./system-ports.js";
import { systemPorts } from "./system-ports.js";
import type { BoundTree, TreeEntry } from "./tree-shape.js";
import { TREE_MAX_ISSUES } from "./tree-shape.js";

export type { BoundTree, TreeEntry };

/** How a tree is bound. */
export type TreeOptions = {
  /** Places outside the root from which the program is known to load code (it unpacks itself into a cache, say). */
  outside?: readonly string[];
  ports?: Partial<BinaryPorts>;
};

/**
 * Binds every file under an install root: names, types, link targets, execute rights and SHA-256, each folder opened
 * relative to the one above and judged like a program's. What it covers is what lies there: not a compile cache, nor what
 * the program unpacks or downloads elsewhere (`outside`, and `coverage` is then `partial`).
 *
 * Refused with all that speaks against it: writers, devices, FIFOs, sockets, names that are not UTF-8, limits.
 */
export function bindTree(root: string, options: TreeOptions = {}): Result<BoundTree> {
  requireText(root, "root");
  const wrong = checkPathText(root);
  if (wrong !== undefined) return refuse(wrong);
  const listed = listTree(root, { ports: systemPorts(options.ports), policy: "strict" });
  if (!listed.ok) return listed;
  const { entries, leaving } = listed.value;
  const outside = [...new Set([...leaving, ...(options.outside ?? [])])];
  return succeed(
    {
      schema: 1,
      root: listed.value.root,
      digest: digestEntries(entries),
      entries,
      outside,
      coverage: outside.length === 0 ? "tree" : "partial",
    },
    listed.issues,
  );
}

/**
 * Whether a tree is still the one that was bound: every name, type, target and byte is compared, so a file that was added
 * is a difference like one that was changed. For activation and for `doctor`; it reads everything. Returns the tree with
 * fresh folder identities.
 */
export function verifyTree(bound: BoundTree, options: Pick<TreeOptions, "ports"> = {}): Result<BoundTree> {
  const now = listTree(bound.root, { ports: systemPorts(options.ports), policy: "strict" });
  if (!now.ok) return now;
  const issues = compareEntries(bound, now.value);
  if (issues.length > 0) return refuse(...issues);
  return succeed({ ...bound, entries: now.value.entries }, now.issues);
}

/**
 * Whether every folder of a tree is the one that was bound, with the same names in it: no file is read, so it may run at
 * each launch beside `recheckBinary` of the entry file. It does not see a file that was rewritten in place: `verifyTree` does.
 */
export function recheckTree(bound: BoundTree, options: Pick<TreeOptions, "ports"> = {}): Result<BoundTree> {
  const folders = bound.entries.filter((entry) => entry.type === "folder");
  const now = identifyFolders(
    bound.root,
    folders.map(({ path }) => path),
    { ports: systemPorts(options.ports), policy: "strict" },
  );
  if (!now.ok) return now;
  const issues = folders.flatMap((folder, index) => {
    const identity = now.value[index];
    if (identity === undefined) return [differ("BINARY_TREE_REMOVED", bound.root, folder.path, "is gone")];
    return isSameIdentity(identity, folder.identity)
      ? []
      : [differ("BINARY_TREE_CHANGED", bound.root, folder.path, "has other names in it, or other rights")];
  });
  return issues.length > 0 ? refuse(...capIssues(issues)) : succeed(bound);
}

function compareEntries(bound: BoundTree, now: ListedTree): Issue[] {
  const before = new Map(bound.entries.map((entry) => [entry.path, entry]));
  const issues: Issue[] = [];
  for (const entry of now.entries) {
    const known = before.get(entry.path);
    before.delete(entry.path);
    if (known === undefined)
      issues.push(differ("BINARY_TREE_ADDED", bound.root, entry.path, "was not there when it was bound"));
    else if (describeEntry(known) !== describeEntry(entry))
      issues.push(differ("BINARY_TREE_CHANGED", bound.root, entry.path, describeChange(known, entry)));
  }
  for (const path of before.keys()) issues.push(differ("BINARY_TREE_REMOVED", bound.root, path, "is gone"));
  return capIssues(issues);
}

function describeChange(known: TreeEntry, entry: TreeEntry): string {
  if (known.type !== entry.type) return `was a ${known.type} and is a ${entry.type}`;
  if (known.type === "link") return "leads elsewhere";
  return known.type === "file" && entry.type === "file" && known.sha256 === entry.sha256
    ? "has other rights"
    : "has other bytes";
}

/** Everything of an entry that counts, without what a copy of the same tree would not share. */
function describeEntry(entry: TreeEntry): string {
  if (entry.type === "folder") return JSON.stringify([entry.path, entry.type]);
  if (entry.type === "link") return JSON.stringify([entry.path, entry.type, entry.target]);
  return JSON.stringify([entry.path, entry.type, entry.executable, entry.size, entry.sha256]);
}

/** SHA-256 (hex) over everything of the entries that counts. */
export function digestEntries(entries: readonly TreeEntry[]): string {
  const hash = createHash("sha256");
  for (const entry of entries) hash.update(`${describeEntry(entry)}\n`);
  return hash.digest("hex");
}

function differ(
  code: "BINARY_TREE_ADDED" | "BINARY_TREE_CHANGED" | "BINARY_TREE_REMOVED",
  root: string,
  path: string,
  how: string,
): Issue {
  return binaryIssue({ code, message: msg`${root}/${path} ${how}`, hint: msg`install the program again` });
}

function capIssues(issues: Issue[]): Issue[] {
  if (issues.length <= TREE_MAX_ISSUES) return issues;
  return [
    ...issues.slice(0, TREE_MAX_ISSUES),
    binaryIssue({
      code: "BINARY_TREE_CHANGED",
      message: msg`and ${issues.length - TREE_MAX_ISSUES} more differences`,
      hint: msg`install the program again`,
    }),
  ];
}
