import { Point } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import { printable } from "@slipway/errors";
import { checkComment } from "./check-comment.js";
import { GROUP_ORDER, readLittleEndian, writeLittleEndian } from "./curve-points.js";
import { encodeBase64 } from "./decode-base64.js";
import { startBlake2b } from "./hash-blake2b.js";
import type { OpenedSecret, SecretKey } from "./hold-secret.js";
import { expandSecret, openSecret } from "./hold-secret.js";
import { MinisignError } from "./minisign-error.js";
import { isBytes } from "./read-input.js";

/** What is written beside the signature. */
export type SignOptions = {
  /** Signed. Default `timestamp:<seconds>`, TAB, `file:<name>` when `file` is given, and TAB, `hashed` unless legacy. */
  trustedComment?: string;
  /** Not signed. Default the C tool's. */
  untrustedComment?: string;
  /** Signs the message itself, for readers that know nothing else. Default false: its BLAKE2b-512 digest is signed. */
  legacy?: boolean;
  /** The name for the default trusted comment. */
  file?: string;
  /** The clock for the default trusted comment, in milliseconds since 1970. Default `Date.now`. */
  now?: () => number;
};

/**
 * Signs a message and returns the text of the `.minisig`, byte for byte as the C tool writes it: deterministic Ed25519
 * (RFC 8032), LF at each line end.
 *
 * Not constant in time: JavaScript's big integers are not. Sign offline or in CI, not in a service that answers strangers.
 *
 * Throws `MINISIGN_COMMENT_REFUSED` for comments that the C tool could not verify, `MINISIGN_MISUSE` for wrong types.
 */
export function sign(message: Uint8Array, secretKey: SecretKey, options: SignOptions = {}): string {
  if (!isBytes(message)) {
    throw new MinisignError("MINISIGN_MISUSE", printable("the message must be given as a Uint8Array"));
  }
  const secret = openSecret(secretKey);
  const legacy = options.legacy === true;
  // A copy: the message is hashed twice, for the nonce and for the challenge. Another thread that changes shared memory in
  // between gets one nonce under two challenges, and with them the key.
  if (legacy) return seal(secret, Uint8Array.from(message), options);
  const digest = startBlake2b();
  digest.update(message);
  return seal(secret, digest.digest(), options);
}

/** {@link sign} for a message of which the BLAKE2b-512 digest is there: a large file that was streamed. */
export function signDigest(
  digest: Uint8Array,
  secretKey: SecretKey,
  options: Omit<SignOptions, "legacy"> = {},
): string {
  if (!isBytes(digest) || digest.length !== 64) {
    throw new MinisignError("MINISIGN_MISUSE", printable("a BLAKE2b-512 digest has 64 bytes"));
  }
  if ((options as SignOptions).legacy === true) {
    // It would be a valid legacy signature of these 64 bytes, and of no file.
    throw new MinisignError(
      "MINISIGN_MISUSE",
      printable("a legacy signature is over the message, not over its digest"),
    );
  }
  return seal(openSecret(secretKey), Uint8Array.from(digest), options);
}

function seal(secret: OpenedSecret, signed: Uint8Array, options: SignOptions): string {
  const untrusted = options.untrustedComment ?? "signature from minisign secret key";
  const trusted = options.trustedComment ?? describeSigning(options);
  checkComment("untrusted", untrusted);
  checkComment("trusted", trusted);
  const signature = signEd25519(secret, signed);
  const global = signEd25519(secret, concat(signature, new TextEncoder().encode(trusted)));
  const algorithm = Uint8Array.of(0x45, options.legacy === true ? 0x64 : 0x44);
  const structure = encodeBase64(concat(algorithm, secret.keyId, signature));
  return `untrusted comment: ${untrusted}\n${structure}\ntrusted comment: ${trusted}\n${encodeBase64(global)}\n`;
}

function describeSigning({ file, now = Date.now, legacy }: SignOptions): string {
  const seconds = Math.floor(now() / 1000);
  if (!Number.isSafeInteger(seconds) || seconds < 0) {
    throw new MinisignError("MINISIGN_MISUSE", printable("the clock gives no time"));
  }
  if (file?.includes("\t")) {
    // It would read as one more field.
    throw new MinisignError("MINISIGN_COMMENT_REFUSED", printable("the file name has a TAB; give a trusted comment"));
  }
  const parts = [`timestamp:${seconds}`, ...(file === undefined ? [] : [`file:${file}`])];
  return [...parts, ...(legacy === true ? [] : ["hashed"])].join("\t");
}

function signEd25519({ seed, publicKey }: OpenedSecret, message: Uint8Array): Uint8Array {
  const { scalar, prefix } = expandSecret(seed);
  const nonceHash = sha512.create().update(prefix).update(message).digest();
  prefix.fill(0);
  const nonce = readLittleEndian(nonceHash) % GROUP_ORDER;
  nonceHash.fill(0);
  const encodedR = Point.BASE.multiply(nonce).toBytes();
  const challenge = sha512.create().update(encodedR).update(publicKey).update(message).digest();
  const s = (nonce + (readLittleEndian(challenge) % GROUP_ORDER) * scalar) % GROUP_ORDER;
  return concat(encodedR, writeLittleEndian(s));
}

function concat(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
