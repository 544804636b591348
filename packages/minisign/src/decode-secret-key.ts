import { blake2b } from "@noble/hashes/blake2.js";
import type { Issue, Result } from "@slipway/errors";
import { issue, msg, printable, refuse, succeed } from "@slipway/errors";
import { decodeBase64 } from "./decode-base64.js";
import type { SecretKey } from "./hold-secret.js";
import { derivePublicKey, holdSecret } from "./hold-secret.js";
import type { MinisignCode } from "./minisign-error.js";
import { MinisignError } from "./minisign-error.js";
import { KEY_COMMENT_LINE_MAX_BYTES } from "./parse-public-key.js";
import { readInput } from "./read-input.js";
import { splitLines, startsWithAscii } from "./split-lines.js";
import type { KdfLimits } from "./stretch-password.js";
import { encodePassword, KDF_COST_MAX, pickParameters, stretchPassword } from "./stretch-password.js";
import { equalBytes } from "./strict-bytes.js";

/** Bytes of a secret key before base64. */
const SECRET_KEY_BYTES = 158;

/** Offsets in them: salt, the two limits, and the 104 bytes that are encrypted. */
const SALT_AT = 6;
const LIMITS_AT = 38;
const SECRET_AT = 54;

/** How much decrypting a key may cost. */
export type DecodeOptions = {
  /** Bytes that scrypt may mix, 128 * N * r * p. Default {@link KDF_COST_MAX}. */
  maxCost?: number;
};

/**
 * Opens a secret key file as the C tool, rsign2 and others write it, encrypted or not; a password given for one that is not
 * encrypted is not looked at. The public half is derived from the seed and compared, and the checksum of a key that is not
 * encrypted must be right or all zero; the C tool checks neither and signs.
 *
 * Refuses with `MINISIGN_NOT_SECRET_KEY`, `MINISIGN_BASE64`, `MINISIGN_TRUNCATED`, `MINISIGN_LINE_TOO_LONG`,
 * `MINISIGN_ALGORITHM_UNKNOWN`, `MINISIGN_KDF_UNKNOWN`, `MINISIGN_KDF_COST`, `MINISIGN_PASSWORD_NEEDED`,
 * `MINISIGN_PASSWORD_WRONG`, `MINISIGN_SECRET_KEY_DAMAGED`. Rejects with `MINISIGN_MISUSE` for wrong types. The password
 * as a string cannot be overwritten in JavaScript; give bytes and overwrite them.
 */
export async function decodeSecretKey(
  text: string | Uint8Array,
  password?: string | Uint8Array,
  options: DecodeOptions = {},
): Promise<Result<SecretKey>> {
  const maxCost = options.maxCost ?? KDF_COST_MAX;
  if (!Number.isSafeInteger(maxCost) || maxCost < 0) {
    throw new MinisignError("MINISIGN_MISUSE", printable("maxCost must be a number of bytes"));
  }
  const read = readInput(text, "secret key");
  if (!read.ok) return read;
  const bytes = readStructure(read.value);
  read.value.fill(0);
  if (!(bytes instanceof Uint8Array)) return refuse(bytes);
  try {
    return await openStructure(bytes, password, BigInt(maxCost));
  } finally {
    bytes.fill(0);
  }
}

async function openStructure(
  bytes: Uint8Array,
  password: string | Uint8Array | undefined,
  maxCost: bigint,
): Promise<Result<SecretKey>> {
  if (!startsWithAscii(bytes, "Ed")) {
    return fail(
      "MINISIGN_ALGORITHM_UNKNOWN",
      "the secret key does not begin with the algorithm Ed",
      "it begins with RW",
    );
  }
  const encrypted = startsWithAscii(bytes.subarray(2), "Sc");
  if ((!encrypted && !startsWithAscii(bytes.subarray(2), "\0\0")) || !startsWithAscii(bytes.subarray(4), "B2")) {
    return fail(
      "MINISIGN_KDF_UNKNOWN",
      "the key derivation or checksum of the secret key is unknown",
      "use minisign's own",
    );
  }
  const secret = bytes.subarray(SECRET_AT);
  if (encrypted) {
    const refusal = await decrypt(bytes, secret, password, maxCost);
    if (refusal !== undefined) return refuse(refusal);
  }
  const [keyId, seed, publicKey] = [secret.subarray(0, 8), secret.slice(8, 40), secret.subarray(40, 72)];
  const stored = secret.subarray(72);
  const right = equalBytes(stored, computeChecksum(keyId, seed, publicKey));
  const unset = !encrypted && stored.every((byte) => byte === 0);
  if (encrypted && !right) {
    seed.fill(0);
    return fail("MINISIGN_PASSWORD_WRONG", "the password does not open the secret key", "blanks and case count");
  }
  if ((!right && !unset) || !equalBytes(publicKey, derivePublicKey(seed))) {
    seed.fill(0);
    return fail(
      "MINISIGN_SECRET_KEY_DAMAGED",
      right ? "the public half of the secret key is not that of its seed" : "the checksum of the secret key is wrong",
      "take the key from a backup; do not sign with this one elsewhere, its signatures can reveal the seed",
    );
  }
  return succeed(holdSecret(keyId, seed));
}

