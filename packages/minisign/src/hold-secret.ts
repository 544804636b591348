import { Point } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import { msg, printable } from "@slipway/errors";
import { readLittleEndian } from "./curve-points.js";
import { encodeBase64 } from "./decode-base64.js";
import { formatKeyId } from "./format-key-id.js";
import { MinisignError } from "./minisign-error.js";
import { isBytes } from "./read-input.js";

declare const brand: unique symbol;

/**
 * A secret key that is ready to sign. Its secret half is not a member: it appears in no error, no `inspect`, no JSON and no
 * `structuredClone`. Made by `generateKeyPair` and `decodeSecretKey` only; immutable.
 */
export type SecretKey = {
  /** 16 upper-case hex digits, as the C tool prints it. */
  readonly keyId: string;
  /** The public half: 56 characters that begin with `RW`. */
  readonly publicKey: string;
  readonly [brand]: "SecretKey";
};

/** What stands behind a secret key. */
export type OpenedSecret = { keyId: Uint8Array; seed: Uint8Array; publicKey: Uint8Array };

/** The scalar and the nonce prefix of a seed (RFC 8032, 5.1.5). */
export type ExpandedSecret = { scalar: bigint; prefix: Uint8Array };

const opened = new WeakMap<SecretKey, OpenedSecret>();

/** Takes over the seed: it is the buffer that {@link wipeSecretKey} overwrites. */
export function holdSecret(keyId: Uint8Array, seed: Uint8Array): SecretKey {
  const publicKey = derivePublicKey(seed);
  const line = new Uint8Array(42);
  line.set([0x45, 0x64]);
  line.set(keyId, 2);
  line.set(publicKey, 10);
  const key = Object.freeze({ keyId: formatKeyId(keyId), publicKey: encodeBase64(line) }) as SecretKey;
  opened.set(key, { keyId: keyId.slice(), seed, publicKey });
  return key;
}

/** What stands behind the key. Throws `MINISIGN_MISUSE` for anything else, and after {@link wipeSecretKey}. */
export function openSecret(key: SecretKey): OpenedSecret {
  const found = opened.get(key);
  if (found === undefined) {
    throw new MinisignError(
      "MINISIGN_MISUSE",
      printable("the secret key must be what generateKeyPair or decodeSecretKey gave, and not be wiped"),
    );
  }
  return found;
}

/**
 * Overwrites the seed and makes the key unusable. Copies that the engine made while it collected garbage, and the big
 * integers of signatures made before, cannot be reached from JavaScript.
 */
export function wipeSecretKey(key: SecretKey): void {
  openSecret(key).seed.fill(0);
  opened.delete(key);
}

/** The public half of a seed. The file's own is only compared: two halves for one seed give the seed away. */
export function derivePublicKey(seed: Uint8Array): Uint8Array {
  const { scalar, prefix } = expandSecret(seed);
  prefix.fill(0);
  return Point.BASE.multiply(scalar).toBytes();
}

/** Overwrite `prefix` when done. */
export function expandSecret(seed: Uint8Array): ExpandedSecret {
  // The hash is passed by hand: noble's `hashes.sha512` slot is a global that any code in the process can replace.
  const hash = sha512(seed);
  hash[0] = (hash[0] as number) & 248;
  hash[31] = ((hash[31] as number) & 63) | 64;
  const scalar = readLittleEndian(hash.subarray(0, 32)) % Point.CURVE().n;
  const prefix = hash.slice(32);
  hash.fill(0);
  return { scalar, prefix };
}

/** Bytes from the platform's generator, or from the injected one, whose answer is checked. */
export function drawRandom(size: number, random: RandomSource | undefined): Uint8Array {
  if (random === undefined) return globalThis.crypto.getRandomValues(new Uint8Array(size));
  const drawn = random(size);
  // Bytes only: of an array of fractions every element becomes 0, and the key is then known to everybody.
  if (!isBytes(drawn) || drawn.length !== size) {
    throw new MinisignError("MINISIGN_MISUSE", msg`the random source must give ${size} bytes`);
  }
  return Uint8Array.from(drawn);
}

/** Gives that many random bytes. */
export type RandomSource = (size: number) => Uint8Array;
