import type { PublicKeyInput } from "./choose-keys.js";
import type { SignatureInput, Verifier, VerifyResult } from "./create-verifier.js";
import { startVerifier, verifyOn } from "./create-verifier.js";
import { explainMismatch } from "./explain-mismatch.js";
import { chooseEngine } from "./node-engine.js";
import type { VerifyOptions } from "./read-options.js";
import type { ByteStream } from "./verify-stream.js";
import { verifyStreamOn } from "./verify-stream.js";

// What `verify.ts` documents, on the engine of this process.

/** `verify` on `node:crypto`, or on the pure engine where `node:crypto` fails the known answers. */
export function verify(
  message: Uint8Array,
  signature: SignatureInput,
  publicKeys: PublicKeyInput | readonly PublicKeyInput[],
  options: VerifyOptions = {},
): VerifyResult {
  const engine = chooseEngine();
  return verifyOn(engine, message, signature, publicKeys, options, (opened, key) =>
    explainMismatch(engine, message, opened, key),
  );
}

/** `createVerifier` on the engine of this process. */
export function createVerifier(
  signature: SignatureInput,
  publicKeys: PublicKeyInput | readonly PublicKeyInput[],
  options: VerifyOptions = {},
): Verifier {
  return startVerifier(chooseEngine(), signature, publicKeys, options);
}

/** `verifyStream` on the engine of this process. */
export async function verifyStream(
  message: AsyncIterable<Uint8Array> | ByteStream,
  signature: SignatureInput,
  publicKeys: PublicKeyInput | readonly PublicKeyInput[],
  options: VerifyOptions = {},
): Promise<VerifyResult> {
  return verifyStreamOn(chooseEngine(), message, signature, publicKeys, options);
}
