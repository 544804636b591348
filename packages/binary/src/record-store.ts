import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";
import { checkPathText, requireText } from "./check-path-text.js";
import type { JudgeContext } from "./judge-writers.js";
import type { OpenFolder } from "./private-folder.js";
import { ensurePrivateFolder, openPrivateFolder } from "./private-folder.js";
import type { BinaryPorts } from "./system-ports.js";
import { systemPorts } from "./system-ports.js";

/** Names that Windows takes for devices, whatever follows a dot. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)$/iu;

/** What is done in the folder of the records, while it is held open. */
type Use<T> = (folder: OpenFolder, context: JudgeContext) => Result<T>;

/** Opens the folder of the records for one agent; a folder that is not there holds nothing, which is a success. */
export function inStore<T>(
  dir: string,
  id: string,
  ports: Partial<BinaryPorts> | undefined,
  use: Use<T | undefined>,
): Result<T | undefined> {
  const context = prepare(dir, id, ports);
  const invalid = checkRecordId(id) ?? checkPathText(dir);
  if (invalid !== undefined) return refuse(invalid);
  const folder = openPrivateFolder(dir, context);
  if (!folder.ok) {
    const absent = folder.issues.every((found) => found.code === "BINARY_MISSING");
    return absent ? succeed(undefined) : folder;
  }
  return useFolder(folder.value, context, use);
}

/** As {@link inStore}, for writing: the folder is made, and made private, first. */
export function inMadeStore<T>(
  dir: string,
  id: string,
  ports: Partial<BinaryPorts> | undefined,
  use: Use<T>,
): Result<T> {
  const context = prepare(dir, id, ports);
  const invalid = checkRecordId(id);
  if (invalid !== undefined) return refuse(invalid);
  const made = ensurePrivateFolder(dir, { ports: context.ports });
  if (!made.ok) return made;
  const folder = openPrivateFolder(made.value, context);
  return folder.ok ? useFolder(folder.value, context, use) : folder;
}

function useFolder<T>(folder: OpenFolder, context: JudgeContext, use: Use<T>): Result<T> {
  try {
    return use(folder, context);
  } finally {
    folder.close();
  }
}

function prepare(dir: string, id: string, ports: Partial<BinaryPorts> | undefined): JudgeContext {
  requireText(dir, "dir");
  requireText(id, "id");
  return { ports: systemPorts(ports), policy: "strict" };
}

/** Why an id cannot name a file, or nothing. */
export function checkRecordId(id: string): Issue | undefined {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/u.test(id) && !DEVICE_NAME.test(id)) return undefined;
  return binaryIssue({ code: "BINARY_RECORD_ID", message: msg`${id} is not an agent id that can name a file` });
}
