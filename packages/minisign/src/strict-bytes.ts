/** The group order L, the prime P and the seven y values below, each 32 bytes with the low byte first. */
const ORDER = fromHex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
const PRIME = fromHex("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");

/**
 * The y values, sign bit off and non-canonical spellings included, whose points have order 1, 2, 4 or 8. With such a public
 * key one signature fits many messages; with such an R two verifiers disagree. libsodium (1.0.18 to 1.0.22) refuses both.
 */
const SMALL_ORDER: readonly Uint8Array[] = [
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
].map(fromHex);

/** True when the 32 bytes spell a point of small order, whatever the sign bit. */
export function isSmallOrder(bytes: Uint8Array): boolean {
  return SMALL_ORDER.some((y) =>
    y.every((byte, index) => byte === ((bytes[index] as number) & (index === 31 ? 0x7f : 0xff))),
  );
}

/** True when y, the sign bit off, is below the prime. */
export function isCanonical(bytes: Uint8Array): boolean {
  return isBelow(bytes, PRIME, 0x7f);
}

/** True when the scalar is below the group order: S + L is a second spelling of a signature that anybody can write. */
export function isReduced(scalar: Uint8Array): boolean {
  return isBelow(scalar, ORDER, 0xff);
}

/** Compares public bytes; not constant in time. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function isBelow(bytes: Uint8Array, limit: Uint8Array, topMask: number): boolean {
  for (let index = 31; index >= 0; index -= 1) {
    const byte = (bytes[index] as number) & (index === 31 ? topMask : 0xff);
    const bound = limit[index] as number;
    if (byte !== bound) return byte < bound;
  }
  return false;
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16));
}