async function decrypt(
  bytes: Uint8Array,
  secret: Uint8Array,
  password: string | Uint8Array | undefined,
  maxCost: bigint,
): Promise<Issue | undefined> {
  const parameters = pickParameters(readLimits(bytes));
  if (parameters.cost > maxCost || parameters.p === 0n) {
    const message = msg`decrypting the secret key mixes ${parameters.cost} bytes, and ${maxCost} are allowed`;
    const hint = printable("a key made by minisign mixes 1 GiB; raise maxCost only for a key you made yourself");
    return issue({ code: "MINISIGN_KDF_COST" satisfies MinisignCode, message, hint });
  }
  if (password === undefined) {
    return describe("MINISIGN_PASSWORD_NEEDED", "the secret key is encrypted, and no password was given", "pass it");
  }
  const typed = encodePassword(password);
  try {
    const stream = await stretchPassword(typed, bytes.subarray(SALT_AT, LIMITS_AT), parameters);
    for (let index = 0; index < secret.length; index += 1) {
      secret[index] = (secret[index] as number) ^ (stream[index] as number);
    }
    stream.fill(0);
    return undefined;
  } finally {
    // The memory that scrypt asks for may not be there.
    typed.fill(0);
  }
}

function readLimits(bytes: Uint8Array): KdfLimits {
  const view = new DataView(bytes.buffer, bytes.byteOffset + LIMITS_AT, 16);
  return { opslimit: view.getBigUint64(0, true), memlimit: view.getBigUint64(8, true) };
}

/** BLAKE2b-256 over algorithm, key id, seed and public half. */
export function computeChecksum(keyId: Uint8Array, seed: Uint8Array, publicKey: Uint8Array): Uint8Array {
  return blake2b
    .create({ dkLen: 32 })
    .update(Uint8Array.of(0x45, 0x64))
    .update(keyId)
    .update(seed)
    .update(publicKey)
    .digest();
}

function readStructure(bytes: Uint8Array): Uint8Array | Issue {
  const [first, second] = splitLines(bytes, 2);
  if (first === undefined || second === undefined) {
    return describe("MINISIGN_TRUNCATED", "a secret key file has two lines", "pass the whole file, comment included");
  }
  if (first.size > KEY_COMMENT_LINE_MAX_BYTES) {
    const message = `line 1 of the secret key file is longer than ${KEY_COMMENT_LINE_MAX_BYTES} bytes`;
    return describe("MINISIGN_LINE_TOO_LONG", message, "shorten the comment");
  }
  const decoded = decodeBase64(second.content, SECRET_KEY_BYTES);
  if (decoded instanceof Uint8Array) return decoded;
  const isOther = [42, 74].some((size) => decodeBase64(second.content, size) instanceof Uint8Array);
  return isOther
    ? describe("MINISIGN_NOT_SECRET_KEY", "a secret key is needed, but this is a public key or a signature", "see -s")
    : describe("MINISIGN_BASE64", "line 2 is not the base64 of a secret key", "it is 212 characters, without blanks");
}

function fail(code: MinisignCode, message: string, hint: string): Result<never> {
  return refuse(describe(code, message, hint));
}

// All texts are ours: nothing of a secret may get in.
function describe(code: MinisignCode, message: string, hint: string): Issue {
  return issue({ code, message: msg`${message}`, hint: printable(hint) });
}
