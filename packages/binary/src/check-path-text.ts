import { isAbsolute } from "node:path";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { BinaryError, binaryIssue } from "./binary-code.js";

/** Linux refuses longer paths (PATH_MAX); in UTF-16 units, which are never more than the bytes. */
export const PATH_MAX_LENGTH = 4096;

/** NUL ends a C string; U+FFFD and lone surrogates are what foreign bytes decode to (a name of byte FF reads the same). */
const NOT_A_NAME = /[\0\uFFFD\p{Cs}]/u;

/** What makes a text unusable as a path of any form, or nothing. */
export function checkUnicode(path: string): Issue | undefined {
  if (!NOT_A_NAME.test(path)) return undefined;
  return binaryIssue({
    code: "BINARY_PATH_NOT_UTF8",
    message: msg`${path} is not plain UTF-8 text: two different files can be shown by it`,
    hint: msg`rename the file, or the folder, to a name without such characters`,
  });
}

/** What makes a text unusable as an absolute path, or nothing. */
export function checkPathText(path: string): Issue | undefined {
  const wrong = checkUnicode(path);
  if (wrong !== undefined) return wrong;
  if (path.length > PATH_MAX_LENGTH)
    return binaryIssue({ code: "BINARY_PATH_TOO_LONG", message: msg`${path} is longer than ${PATH_MAX_LENGTH}` });
  if (!isAbsolute(path))
    return binaryIssue({
      code: "BINARY_PATH_NOT_ABSOLUTE",
      message: msg`${path} is not an absolute path`,
      hint: msg`name the file from the root: a relative path means another file in another folder`,
    });
  return undefined;
}

/** Decodes a name read as bytes; nothing when it is not UTF-8. */
export function decodeName(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Throws unless the value is a string. */
export function requireText(value: unknown, name: string): asserts value is string {
  if (typeof value !== "string") throw new BinaryError("BINARY_MISUSE", msg`${name} must be a string`);
}

/** Throws unless the value is an absolute path: a caller's own folder, not foreign text. */
export function requireAbsolute(value: unknown, name: string): asserts value is string {
  requireText(value, name);
  const wrong = checkPathText(value);
  if (wrong !== undefined) throw new BinaryError("BINARY_MISUSE", msg`${name} must be an absolute path, not ${value}`);
}
