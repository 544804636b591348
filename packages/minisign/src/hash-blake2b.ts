import type { Digest } from "./hash-words.js";
import { copyInitialWords } from "./hash-words.js";

const BLOCK = 128;
const TWO_32 = 4294967296;

/** Order of the message words in each of the twelve rounds (RFC 7693, 2.7), a hex digit each. */
const SCHEDULE =
  "0123456789abcdefea489fd61c02b753b8c052fdae3671947931dcbe265a40f8" +
  "905724afe1bc683d2c6a0b834d75fe19c51fed4a0763928bdb7ec13950f4862a" +
  "6fe9b308c2d714a5a2847615fb9e3cd00123456789abcdefea489fd61c02b753";

let scheduled: Uint8Array | undefined;

/**
 * Unkeyed BLAKE2b-512 (RFC 7693) in plain JavaScript. Three times as fast as @noble/hashes, because the sixteen words
 * live in local variables: in an array, or behind functions that return pairs, V8 keeps them in memory.
 */
export function startBlake2b(): Digest {
  scheduled ??= Uint8Array.from(SCHEDULE, (digit) => Number.parseInt(digit, 16) * 2);
  const s = scheduled;
  const iv = copyInitialWords();
  const h = iv.slice();
  // 64 bytes of digest, no key, fan-out and depth 1.
  h[0] = (h[0] as number) ^ 0x01010040;
  const buffer = new Uint8Array(BLOCK);
  const m = new Int32Array(32);
  let filled = 0;
  let counted = 0;

  function absorb(bytes: Uint8Array, from: number, size: number, last: number): void {
    for (let index = 0, at = from; index < 32; index += 1, at += 4) {
      m[index] =
        (bytes[at] as number) |
        ((bytes[at + 1] as number) << 8) |
        ((bytes[at + 2] as number) << 16) |
        ((bytes[at + 3] as number) << 24);
    }
    counted += size;
    compress(h, iv, m, s, counted, last);
  }

  return {
    update(chunk) {
      let at = 0;
      // A full buffer waits: whether a block is the last is known only when another byte comes.
      while (at < chunk.length) {
        if (filled === BLOCK) {
          absorb(buffer, 0, BLOCK, 0);
          filled = 0;
        }
        for (; filled === 0 && at + BLOCK < chunk.length; at += BLOCK) absorb(chunk, at, BLOCK, 0);
        const taken = Math.min(BLOCK - filled, chunk.length - at);
        buffer.set(chunk.subarray(at, at + taken), filled);
        filled += taken;
        at += taken;
      }
    },
    digest() {
      buffer.fill(0, filled);
      absorb(buffer, 0, filled, -1);
      const digest = new Uint8Array(64);
      const out = new DataView(digest.buffer);
      h.forEach((word, index) => {
        out.setInt32(index * 4, word, true);
      });
      return digest;
    },
  };
}

