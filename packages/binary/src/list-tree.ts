import type { BigIntStats } from "node:fs";
import { constants } from "node:fs";
import { normalize } from "node:path";
import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { binaryIssue, faultCode } from "./binary-code.js";
import type { FileIdentity } from "./bound-binary.js";
import { decodeName } from "./check-path-text.js";
import { identifyFile } from "./file-identity.js";
import { hashDescriptor } from "./hash-file.js";
import { isWithin } from "./hostile-places.js";
import type { JudgeContext } from "./judge-writers.js";
import { judgeFolder, judgeOwnership } from "./judge-writers.js";
import type { TreeEntry } from "./tree-shape.js";
import { TREE_MAX_BYTES, TREE_MAX_DEPTH, TREE_MAX_ENTRIES, TREE_MAX_ISSUES } from "./tree-shape.js";
import { closeWalk, walkPath } from "./walk-path.js";

/** O_PATH of Linux: see the walk. */
const O_PATH = 0o10000000;

/** What lies under a root, and where its links lead out of it. */
export type ListedTree = { root: string; entries: TreeEntry[]; leaving: string[] };

type Listing = { root: string; entries: TreeEntry[]; leaving: Set<string>; bytes: number; issues: Issue[] };

/**
 * Lists a tree, each folder opened relative to the descriptor of the one above: a folder that is swapped meanwhile does not
 * lead the walk elsewhere. Linux only: elsewhere names cannot be opened relative to a descriptor, and the answer is refused
 * as unproven.
 */
export function listTree(root: string, context: JudgeContext): Result<ListedTree> {
  const folder = normalize(root).replace(/(?<=.)\/+$/u, "");
  if (context.ports.platform !== "linux") return refuse(noProof(folder, context));
  const walked = walkPath(folder, "folder", context);
  if (walked.walk === undefined || walked.findings.length > 0) {
    closeWalk(walked.walk, context);
    return refuse(...walked.findings.map(({ issue }) => issue));
  }
  const listing: Listing = { root: folder, entries: [], leaving: new Set(), bytes: 0, issues: [] };
  try {
    listFolder(walked.walk.fd, walked.walk.stat, "", 0, listing, context);
  } finally {
    closeWalk(walked.walk, context);
  }
  const errors = listing.issues.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return refuse(...errors.slice(0, TREE_MAX_ISSUES));
  listing.entries.sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0));
  return succeed({ root: folder, entries: listing.entries, leaving: [...listing.leaving].sort() }, listing.issues);
}

/** The identity of each of these folders of a tree, judged on the way; nothing for one that is gone. */
export function identifyFolders(
  root: string,
  paths: readonly string[],
  context: JudgeContext,
): Result<(FileIdentity | undefined)[]> {
  if (context.ports.platform !== "linux") return refuse(noProof(root, context));
  const issues: Issue[] = [];
  const found = paths.map((path) => {
    const walked = walkPath(path === "." ? root : `${root}/${path}`, "folder", context);
    const against = walked.findings.filter(({ issue }) => issue.code !== "BINARY_MISSING");
    issues.push(...against.map(({ issue }) => issue));
    const identity = walked.walk === undefined ? undefined : identifyFile(walked.walk.stat);
    closeWalk(walked.walk, context);
    return identity;
  });
  return issues.length > 0 ? refuse(...issues.slice(0, TREE_MAX_ISSUES)) : succeed(found);
}

function listFolder(
  fd: number,
  stat: BigIntStats,
  path: string,
  depth: number,
  listing: Listing,
  context: JudgeContext,
): void {
  const { fs } = context.ports;
  const full = path === "" ? listing.root : `${listing.root}/${path}`;
  listing.issues.push(...judgeFolder(stat, full, "holder", context, fd).map(({ issue }) => issue));
  listing.entries.push({ path: path === "" ? "." : path, type: "folder", identity: identifyFile(stat) });
  if (depth > TREE_MAX_DEPTH) {
    listing.issues.push(refuseEntry(full, `lies deeper than ${TREE_MAX_DEPTH} folders`));
    return;
  }
  let names: Buffer[];
  try {
    // As bytes: two names that are not UTF-8 can be one text.
    names = fs.readdirSync(`/proc/self/fd/${fd}/.`, { encoding: "buffer" });
  } catch (error) {
    listing.issues.push(refuseEntry(full, `cannot be listed: ${faultCode(error)}`));
    return;
  }
  noteTwins(names, full, listing);
  for (const bytes of names) {
    const name = decodeName(bytes);
    const below = path === "" ? `${name}` : `${path}/${name}`;
    if (name === undefined || name.includes("\uFFFD"))
      listing.issues.push(refuseEntry(`${full}/${bytes.toString("latin1")}`, "has a name that is not plain UTF-8"));
    else if (listing.entries.length >= TREE_MAX_ENTRIES) {
      listing.issues.push(refuseEntry(listing.root, `holds more than ${TREE_MAX_ENTRIES} names`));
      return;
    } else listName(fd, name, below, depth, listing, context);
  }
}

