import type { Result } from "@slipway/errors";
import { issue, msg, printable, refuse, succeed } from "@slipway/errors";
import type { MinisignCode } from "./minisign-error.js";
import { MinisignError } from "./minisign-error.js";

/**
 * Bytes of a key or signature that are looked at. The four longest lines a signature can have sum to 9,406 bytes; what
 * follows line 4 is not read, by the C tool neither, so its size must not cost anything here.
 */
export const INPUT_READ_BYTES = 16_384;

/** True for a `Uint8Array` of any realm (a test runner's `vm` context has its own constructor). */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === "[object Uint8Array]";
}

/**
 * A private copy of the part of the input that counts. A copy, because a buffer that the caller (or another thread)
 * changes after it was parsed would be another signature than the one that was judged. A string is taken as the text of
 * a UTF-8 file; one with a lone surrogate is refused, since its replacement character would pass for a signed one.
 */
export function readInput(
  input: string | Uint8Array,
  what: "public key" | "signature" | "secret key",
): Result<Uint8Array> {
  if (isBytes(input)) return succeed(Uint8Array.from(input.subarray(0, INPUT_READ_BYTES)));
  if (typeof input !== "string") {
    throw new MinisignError("MINISIGN_MISUSE", msg`the ${what} must be a string or a Uint8Array, not ${typeof input}`);
  }
  let text = input.slice(0, INPUT_READ_BYTES);
  // The cut may fall inside a surrogate pair; that half lies behind everything that is read.
  if (input.length > text.length && /[\uD800-\uDBFF]$/.test(text)) text = text.slice(0, -1);
  if (/\p{Cs}/u.test(text)) {
    return refuse(
      issue({
        code: "MINISIGN_TEXT_ENCODING" satisfies MinisignCode,
        message: msg`the ${what} is a string with a lone surrogate, which no file can contain`,
        hint: printable("pass the bytes of the file as they are, without decoding them to a string"),
      }),
    );
  }
  return succeed(new TextEncoder().encode(text));
}
