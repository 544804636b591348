import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, stringifyJson, succeed } from "@slipway/errors";
import { BinaryError, binaryIssue } from "./binary-code.js";
import { decodeName } from "./check-path-text.js";
import type { JudgeContext } from "./judge-writers.js";
import { readPrivateFile, removePrivateFile, replacePrivateFile } from "./private-file.js";
import type { OpenFolder } from "./private-folder.js";
import type { BinaryRecord } from "./record-shape.js";
import { isBinaryRecord, RECORD_MAX_BYTES, restoreNotes } from "./record-shape.js";
import { checkRecordId, inMadeStore, inStore } from "./record-store.js";
import type { BinaryPorts } from "./system-ports.js";

/**
 * Reads the record of an agent. Absent (the folder or the file) is a success without a value. A record that others can
 * touch, that is not whole, that belongs to another agent, or that lies in a folder that is not private is refused: what
 * it says would choose the program.
 *
 * `templates` is the digest of the launch templates now in force: a record that names another one was made for another
 * manifest, and is refused with `BINARY_RECORD_OTHER_MANIFEST`. A record without one is not compared.
 */
export function readRecord(
  dir: string,
  id: string,
  options: { ports?: Partial<BinaryPorts>; templates?: string } = {},
): Result<BinaryRecord | undefined> {
  return inStore(dir, id, options.ports, (folder, context) => {
    const read = readFrom(folder, id, context);
    return read.ok && read.value !== undefined ? checkTemplates(read, read.value, options.templates) : read;
  });
}

/**
 * Writes the record of an agent: mode 0600, complete or not at all, on disk when it returns. The folder is made private
 * first. A record that is there and cannot be read is refused and left alone: it may be evidence.
 *
 * Throws `BINARY_MISUSE` when the record is not one or names another agent.
 */
export function writeRecord(
  dir: string,
  id: string,
  record: BinaryRecord,
  options: { ports?: Partial<BinaryPorts> } = {},
): Result<BinaryRecord> {
  const invalid = checkRecordId(id);
  if (invalid !== undefined) return refuse(invalid);
  if (!isBinaryRecord(record) || record.agent !== id)
    throw new BinaryError("BINARY_MISUSE", msg`the record for ${id} is not a record of that agent`);
  const bytes = Buffer.from(`${stringifyJson(record, { indent: 2 })}\n`);
  if (bytes.length > RECORD_MAX_BYTES)
    return refuse(
      binaryIssue({
        code: "BINARY_RECORD_TOO_LARGE",
        message: msg`the record of ${id} would have ${bytes.length} bytes`,
      }),
    );
  return inMadeStore(dir, id, options.ports, (folder, context) => {
    const before = readFrom(folder, id, context);
    if (!before.ok) return before;
    const written = replacePrivateFile(folder, nameRecord(id), bytes, context);
    return written.ok ? succeed(record) : written;
  });
}

/**
 * Deletes the record of an agent and returns what it held; absent is a success without a value. A record that cannot be
 * read is refused and left alone: it may be evidence, and deleting it is for a person to do.
 */
export function removeRecord(
  dir: string,
  id: string,
  options: { ports?: Partial<BinaryPorts> } = {},
): Result<BinaryRecord | undefined> {
  return inStore(dir, id, options.ports, (folder, context) => {
    const read = readFrom(folder, id, context);
    if (!read.ok || read.value === undefined) return read;
    const removed = removePrivateFile(folder, nameRecord(id), context);
    return removed.ok ? read : removed;
  });
}

function checkTemplates(
  read: Result<BinaryRecord | undefined>,
  record: BinaryRecord,
  templates: string | undefined,
): Result<BinaryRecord | undefined> {
  if (templates === undefined || record.templates === undefined || record.templates === templates) return read;
  return refuse(
    binaryIssue({
      code: "BINARY_RECORD_OTHER_MANIFEST",
      message: msg`${record.agent} was adopted for another manifest than the one that is loaded`,
      hint: msg`look at what the new one starts, then adopt the program again`,
    }),
  );
}

function nameRecord(id: string): string {
  return `${id}.json`;
}

function readFrom(folder: OpenFolder, id: string, context: JudgeContext): Result<BinaryRecord | undefined> {
  const read = readPrivateFile(folder, nameRecord(id), RECORD_MAX_BYTES, context);
  if (!read.ok || read.value === undefined) return read.ok ? succeed(undefined) : read;
  return parseRecord(read.value, `${folder.path}/${nameRecord(id)}`, id);
}

function parseRecord(bytes: Uint8Array, path: string, id: string): Result<BinaryRecord> {
  const text = decodeName(bytes);
  let value: unknown;
  try {
    value = text === undefined ? undefined : JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (!isBinaryRecord(value))
    return refuse(damaged(path, "is not a record that Slipway wrote: a field is missing, unknown or wrong"));
  if (value.agent !== id) return refuse(damaged(path, "is the record of another agent"));
  return succeed(restoreNotes(value));
}

function damaged(path: string, how: string): Issue {
  return binaryIssue({
    code: "BINARY_RECORD_DAMAGED",
    message: msg`${path} ${how}`,
    hint: msg`look at it, then delete it to adopt the program again`,
  });
}
