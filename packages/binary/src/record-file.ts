import { constants } from "node:fs";
import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, stringifyJson, succeed } from "@slipway/errors";
import { BinaryError, binaryIssue, faultCode } from "./binary-code.js";
import { checkPathText, decodeName, requireText } from "./check-path-text.js";
import type { JudgeContext } from "./judge-writers.js";
import type { OpenFolder } from "./private-folder.js";
import { ensurePrivateFolder, openPrivateFolder } from "./private-folder.js";
import { readStart } from "./read-head.js";
import type { BinaryRecord } from "./record-shape.js";
import { isBinaryRecord, RECORD_MAX_BYTES, restoreNotes } from "./record-shape.js";
import type { BinaryPorts } from "./system-ports.js";
import { systemPorts } from "./system-ports.js";

/** Names that Windows takes for devices, whatever follows a dot. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)$/iu;

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
  return useRecord(dir, id, options.ports, (read) =>
    read.ok && read.value !== undefined ? checkTemplates(read, read.value, options.templates) : read,
  );
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
  const context = prepare(dir, id, options.ports);
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
  const made = ensurePrivateFolder(dir, { ports: context.ports });
  if (!made.ok) return made;
  const folder = openPrivateFolder(made.value, context);
  if (!folder.ok) return folder;
  try {
    const before = readFrom(folder.value, id, context);
    if (!before.ok) return before;
    return replaceFile(folder.value, id, bytes, record, context);
  } finally {
    folder.value.close();
  }
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
  return useRecord(dir, id, options.ports, (read, folder, context) => {
    if (!read.ok || read.value === undefined) return read;
    try {
      context.ports.fs.unlinkSync(`${folder.handle}/${id}.json`);
      syncFolder(folder, context);
      return read;
    } catch (error) {
      const code = faultCode(error);
      if (code === "UNKNOWN") throw error;
      return refuse(
        binaryIssue({
          code: "BINARY_RECORD_FAILED",
          message: msg`the record of ${id} cannot be deleted in ${folder.path}: ${code}`,
        }),
      );
    }
  });
}

/** Reads the record in its opened folder and hands both on; a folder that is not there holds none. */
function useRecord(
  dir: string,
  id: string,
  ports: Partial<BinaryPorts> | undefined,
  use: (
    read: Result<BinaryRecord | undefined>,
    folder: OpenFolder,
    context: JudgeContext,
  ) => Result<BinaryRecord | undefined>,
): Result<BinaryRecord | undefined> {
  const context = prepare(dir, id, ports);
  const invalid = checkRecordId(id) ?? checkPathText(dir);
  if (invalid !== undefined) return refuse(invalid);
  const folder = openPrivateFolder(dir, context);
  if (!folder.ok) {
    const absent = folder.issues.every((found) => found.code === "BINARY_MISSING");
    return absent ? succeed(undefined) : folder;
  }
  try {
    return use(readFrom(folder.value, id, context), folder.value, context);
  } finally {
    folder.value.close();
  }
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

function prepare(dir: string, id: string, ports: Partial<BinaryPorts> | undefined): JudgeContext {
  requireText(dir, "dir");
  requireText(id, "id");
  return { ports: systemPorts(ports), policy: "strict" };
}

function checkRecordId(id: string): Issue | undefined {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/u.test(id) && !DEVICE_NAME.test(id)) return undefined;
  return binaryIssue({ code: "BINARY_RECORD_ID", message: msg`${id} is not an agent id that can name a file` });
}

function readFrom(folder: OpenFolder, id: string, context: JudgeContext): Result<BinaryRecord | undefined> {
  const { fs } = context.ports;
  const path = `${folder.path}/${id}.json`;
  let fd: number | undefined;
  try {
    fd = fs.openSync(
      `${folder.handle}/${id}.json`,
      constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0),
    );
    const stat = fs.fstatSync(fd, { bigint: true });
    if (!stat.isFile() || stat.uid !== BigInt(context.ports.uid()) || (Number(stat.mode) & 0o077) !== 0)
      return refuse(untrusted(path, "is not a plain file that only you can read and write"));
    if (stat.size > BigInt(RECORD_MAX_BYTES))
      return refuse(
        binaryIssue({ code: "BINARY_RECORD_TOO_LARGE", message: msg`${path} has more than ${RECORD_MAX_BYTES} bytes` }),
      );
    return parseRecord(readStart(fd, RECORD_MAX_BYTES + 1, context.ports), path, id);
  } catch (error) {
    const code = faultCode(error);
    if (code === "UNKNOWN") throw error;
    if (code === "ENOENT") return succeed(undefined);
    return refuse(untrusted(path, code === "ELOOP" ? "is a link" : "cannot be opened"));
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
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

function replaceFile(
  folder: OpenFolder,
  id: string,
  bytes: Uint8Array,
  record: BinaryRecord,
  context: JudgeContext,
): Result<BinaryRecord> {
  const { fs, randomName } = context.ports;
  const temporary = `${folder.handle}/.${id}.${randomName()}.tmp`;
  let fd: number | undefined;
  try {
    fd = fs.openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    // The mode of open is cut by the umask; 0777 would leave a record that nobody can read.
    fs.fchmodSync(fd, 0o600);
    let written = 0;
    while (written < bytes.length) written += fs.writeSync(fd, bytes, written);
    fs.fsyncSync(fd);
    fs.closeSync(fd);
    fd = undefined;
    fs.renameSync(temporary, `${folder.handle}/${id}.json`);
    syncFolder(folder, context);
    return succeed(record);
  } catch (error) {
    const code = faultCode(error);
    if (code === "UNKNOWN") throw error;
    if (fd !== undefined) fs.closeSync(fd);
    try {
      fs.unlinkSync(temporary);
    } catch {
      // It was never made, or is renamed already.
    }
    return refuse(
      binaryIssue({
        code: "BINARY_RECORD_FAILED",
        message: msg`the record of ${id} cannot be written in ${folder.path}: ${code}`,
      }),
    );
  }
}

/** Without it a crash can lose the name though the bytes are on disk. Windows cannot sync a folder. */
function syncFolder(folder: OpenFolder, context: JudgeContext): void {
  if (context.ports.platform === "win32") return;
  const { fs } = context.ports;
  // The folder's own descriptor is O_PATH and cannot be synced.
  const fd = fs.openSync(`${folder.handle}/.`, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

function damaged(path: string, how: string): Issue {
  return binaryIssue({
    code: "BINARY_RECORD_DAMAGED",
    message: msg`${path} ${how}`,
    hint: msg`look at it, then delete it to adopt the program again`,
  });
}

function untrusted(path: string, how: string): Issue {
  return binaryIssue({
    code: "BINARY_RECORD_UNTRUSTED",
    message: msg`${path} ${how}`,
    hint: msg`look at it, then delete it to adopt the program again`,
  });
}
