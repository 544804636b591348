import { printable } from "@slipway/errors";
import type { PublicKeyInput } from "./choose-keys.js";
import type { SignatureInput, VerifyResult } from "./create-verifier.js";
import { startVerifier } from "./create-verifier.js";
import { explainMismatch } from "./explain-mismatch.js";
import { MinisignError } from "./minisign-error.js";
import type { OpenedPublicKey } from "./parse-public-key.js";
import type { OpenedSignature } from "./parse-signature.js";
import { isBytes } from "./read-input.js";
import type { VerifyOptions } from "./read-options.js";

/**
 * Verifies a message against a minisign signature, as the C tool with a released libsodium does: the key with the id that
 * the signature names (all of that id are tried), the message signature, then the global signature over the trusted
 * comment, then what the options ask.
 *
 * `MINISIGN_KEY_ID_MISMATCH` means signed by a key that was not given, `MINISIGN_MESSAGE_FORGED` and
 * `MINISIGN_COMMENT_FORGED` that the key is known and the signature does not hold; no success is ever partial. The bytes
 * must not be changed by other threads meanwhile; use the very bytes that were verified afterwards, not a second reading.
 *
 * Throws `MINISIGN_MISUSE` for wrong types and unknown options. Every other refusal is a value.
 */
export function verify(
  message: Uint8Array,
  signature: SignatureInput,
  publicKeys: PublicKeyInput | readonly PublicKeyInput[],
  options: VerifyOptions = {},
): VerifyResult {
  if (!isBytes(message)) {
    throw new MinisignError("MINISIGN_MISUSE", printable("the message must be given as a Uint8Array"));
  }
  const explain = (opened: OpenedSignature, key: OpenedPublicKey) => explainMismatch(message, opened, key);
  const verifier = startVerifier(signature, publicKeys, options, explain);
  verifier.update(message);
  return verifier.finish();
}
