/** Field prime and group order of Ed25519 (RFC 8032, section 5.1). */
const P = 2n ** 255n - 19n;
export const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const MASK = 2n ** 255n - 1n;

/** 2d, d = -121665/121666. */
const TWICE_D = 0x2406d9dc56dffce7198e80f2eef3d13000e0149a8283b156ebd69b9426b2f159n;
const ROOT_OF_MINUS_1 = 0x2b8324804fc1df0b2b4d00993dfbd7a72f431806ad2fe478c4ee1b274a0ea0b0n;
const BASE_X = 0x216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51an;
const BASE_Y = 0x6666666666666666666666666666666666666666666666666666666666666658n;

/** Extended coordinates (X : Y : Z : T), T = XY/Z. Values are below 2^256, not always below P. */
export type CurvePoint = readonly [bigint, bigint, bigint, bigint];

/** Multiples 16^i of a point, i from 0 to 63: with them a scalar costs one addition a digit and no doubling. */
export type PowerTable = readonly CurvePoint[];

/** All of it is verification: scalars and points are public, and nothing here runs in constant time. */
const ZERO: CurvePoint = [0n, 1n, 1n, 0n];

/** 2^255 is 19 modulo P, so the upper half folds onto the lower. For products of two values below 2^257. */
function fold(value: bigint): bigint {
  const once = (value & MASK) + (value >> 255n) * 19n;
  return (once & MASK) + (once >> 255n) * 19n;
}

// Sums and differences feed products only; 2P keeps the differences positive.
const TWICE_P = 2n * P;

function addPoints([x1, y1, z1, t1]: CurvePoint, [x2, y2, z2, t2]: CurvePoint): CurvePoint {
  // RFC 8032, 5.1.4; complete for every pair of points of this curve.
  const a = fold((y1 - x1 + TWICE_P) * (y2 - x2 + TWICE_P));
  const b = fold((y1 + x1) * (y2 + x2));
  const c = fold(fold(t1 * TWICE_D) * t2);
  const d = fold(2n * z1 * z2);
  const e = b - a + TWICE_P;
  const f = d - c + TWICE_P;
  const g = d + c;
  const h = b + a;
  return [fold(e * f), fold(g * h), fold(f * g), fold(e * h)];
}

function doublePoint([x, y, z]: CurvePoint): CurvePoint {
  const a = fold(x * x);
  const b = fold(y * y);
  const sum = x + y;
  const h = a + b;
  const e = h - fold(sum * sum) + TWICE_P;
  const g = a - b + TWICE_P;
  const f = fold(2n * z * z) + g;
  return [fold(e * f), fold(g * h), fold(f * g), fold(e * h)];
}

/** The point with the opposite x. */
export function negatePoint([x, y, z, t]: CurvePoint): CurvePoint {
  return [TWICE_P - x, y, z, TWICE_P - t];
}

/** The 64 multiples of a point. 252 doublings, so it is made once for a key. */
export function tabulatePowers(point: CurvePoint): PowerTable {
  const table = [point];
  for (let last = point; table.length < 64; table.push(last)) {
    for (let times = 0; times < 4; times += 1) last = doublePoint(last);
  }
  return table;
}

/** The base point B. */
export const BASE_POINT: CurvePoint = [BASE_X, BASE_Y, 1n, fold(BASE_X * BASE_Y)];

/**
 * The sum of scalar times point over pairs. Digits of all scalars fall into eight buckets by size (Pippenger), so that two
 * scalars cost 128 additions and 14 more. Scalars are below the group order, each 32 bytes, low byte first.
 */
