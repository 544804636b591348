import type { BinaryPorts, BinaryRecord, BoundTree } from "@slipway/binary";
import { readRecord, readTree, recheckTree, verifyTree } from "@slipway/binary";
import type { Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { runtimeIssue } from "../runtime-error.js";
import { binariesFolder } from "./binaries-folder.js";

/** Where records lie, and the machine. */
export type TreeOptions = { stateDir: string; ports?: Partial<BinaryPorts> };

/** Whether a program was adopted with all files of its folder. */
export function hasTree({ binary }: BinaryRecord): boolean {
  return binary.coverage !== "entry";
}

/**
 * The folders of a program that was adopted with its whole folder, before a launch: names that were added, removed or
 * replaced are refused with `BINARY_TREE_CHANGED` or `BINARY_TREE_REMOVED`. No file is read; {@link verifyProgramTree} reads
 * them all.
 */
export function recheckProgramTree(record: BinaryRecord, options: TreeOptions): Result<BoundTree> {
  const tree = readKept(record, options);
  return tree.ok ? recheckTree(tree.value, portsOf(options)) : tree;
}

/**
 * Compares every file of the folder that an agent's program was adopted with. Nothing when it was adopted by its own file
 * alone, or not at all.
 */
export function verifyProgramTree(agentId: string, options: TreeOptions): Result<BoundTree | undefined> {
  const record = readRecord(binariesFolder(options.stateDir), agentId, portsOf(options));
  if (!record.ok) return record;
  if (record.value === undefined || !hasTree(record.value)) return succeed(undefined);
  const tree = readKept(record.value, options);
  return tree.ok ? verifyTree(tree.value, portsOf(options)) : tree;
}

/** The folder that a program was adopted with, as its list says; nothing where that cannot be read. */
export function readTreeRoot(record: BinaryRecord, options: TreeOptions): string | undefined {
  const tree = hasTree(record) ? readKept(record, options) : undefined;
  return tree?.ok === true ? tree.value.root : undefined;
}

function readKept({ agent }: BinaryRecord, options: TreeOptions): Result<BoundTree> {
  const folder = binariesFolder(options.stateDir);
  const tree = readTree(folder, agent, portsOf(options));
  if (!tree.ok) return tree;
  if (tree.value !== undefined) return succeed(tree.value);
  return refuse(
    runtimeIssue({
      code: "RUNTIME_ADOPTION_REQUIRED",
      message: msg`the program of ${agent} was adopted with all files of its folder, and the list of them is gone from ${folder}`,
      hint: msg`adopt it again: slipway adopt ${agent} --path FILE --tree FOLDER`,
    }),
  );
}

function portsOf({ ports }: TreeOptions): { ports?: Partial<BinaryPorts> } {
  return ports === undefined ? {} : { ports };
}
