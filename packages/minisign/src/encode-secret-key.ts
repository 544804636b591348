import type { Result } from "@slipway/errors";
import { msg, printable, succeed } from "@slipway/errors";
import { checkComment } from "./check-comment.js";
import { encodeBase64 } from "./decode-base64.js";
import type { DecodeOptions } from "./decode-secret-key.js";
import { computeChecksum, decodeSecretKey } from "./decode-secret-key.js";
import type { RandomSource, SecretKey } from "./hold-secret.js";
import { drawRandom, holdSecret, openSecret, wipeSecretKey } from "./hold-secret.js";
import { MinisignError } from "./minisign-error.js";
import type { KdfLimits } from "./stretch-password.js";
import {
  checkNewPassword,
  DEFAULT_KDF_LIMITS,
  encodePassword,
  KDF_COST_MAX,
  pickParameters,
  stretchPassword,
} from "./stretch-password.js";

/** How a secret key is written. */
export type EncodeOptions = {
  /** The cost of opening the key. Default that of the C tool: 1 GiB and several seconds. */
  limits?: Readonly<KdfLimits>;
  /** For the salt. Default the platform's. */
  random?: RandomSource;
  /** Line 1. Default the C tool's, which it writes for keys without a password too. */
  comment?: string;
};

/** A new key, and the text of its public key file. */
export type KeyPair = { secretKey: SecretKey; publicKey: string };

/** Draws a new key: 8 bytes of key id, 32 bytes of seed. Throws `MINISIGN_MISUSE` for a random source that gives less. */
export function generateKeyPair(options: { random?: RandomSource } = {}): KeyPair {
  const secretKey = holdSecret(drawRandom(8, options.random), drawRandom(32, options.random));
  return { secretKey, publicKey: encodePublicKey(secretKey) };
}

/** The text of a public key file, as the C tool writes it after 0.11: the id in the comment has all of its digits. */
export function encodePublicKey(key: SecretKey): string {
  openSecret(key);
  return `untrusted comment: minisign public key ${key.keyId}\n${key.publicKey}\n`;
}

/**
 * The text of a secret key file. Without a password the key is not encrypted; the checksum is written all the same, because
 * some readers ask for it. Rejects with `MINISIGN_PASSWORD_REFUSED`, `MINISIGN_COMMENT_REFUSED`, and `MINISIGN_MISUSE` for
 * wrong types and for limits that `decodeSecretKey` would refuse.
 */
export async function encodeSecretKey(
  key: SecretKey,
  password?: string | Uint8Array,
  options: EncodeOptions = {},
): Promise<string> {
  const { keyId, seed, publicKey } = openSecret(key);
  const comment = options.comment ?? "minisign encrypted secret key";
  checkComment("untrusted", comment);
  const bytes = new Uint8Array(158);
  try {
    bytes.set([0x45, 0x64, 0, 0, 0x42, 0x32]);
    bytes.set(keyId, 54);
    bytes.set(seed, 62);
    bytes.set(publicKey, 94);
    bytes.set(computeChecksum(keyId, seed, publicKey), 126);
    if (password !== undefined) await encrypt(bytes, password, options);
    return `untrusted comment: ${comment}\n${encodeBase64(bytes)}\n`;
  } finally {
    bytes.fill(0);
  }
}

/**
 * The same key under another password, or under none. Refuses as `decodeSecretKey`, rejects as `encodeSecretKey`.
 */
export async function changePassword(
  text: string | Uint8Array,
  oldPassword: string | Uint8Array | undefined,
  newPassword: string | Uint8Array | undefined,
  options: EncodeOptions & DecodeOptions = {},
): Promise<Result<string>> {
  const { maxCost, ...encoding } = options;
  const opened = await decodeSecretKey(text, oldPassword, maxCost === undefined ? {} : { maxCost });
  if (!opened.ok) return opened;
  try {
    return succeed(await encodeSecretKey(opened.value, newPassword, encoding));
  } finally {
    wipeSecretKey(opened.value);
  }
}

async function encrypt(bytes: Uint8Array, password: string | Uint8Array, options: EncodeOptions): Promise<void> {
  const limits = options.limits ?? DEFAULT_KDF_LIMITS;
  for (const limit of [limits.opslimit, limits.memlimit]) {
    // The file holds 64 bits of each: a number that wraps around names other parameters, and no password opens the key.
    if (typeof limit !== "bigint" || BigInt.asUintN(64, limit) !== limit) {
      throw new MinisignError("MINISIGN_MISUSE", printable("each limit must be a bigint from 0 to 2^64 - 1"));
    }
  }
  const parameters = pickParameters(limits);
  if (parameters.cost > BigInt(KDF_COST_MAX) || parameters.p === 0n) {
    throw new MinisignError(
      "MINISIGN_MISUSE",
      msg`the limits mix ${parameters.cost} bytes, at most ${KDF_COST_MAX} are taken`,
    );
  }
  const typed = encodePassword(password);
  try {
    checkNewPassword(typed);
    bytes.set([0x53, 0x63], 2);
    bytes.set(drawRandom(32, options.random), 6);
    const view = new DataView(bytes.buffer);
    view.setBigUint64(38, limits.opslimit, true);
    view.setBigUint64(46, limits.memlimit, true);
    const stream = await stretchPassword(typed, bytes.slice(6, 38), parameters);
    for (const [index, byte] of stream.entries()) bytes[54 + index] = (bytes[54 + index] as number) ^ byte;
    stream.fill(0);
  } finally {
    typed.fill(0);
  }
}
