import type { CurvePoint } from "./curve-points.js";
import { readLittleEndian, recoverPoint } from "./curve-points.js";
import { isCanonical, isSmallOrder } from "./strict-bytes.js";

/** A public key that passed the checks which need no signature. */
export type CurveKey = { readonly bytes: Uint8Array; readonly point: CurvePoint };

/** Why 32 bytes are no public key. */
export type CurveKeyFault = "not canonical" | "of small order" | "not on the curve";

/** Decodes a public key as libsodium's verification does: not of small order, y below the prime, on the curve. */
export function decodeCurveKey(bytes: Uint8Array): CurveKey | CurveKeyFault {
  if (isSmallOrder(bytes)) return "of small order";
  if (!isCanonical(bytes)) return "not canonical";
  const sign = (bytes[31] as number) >> 7;
  const point = recoverPoint(readLittleEndian(bytes) & ((1n << 255n) - 1n), sign === 1);
  return point === undefined ? "not on the curve" : { bytes, point };
}
