import type { PublicKeyInput } from "./choose-keys.js";
import type { SignatureInput, Verifier, VerifyResult } from "./create-verifier.js";
import { startVerifier, verifyOn } from "./create-verifier.js";
import { explainMismatch } from "./explain-mismatch.js";
import type { VerifyOptions } from "./read-options.js";
import { pureEngine } from "./verify-engine.js";
import type { ByteStream } from "./verify-stream.js";
import { verifyStreamOn } from "./verify-stream.js";

/**
 * Verifies a message against a minisign signature, as the C tool with a released libsodium does: the key with the id that
 * the signature names (all of that id are tried), the message signature, then the global signature over the trusted
 * comment, then what the options ask.
 *
 * `MINISIGN_KEY_ID_MISMATCH` means signed by a key that was not given, `MINISIGN_MESSAGE_FORGED` and
 * `MINISIGN_COMMENT_FORGED` that the key is known and the signature does not hold; no success is ever partial. The bytes
 * must not be changed by other threads meanwhile; use the very bytes that were verified afterwards, not a second reading.
 *
 * Under Node the arithmetic is that of `node:crypto` once it has given the known answers, and else this package's own;
 * `engine` of the result says which, and the verdict is the same.
 *
 * Throws `MINISIGN_MISUSE` for wrong types and unknown options. Every other refusal is a value.
 */
export function verify(
  message: Uint8Array,
  signature: SignatureInput,
  publicKeys: PublicKeyInput | readonly PublicKeyInput[],
  options: VerifyOptions = {},
): VerifyResult {
  return verifyOn(pureEngine, message, signature, publicKeys, options, (opened, key) =>
    explainMismatch(pureEngine, message, opened, key),
  );
}

/**
 * Starts a verification; both algorithms stream in constant memory. A signature or key that is refused at once gives
 * its refusal at `finish`, and the message is then not hashed. Options and codes as in `verify`, but for the hints about
 * line ends, which need the whole message.
 */
export function createVerifier(
  signature: SignatureInput,
  publicKeys: PublicKeyInput | readonly PublicKeyInput[],
  options: VerifyOptions = {},
): Verifier {
  return startVerifier(pureEngine, signature, publicKeys, options);
}

/**
 * Verifies a message that arrives as a stream, read to its end. Gives the answer only; who wants the bytes keeps them
 * aside and uses them after `ok: true`, not before. Errors of the stream reject the promise, and so does
 * `MINISIGN_MISUSE` for what is no stream.
 */
export async function verifyStream(
  message: AsyncIterable<Uint8Array> | ByteStream,
  signature: SignatureInput,
  publicKeys: PublicKeyInput | readonly PublicKeyInput[],
  options: VerifyOptions = {},
): Promise<VerifyResult> {
  return verifyStreamOn(pureEngine, message, signature, publicKeys, options);
}
