import type { Printable } from "@slipway/errors";
import { msg, printable } from "@slipway/errors";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const NOT_BASE64 = 255;
const PAD = 0x3d;

const VALUES = new Uint8Array(256).fill(NOT_BASE64);
for (let value = 0; value < ALPHABET.length; value += 1) VALUES[ALPHABET.charCodeAt(value)] = value;

/** What is wrong with a base64 line, and where (1-based column). Names no character of it: the line may be a secret. */
export type Base64Fault = { fault: Printable; column: number };

/**
 * Decodes exactly `size` bytes: standard alphabet, padding required, nothing before or after, and the unused bits of the
 * last character zero. One byte string has one spelling; with the spare bits free (as libsodium's decoder leaves them),
 * anybody could make a second text of a signature that still verifies.
 */
export function decodeBase64(text: Uint8Array, size: number): Uint8Array | Base64Fault {
  const groups = Math.ceil(size / 3);
  const padding = groups * 3 - size;
  const digits = groups * 4 - padding;
  if (text.length !== groups * 4) {
    const stray = text.findIndex((byte) => VALUES[byte] === NOT_BASE64 && byte !== PAD);
    const fault =
      stray === -1
        ? msg`has ${text.length} characters where ${groups * 4} are needed`
        : msg`has a character that is not base64`;
    return { fault, column: (stray === -1 ? Math.min(text.length, groups * 4) : stray) + 1 };
  }
  const bytes = new Uint8Array(size);
  let held = 0;
  let bits = 0;
  let length = 0;
  for (let index = 0; index < digits; index += 1) {
    const value = VALUES[text[index] as number] as number;
    if (value === NOT_BASE64) return { fault: printable("has a character that is not base64"), column: index + 1 };
    held = (held << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[length] = held >> bits;
      length += 1;
      held &= (1 << bits) - 1;
    }
  }
  for (let index = digits; index < text.length; index += 1) {
    if (text[index] !== PAD) return { fault: printable("lacks its base64 padding"), column: index + 1 };
  }
  if (held !== 0) return { fault: printable("ends in a base64 character with unused bits set"), column: digits };
  return bytes;
}

/** Encodes with padding; for the texts of keys that were decoded before. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let index = 0; index < bytes.length; index += 3) {
    const left = bytes.length - index;
    const group =
      ((bytes[index] as number) << 16) |
      ((left > 1 ? (bytes[index + 1] as number) : 0) << 8) |
      (left > 2 ? (bytes[index + 2] as number) : 0);
    text += ALPHABET[group >> 18];
    text += ALPHABET[(group >> 12) & 63];
    text += left > 1 ? ALPHABET[(group >> 6) & 63] : "=";
    text += left > 2 ? ALPHABET[group & 63] : "=";
  }
  return text;
}
