import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Result } from "@slipway/errors";
import { issue, msg, printable, refuse, succeed } from "@slipway/errors";
import type { DecodeOptions } from "./decode-secret-key.js";
import { decodeSecretKey } from "./decode-secret-key.js";
import { describeFailure, readKeyBytes, writeWhole } from "./file-access.js";
import type { SecretKey } from "./hold-secret.js";
import type { MinisignCode } from "./minisign-error.js";
import type { PublicKey } from "./parse-public-key.js";
import { parsePublicKey } from "./parse-public-key.js";

/** Reads a public key file of two lines, as `minisign -p`. Codes as `parsePublicKey`, and those of reading a file. */
export async function readPublicKeyFile(path: string): Promise<Result<PublicKey>> {
  const read = await readKeyBytes(path);
  return read.ok ? parsePublicKey(read.value.bytes, { form: "file" }) : read;
}

/**
 * Reads and opens a secret key file. A file that others can read gives the warning `MINISIGN_SECRET_KEY_EXPOSED`. Codes as
 * `decodeSecretKey`, and those of reading a file.
 */
export async function readSecretKeyFile(
  path: string,
  password?: string | Uint8Array,
  options: DecodeOptions = {},
): Promise<Result<SecretKey>> {
  const read = await readKeyBytes(path);
  if (!read.ok) return read;
  const { bytes, mode } = read.value;
  const opened = await decodeSecretKey(bytes, password, options);
  bytes.fill(0);
  if (!opened.ok || process.platform === "win32" || (mode & 0o077) === 0) return opened;
  const exposed = issue({
    code: "MINISIGN_SECRET_KEY_EXPOSED" satisfies MinisignCode,
    severity: "warning",
    message: msg`other users can read the secret key ${path}`,
    hint: printable("chmod 600, and make a new key pair if anybody else uses this machine"),
  });
  return succeed(opened.value, [...opened.issues, exposed]);
}

/**
 * Writes the text of a secret key with mode 0600, whole or not at all; missing folders are made with mode 0700. Refuses
 * with `MINISIGN_FILE_EXISTS` unless `overwrite` is set.
 */
export async function writeSecretKeyFile(
  path: string,
  text: string,
  options: { overwrite?: boolean } = {},
): Promise<Result<string>> {
  if (options.overwrite !== true && (await exists(path))) return refuse(describeExisting(path));
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  } catch (error) {
    return refuse(describeFailure(path, error));
  }
  return writeWhole(path, text, 0o600);
}

/** True when something has this name. */
export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** The refusal to overwrite a key. */
export function describeExisting(path: string): ReturnType<typeof issue> {
  return issue({
    code: "MINISIGN_FILE_EXISTS" satisfies MinisignCode,
    message: msg`${path} already exists.`,
    hint: printable("an overwritten secret key cannot be brought back"),
  });
}
