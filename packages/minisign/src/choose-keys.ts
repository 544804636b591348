import type { Issue } from "@slipway/errors";
import { issue, joinPrintable, msg, printable, verbatim } from "@slipway/errors";
import { DEV_KEY_IDS } from "./development-keys.js";
import type { MinisignCode } from "./minisign-error.js";
import { MinisignError } from "./minisign-error.js";
import type { OpenedPublicKey, PublicKey } from "./parse-public-key.js";
import { openPublicKey, parsePublicKey } from "./parse-public-key.js";
import { isBytes } from "./read-input.js";
import { equalBytes } from "./strict-bytes.js";

/** A key parsed before, or its text or bytes (two-line file or bare line). */
export type PublicKeyInput = PublicKey | string | Uint8Array;

/** Keys in one call. Each key of the signature's id costs one more verification; no trust list is that long. */
export const PUBLIC_KEYS_MAX = 64;

/** Key ids listed in a message. */
const LISTED_KEYS_MAX = 8;

/** The keys to try; a refusal when there is none. `issues` names keys that were left out. */
export type KeyChoice = { candidates: OpenedPublicKey[]; refusal?: Issue; issues: Issue[] };

/**
 * Chooses the keys whose id the signature names; ids are random 8 bytes that anybody can copy, so several keys may have
 * one id and all of them are tried. A key that cannot be read is left out and reported, and disables no other.
 */
export function chooseKeys(
  keyId: string,
  inputs: PublicKeyInput | readonly PublicKeyInput[],
  allowDevelopment: boolean,
): KeyChoice {
  const list = isList(inputs) ? inputs : [inputs];
  if (list.length > PUBLIC_KEYS_MAX) {
    throw new MinisignError(
      "MINISIGN_MISUSE",
      msg`${list.length} public keys given, at most ${PUBLIC_KEYS_MAX} are taken`,
    );
  }
  const usable: OpenedPublicKey[] = [];
  const unreadable: Issue[] = [];
  const development: OpenedPublicKey[] = [];
  for (const [index, input] of list.entries()) {
    const read = readKey(input);
    if ("issues" in read) unreadable.push(...read.issues.map((found) => ({ ...found, path: ["publicKeys", index] })));
    else if (!allowDevelopment && DEV_KEY_IDS.includes(read.keyId)) development.push(read);
    else if (!usable.some((key) => isSameKey(key, read))) usable.push(read);
  }
  const leftOut = [...unreadable, ...development.map((key) => describeDevelopmentKey(key.keyId))];
  const issues = leftOut.map((found): Issue => ({ ...found, severity: "warning" }));
  const candidates = usable.filter((key) => key.keyId === keyId);
  if (candidates.length > 0) return { candidates, issues };
  if (development.some((key) => key.keyId === keyId)) {
    const others = issues.filter((found) => found.code !== "MINISIGN_DEVELOPMENT_KEY");
    return { candidates, refusal: describeDevelopmentKey(keyId), issues: others };
  }
  const [first] = unreadable;
  if (usable.length === 0 && development.length === 0 && first !== undefined) {
    return { candidates, refusal: first, issues: issues.slice(1) };
  }
  return { candidates, refusal: describeUnknown(keyId, [...usable, ...development]), issues };
}

function readKey(input: PublicKeyInput): OpenedPublicKey | { issues: Issue[] } {
  const known = openPublicKey(input);
  if (known !== undefined) return known;
  if (typeof input !== "string" && !isBytes(input)) {
    throw new MinisignError(
      "MINISIGN_MISUSE",
      printable("a public key must be a string, a Uint8Array, or what parsePublicKey gave"),
    );
  }
  const parsed = parsePublicKey(input);
  if (!parsed.ok) return { issues: parsed.issues };
  return openPublicKey(parsed.value) as OpenedPublicKey;
}

function describeUnknown(keyId: string, known: OpenedPublicKey[]): Issue {
  if (known.length === 0) {
    return issue({
      code: "MINISIGN_NO_PUBLIC_KEY" satisfies MinisignCode,
      message: printable("no public key was given, so nothing can be trusted"),
      hint: printable("pass the public key of the signer"),
    });
  }
  const listed = known.slice(0, LISTED_KEYS_MAX).map((key) => msg`${key.keyId}`);
  if (known.length > listed.length) listed.push(msg`and ${known.length - listed.length} more`);
  return issue({
    code: "MINISIGN_KEY_ID_MISMATCH" satisfies MinisignCode,
    message: msg`signed by the unknown key ${keyId}; known: ${verbatim(joinPrintable(listed, ", "))}`,
    hint: printable(
      "the signer may have changed keys; take the new key from a source you trust, not from beside the file",
    ),
  });
}

function describeDevelopmentKey(keyId: string): Issue {
  return issue({
    code: "MINISIGN_DEVELOPMENT_KEY" satisfies MinisignCode,
    message: msg`key ${keyId} is a development key whose secret half is public`,
    hint: printable("set allowDevelopmentKeys in tests and demos only"),
  });
}

function isSameKey(left: OpenedPublicKey, right: OpenedPublicKey): boolean {
  return left.keyId === right.keyId && equalBytes(left.curve.bytes, right.curve.bytes);
}

function isList(inputs: PublicKeyInput | readonly PublicKeyInput[]): inputs is readonly PublicKeyInput[] {
  return Array.isArray(inputs);
}