export function sumMultiples(...pairs: readonly (readonly [Uint8Array, PowerTable])[]): CurvePoint {
  const buckets: CurvePoint[] = new Array(8).fill(ZERO);
  for (const [scalar, table] of pairs) {
    let carry = 0;
    table.forEach((power, index) => {
      const nibble = ((scalar[index >> 1] as number) >> ((index & 1) * 4)) & 15;
      const digit = nibble + carry;
      carry = digit > 8 ? 1 : 0;
      const signed = digit - carry * 16;
      if (signed === 0) return;
      const at = Math.abs(signed) - 1;
      buckets[at] = addPoints(buckets[at] as CurvePoint, signed < 0 ? negatePoint(power) : power);
    });
  }
  let running = ZERO;
  let total = ZERO;
  for (const bucket of buckets.reverse()) {
    running = addPoints(running, bucket);
    total = addPoints(total, running);
  }
  return total;
}

/** The point with this y and sign of x; nothing when there is none on the curve (RFC 8032, 5.1.3). `y` is below P. */
export function recoverPoint(y: bigint, odd: boolean): CurvePoint | undefined {
  const y2 = fold(y * y);
  const u = y2 - 1n + TWICE_P;
  // v = d y^2 + 1, doubled throughout, because 2d is the constant at hand: u/v = 2u/2v.
  const u2 = fold(2n * u);
  const v2 = fold(y2 * TWICE_D) + 2n;
  const v3 = fold(fold(v2 * v2) * v2);
  const v7 = fold(fold(v3 * v3) * v2);
  const root = fold(fold(u2 * v3) * raiseTo252Minus3(fold(u2 * v7)));
  const check = reduce(v2 * fold(root * root));
  let x: bigint;
  if (check === reduce(u2)) x = reduce(root);
  else if (check === reduce(TWICE_P - reduce(u2))) x = reduce(root * ROOT_OF_MINUS_1);
  else return undefined;
  if (((x & 1n) === 1n) !== odd) x = P - x;
  return [x, y, 1n, fold(x * y)];
}

/** To the power (P - 5) / 8 = 2^252 - 3, by runs of one bits. */
function raiseTo252Minus3(base: bigint): bigint {
  const square = (value: bigint, times: number): bigint => {
    let result = value;
    for (let time = 0; time < times; time += 1) result = fold(result * result);
    return result;
  };
  // Name n: the exponent 2^n - 1.
  const run2 = fold(square(base, 1) * base);
  const run4 = fold(square(run2, 2) * run2);
  const run5 = fold(square(run4, 1) * base);
  const run10 = fold(square(run5, 5) * run5);
  const run20 = fold(square(run10, 10) * run10);
  const run40 = fold(square(run20, 20) * run20);
  const run50 = fold(square(run40, 10) * run10);
  const run100 = fold(square(run50, 50) * run50);
  const run200 = fold(square(run100, 100) * run100);
  const run250 = fold(square(run200, 50) * run50);
  return fold(square(run250, 2) * base);
}

/** The 32 bytes of a point (RFC 8032, 5.1.2). */
export function encodePoint([x, y, z]: CurvePoint): Uint8Array {
  const inverse = invert(z);
  return writeLittleEndian(reduce(fold(y * inverse)) | ((reduce(fold(x * inverse)) & 1n) << 255n));
}

function reduce(value: bigint): bigint {
  return value % P;
}

/** Extended Euclid; Z is never 0 on this curve. */
function invert(value: bigint): bigint {
  let [low, high, x, y] = [reduce(value), P, 1n, 0n];
  while (low > 1n) {
    const quotient = high / low;
    [low, high, x, y] = [high - quotient * low, low, y - quotient * x, x];
  }
  return x < 0n ? x + P : x;
}

/** The number of these bytes, low byte first. */
export function readLittleEndian(bytes: Uint8Array): bigint {
  let hex = "";
  for (const byte of bytes) hex = byte.toString(16).padStart(2, "0") + hex;
  return BigInt(`0x${hex}`);
}

/** 32 bytes, low byte first. */
export function writeLittleEndian(value: bigint): Uint8Array {
  const hex = value.toString(16).padStart(64, "0");
  return Uint8Array.from({ length: 32 }, (_, index) => Number.parseInt(hex.slice(62 - index * 2, 64 - index * 2), 16));
}
