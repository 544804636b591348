/** Verification of minisign signatures. Bytes only: no files, no JSON, no network, no Node built-in. */
export { PUBLIC_KEYS_MAX, type PublicKeyInput } from "./choose-keys.js";
export type { Refused, SignatureInput, Verified, Verifier, VerifyResult } from "./create-verifier.js";
export { DEV_KEY_IDS } from "./development-keys.js";
export { HINT_MESSAGE_MAX_BYTES } from "./explain-mismatch.js";
export { type MinisignCode, MinisignError } from "./minisign-error.js";
export { KEY_COMMENT_LINE_MAX_BYTES, type PublicKey, type PublicKeyForm, parsePublicKey } from "./parse-public-key.js";
export {
  type Algorithm,
  parseSignature,
  type Signature,
  TRUSTED_COMMENT_MAX_BYTES,
  UNTRUSTED_COMMENT_MAX_BYTES,
} from "./parse-signature.js";
export { INPUT_READ_BYTES } from "./read-input.js";
export { CLOCK_SKEW_SECONDS, type VerifyOptions } from "./read-options.js";
export type { TrustedFields } from "./read-trusted-comment.js";
export { createVerifier, verify, verifyStream } from "./verify.js";
export type { EngineName } from "./verify-engine.js";
export type { ByteStream } from "./verify-stream.js";
