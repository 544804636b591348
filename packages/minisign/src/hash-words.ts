/** A hash in progress. `digest` ends it; both hashes here give 64 bytes. */
export type Digest = { update(chunk: Uint8Array): unknown; digest(): Uint8Array };

const MASK_64 = (1n << 64n) - 1n;

/** The first `count` primes. */
function listPrimes(count: number): bigint[] {
  const primes: bigint[] = [];
  for (let candidate = 2n; primes.length < count; candidate += 1n) {
    if (primes.every((prime) => candidate % prime !== 0n)) primes.push(candidate);
  }
  return primes;
}

/**
 * The first 64 bits of the fractional parts of the square (`degree` 2) or cube (3) roots of the first primes, each as low
 * and high 32-bit word: the constants of SHA-512 (FIPS 180-4, 4.2.3 and 5.3.5) and of BLAKE2b (RFC 7693, 2.6). Computed,
 * because the table of 80 of them would be a tenth of a browser's download.
 */
export function makeRootWords(degree: 2 | 3, count: number): Int32Array {
  const words = new Int32Array(count * 2);
  const power = BigInt(degree);
  listPrimes(count).forEach((prime, index) => {
    const target = prime << (64n * power);
    // Newton's iteration from above ends on the floor of the root; the largest root here is the cube root of 409.
    let root = 1n << 69n;
    for (;;) {
      const next = ((power - 1n) * root + target / root ** (power - 1n)) / power;
      if (next >= root) break;
      root = next;
    }
    const fraction = root & MASK_64;
    words[index * 2] = Number(BigInt.asIntN(32, fraction));
    words[index * 2 + 1] = Number(BigInt.asIntN(32, fraction >> 32n));
  });
  return words;
}

let initial: Int32Array | undefined;

/** A fresh copy of the initial state of SHA-512, which is BLAKE2b's too (RFC 7693, 2.6). */
export function copyInitialWords(): Int32Array {
  initial ??= makeRootWords(2, 8);
  return initial.slice();
}
