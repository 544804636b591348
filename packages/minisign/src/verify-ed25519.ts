import { Point } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";

/** Field prime and group order of Ed25519 (RFC 8032, section 5.1). */
const FIELD_PRIME = 2n ** 255n - 19n;
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const SIGN_BIT_OFF = 2n ** 255n - 1n;

/** y of the points of order 8; the other two have `p - y`. */
const ORDER_8_Y = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;

/**
 * The seven y values, sign bit ignored and non-canonical spellings included, whose points have order 1, 2, 4 or 8. With
 * such a public key one signature fits many messages; with such an R two verifiers disagree. libsodium (1.0.18 to 1.0.22)
 * refuses both.
 */
const SMALL_ORDER_Y: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  ORDER_8_Y,
  FIELD_PRIME - ORDER_8_Y,
  FIELD_PRIME - 1n,
  FIELD_PRIME,
  FIELD_PRIME + 1n,
]);

/** A public key that passed the checks which need no signature. */
export type CurveKey = { readonly bytes: Uint8Array; readonly negated: Point };

/** Why 32 bytes are no public key. */
export type CurveKeyFault = "not canonical" | "of small order" | "not on the curve";

/** SHA-512 in progress over R, A and the message. */
export type Challenge = ReturnType<typeof sha512.create>;

/** Decodes a public key as libsodium's verification does: y below p, not of small order, on the curve. */
export function decodeCurveKey(bytes: Uint8Array): CurveKey | CurveKeyFault {
  const y = readLittleEndian(bytes) & SIGN_BIT_OFF;
  if (SMALL_ORDER_Y.has(y)) return "of small order";
  if (y >= FIELD_PRIME) return "not canonical";
  try {
    return { bytes, negated: Point.fromBytes(bytes, false).negate() };
  } catch {
    return "not on the curve";
  }
}

/** Starts the hash of a signature under a key; the message is added by `update`. */
export function startChallenge(key: CurveKey, signature: Uint8Array): Challenge {
  // The hash is passed by hand: noble's `hashes.sha512` slot is a global that any code in the process can replace.
  return sha512.create().update(signature.subarray(0, 32)).update(key.bytes);
}

/**
 * Judges a 64-byte signature with the finished challenge, as released libsodium (1.0.18 to 1.0.22) does: S below the
 * group order, R not of small order, and the bytes of `[S]B - [h]A` equal to those of R. noble's own `verify` multiplies
 * by the cofactor in both of its modes and so accepts signatures that libsodium, Go and OpenSSL refuse.
 */
export function holdsEquation(key: CurveKey, signature: Uint8Array, challenge: Challenge): boolean {
  const s = readLittleEndian(signature.subarray(32, 64));
  // S + L is a second spelling of the same signature that anybody can write.
  if (s >= GROUP_ORDER) return false;
  const encodedR = signature.subarray(0, 32);
  if (SMALL_ORDER_Y.has(readLittleEndian(encodedR) & SIGN_BIT_OFF)) return false;
  const h = readLittleEndian(challenge.digest()) % GROUP_ORDER;
  // Unsafe only as to timing: everything here is public.
  const found = Point.BASE.multiply(s, false).add(key.negated.multiply(h, false)).toBytes();
  return equalBytes(found, encodedR);
}

/** {@link holdsEquation} for a message that is there in parts. */
export function verifyEd25519(key: CurveKey, signature: Uint8Array, ...message: Uint8Array[]): boolean {
  const challenge = startChallenge(key, signature);
  for (const part of message) challenge.update(part);
  return holdsEquation(key, signature, challenge);
}

/** Compares public bytes; not constant in time. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function readLittleEndian(bytes: Uint8Array): bigint {
  let hex = "";
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    hex += (bytes[index] as number).toString(16).padStart(2, "0");
  }
  return BigInt(`0x${hex}`);
}
