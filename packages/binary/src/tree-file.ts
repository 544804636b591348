import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, stringifyJson, succeed } from "@slipway/errors";
import { BinaryError, binaryIssue } from "./binary-code.js";
import { digestEntries } from "./bind-tree.js";
import { decodeName } from "./check-path-text.js";
import type { Check } from "./closed-shape.js";
import { digest, fields, identity, list, oneOf, path, text } from "./closed-shape.js";
import { readPrivateFile, removePrivateFile, replacePrivateFile } from "./private-file.js";
import { checkRecordId, inMadeStore, inStore } from "./record-store.js";
import type { BinaryPorts } from "./system-ports.js";
import type { BoundTree } from "./tree-shape.js";
import { TREE_FILE_MAX_BYTES, TREE_MAX_ENTRIES } from "./tree-shape.js";

type TreeFileOptions = { ports?: Partial<BinaryPorts> };

/**
 * Reads the tree that is kept beside the record of an agent, under the rules of `readRecord`; absent is a success without a
 * value. One that is not whole, or whose digest is not that of its entries, is refused with `BINARY_RECORD_DAMAGED`.
 */
export function readTree(dir: string, id: string, options: TreeFileOptions = {}): Result<BoundTree | undefined> {
  return inStore<BoundTree>(dir, id, options.ports, (folder, context) => {
    const read = readPrivateFile(folder, nameTree(id), TREE_FILE_MAX_BYTES, context);
    if (!read.ok || read.value === undefined) return read.ok ? succeed(undefined) : read;
    return parseTree(read.value, `${folder.path}/${nameTree(id)}`);
  });
}

/** Keeps the tree of an agent's program beside its record: mode 0600, complete or not at all, on disk when it returns. */
export function writeTree(dir: string, id: string, tree: BoundTree, options: TreeFileOptions = {}): Result<BoundTree> {
  const invalid = checkRecordId(id);
  if (invalid !== undefined) return refuse(invalid);
  if (!isBoundTree(tree)) throw new BinaryError("BINARY_MISUSE", msg`the tree for ${id} is not one that was bound`);
  const bytes = Buffer.from(`${stringifyJson(tree)}\n`);
  if (bytes.length > TREE_FILE_MAX_BYTES)
    return refuse(
      binaryIssue({
        code: "BINARY_RECORD_TOO_LARGE",
        message: msg`the tree of ${id} would have ${bytes.length} bytes`,
      }),
    );
  return inMadeStore<BoundTree>(dir, id, options.ports, (folder, context) => {
    const written = replacePrivateFile(folder, nameTree(id), bytes, context);
    return written.ok ? succeed(tree) : written;
  });
}

/** Deletes the tree that is kept beside the record of an agent; one that is not there is deleted already. */
export function removeTree(dir: string, id: string, options: TreeFileOptions = {}): Result<true | undefined> {
  return inStore<true>(dir, id, options.ports, (folder, context) => removePrivateFile(folder, nameTree(id), context));
}

/** No id holds a dot, so no agent's record has this name. */
function nameTree(id: string): string {
  return `${id}.tree.json`;
}

const size = text(/^\d{1,20}$/u);
/** Below the root, and nothing that leads out of it. */
const within: Check = (value) =>
  typeof value === "string" &&
  value.length <= 4096 &&
  !value.includes("\0") &&
  (value === "." || value.split("/").every((step) => step !== "" && step !== "." && step !== ".."));
const file = fields({
  path: { check: within },
  type: { check: oneOf("file") },
  sha256: { check: digest },
  size: { check: size },
  executable: { check: (value) => typeof value === "boolean" },
});
const folder = fields({ path: { check: within }, type: { check: oneOf("folder") }, identity: { check: identity } });
const target = text(/^[^\0]{0,4096}$/su);
const link = fields({ path: { check: within }, type: { check: oneOf("link") }, target: { check: target } });
const isBoundTreeShape = fields({
  schema: { check: (value) => value === 1 },
  root: { check: path },
  digest: { check: digest },
  entries: { check: list(TREE_MAX_ENTRIES, (value) => file(value) || folder(value) || link(value)) },
  outside: { check: list(TREE_MAX_ENTRIES, target) },
  coverage: { check: oneOf("tree", "partial") },
});

function isBoundTree(value: unknown): value is BoundTree {
  return isBoundTreeShape(value) && digestEntries((value as BoundTree).entries) === (value as BoundTree).digest;
}

function parseTree(bytes: Uint8Array, at: string): Result<BoundTree> {
  const source = decodeName(bytes);
  let value: unknown;
  try {
    value = source === undefined ? undefined : JSON.parse(source);
  } catch {
    value = undefined;
  }
  return isBoundTree(value) ? succeed(value) : refuse(damaged(at));
}

function damaged(at: string): Issue {
  return binaryIssue({
    code: "BINARY_RECORD_DAMAGED",
    message: msg`${at} is not a tree that Slipway wrote: a field is missing, unknown or wrong`,
    hint: msg`look at it, then adopt the program with its folder again`,
  });
}
