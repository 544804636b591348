/** Keys and signing. Needs no Node built-in; nothing of a secret key appears in an error, `inspect` or JSON. */
export { WRITTEN_TRUSTED_COMMENT_MAX_BYTES } from "./check-comment.js";
export { type DecodeOptions, decodeSecretKey } from "./decode-secret-key.js";
export {
  changePassword,
  type EncodeOptions,
  encodePublicKey,
  encodeSecretKey,
  generateKeyPair,
  type KeyPair,
} from "./encode-secret-key.js";
export { type RandomSource, type SecretKey, wipeSecretKey } from "./hold-secret.js";
export { type SignOptions, sign, signDigest } from "./sign-message.js";
export { DEFAULT_KDF_LIMITS, KDF_COST_MAX, type KdfLimits, PASSWORD_MAX_BYTES } from "./stretch-password.js";
