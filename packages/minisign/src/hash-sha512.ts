import type { Digest } from "./hash-words.js";
import { copyInitialWords, makeRootWords } from "./hash-words.js";

const BLOCK = 128;
const TWO_32 = 4294967296;

let roundWords: Int32Array | undefined;

/**
 * SHA-512 (FIPS 180-4) in plain JavaScript. 64-bit words are pairs of 32-bit ones, low first; sums of up to five words
 * stay exact in a double, and what lies above 2^32 is the carry.
 */
export function startSha512(): Digest {
  roundWords ??= makeRootWords(3, 80);
  const k = roundWords;
  const state = copyInitialWords();
  const buffer = new Uint8Array(BLOCK);
  const w = new Int32Array(160);
  let filled = 0;
  let length = 0;

  return {
    update(chunk) {
      length += chunk.length;
      let at = 0;
      if (filled > 0) {
        at = Math.min(BLOCK - filled, chunk.length);
        buffer.set(chunk.subarray(0, at), filled);
        filled += at;
        if (filled < BLOCK) return;
        compress(state, k, w, buffer, 0);
        filled = 0;
      }
      for (; at + BLOCK <= chunk.length; at += BLOCK) compress(state, k, w, chunk, at);
      buffer.set(chunk.subarray(at));
      filled = chunk.length - at;
    },
    digest() {
      buffer.fill(0, filled);
      buffer[filled] = 0x80;
      if (filled >= 112) {
        compress(state, k, w, buffer, 0);
        buffer.fill(0);
      }
      const view = new DataView(buffer.buffer);
      // The length in bits; bytes in memory never need its upper 64 bits.
      view.setUint32(120, Math.floor(length / (TWO_32 / 8)));
      view.setUint32(124, length * 8);
      compress(state, k, w, buffer, 0);
      const digest = new Uint8Array(64);
      const out = new DataView(digest.buffer);
      for (let index = 0; index < 16; index += 1) out.setInt32(index * 4, state[index ^ 1] as number);
      return digest;
    },
  };
}

function compress(state: Int32Array, k: Int32Array, w: Int32Array, bytes: Uint8Array, from: number): void {
  for (let index = 0, at = from; index < 32; index += 1, at += 4) {
    w[index ^ 1] =
      ((bytes[at] as number) << 24) |
      ((bytes[at + 1] as number) << 16) |
      ((bytes[at + 2] as number) << 8) |
      (bytes[at + 3] as number);
  }
  for (let index = 32; index < 160; index += 2) {
    const al = w[index - 30] as number;
    const ah = w[index - 29] as number;
    const bl = w[index - 4] as number;
    const bh = w[index - 3] as number;
    const sum =
      (((al >>> 1) ^ (ah << 31) ^ (al >>> 8) ^ (ah << 24) ^ (al >>> 7) ^ (ah << 25)) >>> 0) +
      (((bl >>> 19) ^ (bh << 13) ^ (bh >>> 29) ^ (bl << 3) ^ (bl >>> 6) ^ (bh << 26)) >>> 0) +
      ((w[index - 14] as number) >>> 0) +
      ((w[index - 32] as number) >>> 0);
    w[index] = sum | 0;
    w[index + 1] =
      ((ah >>> 1) ^ (al << 31) ^ (ah >>> 8) ^ (al << 24) ^ (ah >>> 7)) +
      ((bh >>> 19) ^ (bl << 13) ^ (bl >>> 29) ^ (bh << 3) ^ (bh >>> 6)) +
      (w[index - 13] as number) +
      (w[index - 31] as number) +
      ((sum / TWO_32) | 0);
  }
  let [al, ah, bl, bh, cl, ch, dl, dh, el, eh, fl, fh, gl, gh, hl, hh] = state as unknown as Sixteen;
  for (let index = 0; index < 160; index += 2) {
    const first =
      (hl >>> 0) +
      (((el >>> 14) ^ (eh << 18) ^ (el >>> 18) ^ (eh << 14) ^ (eh >>> 9) ^ (el << 23)) >>> 0) +
      (((el & fl) ^ (~el & gl)) >>> 0) +
      ((k[index] as number) >>> 0) +
      ((w[index] as number) >>> 0);
    const firstHigh =
      (hh +
        ((eh >>> 14) ^ (el << 18) ^ (eh >>> 18) ^ (el << 14) ^ (el >>> 9) ^ (eh << 23)) +
        ((eh & fh) ^ (~eh & gh)) +
        (k[index + 1] as number) +
        (w[index + 1] as number) +
        ((first / TWO_32) | 0)) |
      0;
    const second =
      ((first | 0) >>> 0) +
      (((al >>> 28) ^ (ah << 4) ^ (ah >>> 2) ^ (al << 30) ^ (ah >>> 7) ^ (al << 25)) >>> 0) +
      (((al & bl) ^ (al & cl) ^ (bl & cl)) >>> 0);
    const secondHigh =
      (firstHigh +
        ((ah >>> 28) ^ (al << 4) ^ (al >>> 2) ^ (ah << 30) ^ (al >>> 7) ^ (ah << 25)) +
        ((ah & bh) ^ (ah & ch) ^ (bh & ch)) +
        ((second / TWO_32) | 0)) |
      0;
    const sum = (dl >>> 0) + ((first | 0) >>> 0);
    hl = gl;
    hh = gh;
    gl = fl;
    gh = fh;
    fl = el;
    fh = eh;
    el = sum | 0;
    eh = (dh + firstHigh + ((sum / TWO_32) | 0)) | 0;
    dl = cl;
    dh = ch;
    cl = bl;
    ch = bh;
    bl = al;
    bh = ah;
    al = second | 0;
    ah = secondHigh;
  }
  const added = [al, ah, bl, bh, cl, ch, dl, dh, el, eh, fl, fh, gl, gh, hl, hh];
  for (let index = 0; index < 16; index += 2) {
    const sum = ((state[index] as number) >>> 0) + ((added[index] as number) >>> 0);
    state[index] = sum | 0;
    state[index + 1] = (state[index + 1] as number) + (added[index + 1] as number) + ((sum / TWO_32) | 0);
  }
}

type Sixteen = [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
