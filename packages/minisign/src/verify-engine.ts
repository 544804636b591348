import type { CurveKey } from "./curve-key.js";
import type { CurvePoint, PowerTable } from "./curve-points.js";
import {
  BASE_POINT,
  encodePoint,
  GROUP_ORDER,
  negatePoint,
  readLittleEndian,
  sumMultiples,
  tabulatePowers,
  writeLittleEndian,
} from "./curve-points.js";
import { startBlake2b } from "./hash-blake2b.js";
import { startSha512 } from "./hash-sha512.js";
import type { Digest } from "./hash-words.js";
import { equalBytes, isCanonical, isReduced, isSmallOrder } from "./strict-bytes.js";

/** Where the arithmetic ran: `node` is OpenSSL behind `node:crypto`, `pure` is the JavaScript of this package. */
export type EngineName = "node" | "pure";

/** The arithmetic of a verification. Both engines give the same verdict on every input. */
export type Engine = {
  readonly name: EngineName;
  startBlake2b(): Digest;
  startSha512(): Digest;
  /** Judges a 64-byte Ed25519 signature over a message that is there whole. */
  holds(key: CurveKey, signature: Uint8Array, message: Uint8Array): boolean;
};

/** The engine without any platform: everywhere, and under Node where `node:crypto` fails its known answers. */
export const pureEngine: Engine = { name: "pure", startBlake2b, startSha512, holds: holdsPure };

/**
 * The checks of released libsodium that need no arithmetic: S below the group order, R and the key not of small order, the
 * key canonical. A key was checked when it was decoded; an engine relies on nobody.
 */
export function passesByteChecks(key: CurveKey, signature: Uint8Array): boolean {
  if (!isReduced(signature.subarray(32)) || isSmallOrder(signature.subarray(0, 32))) return false;
  return isCanonical(key.bytes) && !isSmallOrder(key.bytes);
}

/** Starts the hash of a signature under a key; the message is added by `update`. */
export function startChallenge(engine: Engine, key: CurveKey, signature: Uint8Array): Digest {
  const challenge = engine.startSha512();
  challenge.update(signature.subarray(0, 32));
  challenge.update(key.bytes);
  return challenge;
}

/**
 * Judges a signature with the finished challenge, as released libsodium (1.0.18 to 1.0.22) does: the byte checks, and the
 * bytes of `[S]B - [h]A` equal to those of R. The ready-made `verify` functions of JavaScript libraries multiply by the
 * cofactor and so accept signatures that libsodium, Go and OpenSSL refuse.
 */
export function holdsEquation(key: CurveKey, signature: Uint8Array, challenge: Uint8Array): boolean {
  if (!passesByteChecks(key, signature)) return false;
  const h = writeLittleEndian(readLittleEndian(challenge) % GROUP_ORDER);
  base ??= tabulatePowers(BASE_POINT);
  const found = sumMultiples([signature.subarray(32), base], [h, tabulateKey(key)]);
  return equalBytes(encodePoint(found), signature.subarray(0, 32));
}

function holdsPure(key: CurveKey, signature: Uint8Array, message: Uint8Array): boolean {
  if (!passesByteChecks(key, signature)) return false;
  const challenge = startChallenge(pureEngine, key, signature);
  challenge.update(message);
  return holdsEquation(key, signature, challenge.digest());
}

let base: PowerTable | undefined;
const tables = new WeakMap<CurvePoint, PowerTable>();

/** Both signatures of a file are under one key, so its table pays for itself at once. */
function tabulateKey({ point }: CurveKey): PowerTable {
  let table = tables.get(point);
  if (table === undefined) {
    table = tabulatePowers(negatePoint(point));
    tables.set(point, table);
  }
  return table;
}