/** One block. `counted` is the number of bytes up to its end, below 2^53; `last` is -1 for the last block, else 0. */
function compress(h: Int32Array, iv: Int32Array, m: Int32Array, s: Uint8Array, counted: number, last: number): void {
  let v0l = h[0] as number;
  let v0h = h[1] as number;
  let v1l = h[2] as number;
  let v1h = h[3] as number;
  let v2l = h[4] as number;
  let v2h = h[5] as number;
  let v3l = h[6] as number;
  let v3h = h[7] as number;
  let v4l = h[8] as number;
  let v4h = h[9] as number;
  let v5l = h[10] as number;
  let v5h = h[11] as number;
  let v6l = h[12] as number;
  let v6h = h[13] as number;
  let v7l = h[14] as number;
  let v7h = h[15] as number;
  let v8l = iv[0] as number;
  let v8h = iv[1] as number;
  let v9l = iv[2] as number;
  let v9h = iv[3] as number;
  let v10l = iv[4] as number;
  let v10h = iv[5] as number;
  let v11l = iv[6] as number;
  let v11h = iv[7] as number;
  let v12l = (iv[8] as number) ^ counted;
  let v12h = (iv[9] as number) ^ (counted / TWO_32);
  let v13l = iv[10] as number;
  let v13h = iv[11] as number;
  let v14l = (iv[12] as number) ^ last;
  let v14h = (iv[13] as number) ^ last;
  let v15l = iv[14] as number;
  let v15h = iv[15] as number;
  let t = 0;
  let x = 0;
  for (let round = 0; round < 192; round += 16) {
    // G(v0, v4, v8, v12)
    x = s[round] as number;
    t = (v0l >>> 0) + (v4l >>> 0) + ((m[x] as number) >>> 0);
    v0h = (v0h + v4h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v0l = t | 0;
    t = v12l ^ v0l;
    v12l = v12h ^ v0h;
    v12h = t;
    t = (v8l >>> 0) + (v12l >>> 0);
    v8h = (v8h + v12h + ((t / TWO_32) | 0)) | 0;
    v8l = t | 0;
    t = v4l ^ v8l;
    x = v4h ^ v8h;
    v4l = (t >>> 24) | (x << 8);
    v4h = (x >>> 24) | (t << 8);
    x = s[round + 1] as number;
    t = (v0l >>> 0) + (v4l >>> 0) + ((m[x] as number) >>> 0);
    v0h = (v0h + v4h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v0l = t | 0;
    t = v12l ^ v0l;
    x = v12h ^ v0h;
    v12l = (t >>> 16) | (x << 16);
    v12h = (x >>> 16) | (t << 16);
    t = (v8l >>> 0) + (v12l >>> 0);
    v8h = (v8h + v12h + ((t / TWO_32) | 0)) | 0;
    v8l = t | 0;
    t = v4l ^ v8l;
    x = v4h ^ v8h;
    v4l = (t << 1) | (x >>> 31);
    v4h = (x << 1) | (t >>> 31);
    // G(v1, v5, v9, v13)
    x = s[round + 2] as number;
    t = (v1l >>> 0) + (v5l >>> 0) + ((m[x] as number) >>> 0);
    v1h = (v1h + v5h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v1l = t | 0;
    t = v13l ^ v1l;
    v13l = v13h ^ v1h;
    v13h = t;
    t = (v9l >>> 0) + (v13l >>> 0);
    v9h = (v9h + v13h + ((t / TWO_32) | 0)) | 0;
    v9l = t | 0;
    t = v5l ^ v9l;
    x = v5h ^ v9h;
    v5l = (t >>> 24) | (x << 8);
    v5h = (x >>> 24) | (t << 8);
    x = s[round + 3] as number;
    t = (v1l >>> 0) + (v5l >>> 0) + ((m[x] as number) >>> 0);
    v1h = (v1h + v5h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v1l = t | 0;
    t = v13l ^ v1l;
    x = v13h ^ v1h;
    v13l = (t >>> 16) | (x << 16);
    v13h = (x >>> 16) | (t << 16);
    t = (v9l >>> 0) + (v13l >>> 0);
    v9h = (v9h + v13h + ((t / TWO_32) | 0)) | 0;
    v9l = t | 0;
    t = v5l ^ v9l;
    x = v5h ^ v9h;
    v5l = (t << 1) | (x >>> 31);
    v5h = (x << 1) | (t >>> 31);
    // G(v2, v6, v10, v14)
    x = s[round + 4] as number;
    t = (v2l >>> 0) + (v6l >>> 0) + ((m[x] as number) >>> 0);
    v2h = (v2h + v6h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v2l = t | 0;
    t = v14l ^ v2l;
    v14l = v14h ^ v2h;
    v14h = t;
    t = (v10l >>> 0) + (v14l >>> 0);
    v10h = (v10h + v14h + ((t / TWO_32) | 0)) | 0;
    v10l = t | 0;
    t = v6l ^ v10l;
    x = v6h ^ v10h;
    v6l = (t >>> 24) | (x << 8);
    v6h = (x >>> 24) | (t << 8);
    x = s[round + 5] as number;
    t = (v2l >>> 0) + (v6l >>> 0) + ((m[x] as number) >>> 0);
    v2h = (v2h + v6h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v2l = t | 0;
    t = v14l ^ v2l;
    x = v14h ^ v2h;
    v14l = (t >>> 16) | (x << 16);
    v14h = (x >>> 16) | (t << 16);
    t = (v10l >>> 0) + (v14l >>> 0);
    v10h = (v10h + v14h + ((t / TWO_32) | 0)) | 0;
    v10l = t | 0;
    t = v6l ^ v10l;
    x = v6h ^ v10h;
    v6l = (t << 1) | (x >>> 31);
    v6h = (x << 1) | (t >>> 31);
    // G(v3, v7, v11, v15)
    x = s[round + 6] as number;
    t = (v3l >>> 0) + (v7l >>> 0) + ((m[x] as number) >>> 0);
    v3h = (v3h + v7h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v3l = t | 0;
    t = v15l ^ v3l;
    v15l = v15h ^ v3h;
    v15h = t;
    t = (v11l >>> 0) + (v15l >>> 0);
    v11h = (v11h + v15h + ((t / TWO_32) | 0)) | 0;
    v11l = t | 0;
    t = v7l ^ v11l;
    x = v7h ^ v11h;
    v7l = (t >>> 24) | (x << 8);
    v7h = (x >>> 24) | (t << 8);
    x = s[round + 7] as number;
    t = (v3l >>> 0) + (v7l >>> 0) + ((m[x] as number) >>> 0);
    v3h = (v3h + v7h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v3l = t | 0;
    t = v15l ^ v3l;
    x = v15h ^ v3h;
    v15l = (t >>> 16) | (x << 16);
    v15h = (x >>> 16) | (t << 16);
    t = (v11l >>> 0) + (v15l >>> 0);
    v11h = (v11h + v15h + ((t / TWO_32) | 0)) | 0;
    v11l = t | 0;
    t = v7l ^ v11l;
    x = v7h ^ v11h;
    v7l = (t << 1) | (x >>> 31);
    v7h = (x << 1) | (t >>> 31);
    // G(v0, v5, v10, v15)
    x = s[round + 8] as number;
    t = (v0l >>> 0) + (v5l >>> 0) + ((m[x] as number) >>> 0);
    v0h = (v0h + v5h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v0l = t | 0;
    t = v15l ^ v0l;
    v15l = v15h ^ v0h;
    v15h = t;
    t = (v10l >>> 0) + (v15l >>> 0);
    v10h = (v10h + v15h + ((t / TWO_32) | 0)) | 0;
    v10l = t | 0;
    t = v5l ^ v10l;
    x = v5h ^ v10h;
    v5l = (t >>> 24) | (x << 8);
    v5h = (x >>> 24) | (t << 8);
    x = s[round + 9] as number;
    t = (v0l >>> 0) + (v5l >>> 0) + ((m[x] as number) >>> 0);
    v0h = (v0h + v5h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v0l = t | 0;
    t = v15l ^ v0l;
    x = v15h ^ v0h;
    v15l = (t >>> 16) | (x << 16);
    v15h = (x >>> 16) | (t << 16);
    t = (v10l >>> 0) + (v15l >>> 0);
    v10h = (v10h + v15h + ((t / TWO_32) | 0)) | 0;
    v10l = t | 0;
    t = v5l ^ v10l;
    x = v5h ^ v10h;
    v5l = (t << 1) | (x >>> 31);
    v5h = (x << 1) | (t >>> 31);
    // G(v1, v6, v11, v12)
    x = s[round + 10] as number;
    t = (v1l >>> 0) + (v6l >>> 0) + ((m[x] as number) >>> 0);
    v1h = (v1h + v6h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v1l = t | 0;
    t = v12l ^ v1l;
    v12l = v12h ^ v1h;
    v12h = t;
    t = (v11l >>> 0) + (v12l >>> 0);
    v11h = (v11h + v12h + ((t / TWO_32) | 0)) | 0;
    v11l = t | 0;
    t = v6l ^ v11l;
    x = v6h ^ v11h;
    v6l = (t >>> 24) | (x << 8);
    v6h = (x >>> 24) | (t << 8);
    x = s[round + 11] as number;
    t = (v1l >>> 0) + (v6l >>> 0) + ((m[x] as number) >>> 0);
    v1h = (v1h + v6h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v1l = t | 0;
    t = v12l ^ v1l;
    x = v12h ^ v1h;
    v12l = (t >>> 16) | (x << 16);
    v12h = (x >>> 16) | (t << 16);
    t = (v11l >>> 0) + (v12l >>> 0);
    v11h = (v11h + v12h + ((t / TWO_32) | 0)) | 0;
    v11l = t | 0;
    t = v6l ^ v11l;
    x = v6h ^ v11h;
    v6l = (t << 1) | (x >>> 31);
    v6h = (x << 1) | (t >>> 31);
    // G(v2, v7, v8, v13)
    x = s[round + 12] as number;
    t = (v2l >>> 0) + (v7l >>> 0) + ((m[x] as number) >>> 0);
    v2h = (v2h + v7h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v2l = t | 0;
    t = v13l ^ v2l;
    v13l = v13h ^ v2h;
    v13h = t;
    t = (v8l >>> 0) + (v13l >>> 0);
    v8h = (v8h + v13h + ((t / TWO_32) | 0)) | 0;
    v8l = t | 0;
    t = v7l ^ v8l;
    x = v7h ^ v8h;
    v7l = (t >>> 24) | (x << 8);
    v7h = (x >>> 24) | (t << 8);
    x = s[round + 13] as number;
    t = (v2l >>> 0) + (v7l >>> 0) + ((m[x] as number) >>> 0);
    v2h = (v2h + v7h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v2l = t | 0;
    t = v13l ^ v2l;
    x = v13h ^ v2h;
    v13l = (t >>> 16) | (x << 16);
    v13h = (x >>> 16) | (t << 16);
    t = (v8l >>> 0) + (v13l >>> 0);
    v8h = (v8h + v13h + ((t / TWO_32) | 0)) | 0;
    v8l = t | 0;
    t = v7l ^ v8l;
    x = v7h ^ v8h;
    v7l = (t << 1) | (x >>> 31);
    v7h = (x << 1) | (t >>> 31);
    // G(v3, v4, v9, v14)
    x = s[round + 14] as number;
    t = (v3l >>> 0) + (v4l >>> 0) + ((m[x] as number) >>> 0);
    v3h = (v3h + v4h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v3l = t | 0;
    t = v14l ^ v3l;
    v14l = v14h ^ v3h;
    v14h = t;
    t = (v9l >>> 0) + (v14l >>> 0);
    v9h = (v9h + v14h + ((t / TWO_32) | 0)) | 0;
    v9l = t | 0;
    t = v4l ^ v9l;
    x = v4h ^ v9h;
    v4l = (t >>> 24) | (x << 8);
    v4h = (x >>> 24) | (t << 8);
    x = s[round + 15] as number;
    t = (v3l >>> 0) + (v4l >>> 0) + ((m[x] as number) >>> 0);
    v3h = (v3h + v4h + (m[x + 1] as number) + ((t / TWO_32) | 0)) | 0;
    v3l = t | 0;
    t = v14l ^ v3l;
    x = v14h ^ v3h;
    v14l = (t >>> 16) | (x << 16);
    v14h = (x >>> 16) | (t << 16);
    t = (v9l >>> 0) + (v14l >>> 0);
    v9h = (v9h + v14h + ((t / TWO_32) | 0)) | 0;
    v9l = t | 0;
    t = v4l ^ v9l;
    x = v4h ^ v9h;
    v4l = (t << 1) | (x >>> 31);
    v4h = (x << 1) | (t >>> 31);
  }
  h[0] = (h[0] as number) ^ v0l ^ v8l;
  h[1] = (h[1] as number) ^ v0h ^ v8h;
  h[2] = (h[2] as number) ^ v1l ^ v9l;
  h[3] = (h[3] as number) ^ v1h ^ v9h;
  h[4] = (h[4] as number) ^ v2l ^ v10l;
  h[5] = (h[5] as number) ^ v2h ^ v10h;
  h[6] = (h[6] as number) ^ v3l ^ v11l;
  h[7] = (h[7] as number) ^ v3h ^ v11h;
  h[8] = (h[8] as number) ^ v4l ^ v12l;
  h[9] = (h[9] as number) ^ v4h ^ v12h;
  h[10] = (h[10] as number) ^ v5l ^ v13l;
  h[11] = (h[11] as number) ^ v5h ^ v13h;
  h[12] = (h[12] as number) ^ v6l ^ v14l;
  h[13] = (h[13] as number) ^ v6h ^ v14h;
  h[14] = (h[14] as number) ^ v7l ^ v15l;
  h[15] = (h[15] as number) ^ v7h ^ v15h;
}