function listName(
  folder: number,
  name: string,
  path: string,
  depth: number,
  listing: Listing,
  context: JudgeContext,
): void {
  const { fs } = context.ports;
  const full = `${listing.root}/${path}`;
  const at = `/proc/self/fd/${folder}/${name}`;
  let fd: number | undefined;
  try {
    fd = fs.openSync(at, O_PATH | constants.O_NOFOLLOW);
    const stat = fs.fstatSync(fd, { bigint: true });
    if (stat.isDirectory()) listFolder(fd, stat, path, depth + 1, listing, context);
    else if (stat.isSymbolicLink()) listLink(at, path, listing, context);
    else if (stat.isFile()) listFile(fd, stat, path, listing, context);
    else listing.issues.push(refuseEntry(full, "is a device, a FIFO or a socket"));
  } catch (error) {
    if (faultCode(error) === "UNKNOWN") throw error;
    listing.issues.push(refuseEntry(full, `cannot be read: ${faultCode(error)}`));
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

function listLink(at: string, path: string, listing: Listing, context: JudgeContext): void {
  const target = decodeName(context.ports.fs.readlinkSync(at, { encoding: "buffer" }));
  if (target === undefined) {
    listing.issues.push(refuseEntry(`${listing.root}/${path}`, "is a link whose target is not plain UTF-8"));
    return;
  }
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  const reached = normalize(target.startsWith("/") ? target : `${listing.root}/${folder}/${target}`);
  if (!isWithin(reached, listing.root)) listing.leaving.add(reached);
  listing.entries.push({ path, type: "link", target });
}

function listFile(fd: number, stat: BigIntStats, path: string, listing: Listing, context: JudgeContext): void {
  const full = `${listing.root}/${path}`;
  listing.issues.push(...judgeOwnership(stat, full, context, fd).map(({ issue }) => issue));
  listing.bytes += Number(stat.size);
  if (listing.bytes > TREE_MAX_BYTES) {
    listing.issues.push(refuseEntry(listing.root, `holds more than ${TREE_MAX_BYTES} bytes`));
    return;
  }
  const opened = context.ports.fs.openSync(`/proc/self/fd/${fd}`, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const digest = hashDescriptor(opened, stat, full, context.ports);
    if (!digest.ok) listing.issues.push(...digest.issues);
    else
      listing.entries.push({
        path,
        type: "file",
        sha256: digest.value,
        size: stat.size.toString(),
        executable: (Number(stat.mode) & 0o111) !== 0,
      });
  } finally {
    context.ports.fs.closeSync(opened);
  }
}

/** Two names that are one on macOS and Windows: the tree would not be the same there, and a reader takes one for the other. */
function noteTwins(names: readonly Buffer[], folder: string, listing: Listing): void {
  const seen = new Map<string, string>();
  for (const bytes of names) {
    const name = bytes.toString("utf8");
    const folded = name.normalize("NFC").toLowerCase();
    const other = seen.get(folded);
    seen.set(folded, name);
    if (other !== undefined)
      listing.issues.push(
        binaryIssue({
          code: "BINARY_TREE_TWINS",
          severity: "warning",
          message: msg`${other} and ${name} in ${folder} differ in letter case or Unicode form only`,
        }),
      );
  }
}

function refuseEntry(path: string, how: string): Issue {
  return binaryIssue({
    code: "BINARY_TREE_REFUSED",
    message: msg`${path} ${how}`,
    hint: msg`install the program again`,
  });
}

function noProof(root: string, { ports }: JudgeContext): Issue {
  return binaryIssue({
    code: "BINARY_UNPROVEN",
    message: msg`on ${ports.platform} the files of ${root} cannot be opened relative to the folders that were judged`,
  });
}
