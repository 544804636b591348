import { SlipwayError } from "@slipway/errors";

/** Every reason this package gives, thrown ({@link MinisignError}) or as the `code` of a refusal or an issue. */
export type MinisignCode =
  /** Thrown: an argument or an option has the wrong type, an unknown option was given, a finished verifier was used. */
  | "MINISIGN_MISUSE"
  /** The text holds a secret key. Nothing of it is repeated anywhere. */
  | "MINISIGN_SECRET_KEY"
  /** A public key was given where a signature belongs. */
  | "MINISIGN_PUBLIC_KEY_AS_SIGNATURE"
  /** A signature was given where a public key belongs. */
  | "MINISIGN_SIGNATURE_AS_PUBLIC_KEY"
  /** Two lines only, as OpenBSD signify writes: no trusted comment and no global signature. */
  | "MINISIGN_SIGNIFY_SIGNATURE"
  /** The whole file is wrapped once more in base64. */
  | "MINISIGN_BASE64_ENVELOPE"
  /** UTF-16, a byte order mark, or a string that no bytes can have given. */
  | "MINISIGN_TEXT_ENCODING"
  /** Neither key nor signature: a web page, an empty file. */
  | "MINISIGN_NOT_MINISIGN"
  /** The file ends before its last line is complete. */
  | "MINISIGN_TRUNCATED"
  /** A comment line is longer than the C tool reads. */
  | "MINISIGN_LINE_TOO_LONG"
  /** A carriage return inside a line, or a NUL. */
  | "MINISIGN_LINE_CONTROL"
  /** Line 1 or line 3 of a signature does not begin with its prefix. */
  | "MINISIGN_COMMENT_PREFIX"
  /** The trusted comment is not UTF-8, or has a control character other than TAB. */
  | "MINISIGN_TRUSTED_COMMENT_TEXT"
  /** A line is not canonical base64 of exactly the right number of bytes. */
  | "MINISIGN_BASE64"
  /** The two algorithm bytes are none that is known. */
  | "MINISIGN_ALGORITHM_UNKNOWN"
  /** The public key is no usable curve point: non-canonical, of small order, or not on the curve. */
  | "MINISIGN_WEAK_PUBLIC_KEY"
  /** No public key was given at all. */
  | "MINISIGN_NO_PUBLIC_KEY"
  /** The signature names a key id that none of the given keys has. */
  | "MINISIGN_KEY_ID_MISMATCH"
  /** The only key of that id is a worthless development key (`DEV_KEY_IDS`). */
  | "MINISIGN_DEVELOPMENT_KEY"
  /** A legacy (`Ed`) signature while `requirePrehashed` is set. */
  | "MINISIGN_LEGACY_REFUSED"
  /** The key id is known, but the signature does not fit the message. */
  | "MINISIGN_MESSAGE_FORGED"
  /** The message signature holds, but the global signature does not fit the trusted comment. */
  | "MINISIGN_COMMENT_FORGED"
  /** Authentic, but a field that an option asks for stands twice in the trusted comment. */
  | "MINISIGN_FIELD_AMBIGUOUS"
  /** Authentic, but the trusted comment has no `file:` and `expectedFile` is set. */
  | "MINISIGN_FILE_MISSING"
  /** Authentic, but made for another file name than `expectedFile`. */
  | "MINISIGN_FILE_MISMATCH"
  /** Authentic, but without `timestamp:` while `minTimestamp` or `maxAge` is set. */
  | "MINISIGN_TIMESTAMP_MISSING"
  /** Authentic, but its timestamp is no canonical decimal number in the safe range. */
  | "MINISIGN_TIMESTAMP_MALFORMED"
  /** Authentic, but older than `minTimestamp`. */
  | "MINISIGN_TIMESTAMP_TOO_OLD"
  /** Authentic, but older than `maxAge` by the given clock. */
  | "MINISIGN_TIMESTAMP_EXPIRED"
  /** Authentic, but dated further ahead of the clock than `CLOCK_SKEW_SECONDS`, while `maxAge` is set. */
  | "MINISIGN_TIMESTAMP_IN_FUTURE"
  /** The text is no secret key: a public key, a signature, or something else. Nothing of it is repeated. */
  | "MINISIGN_NOT_SECRET_KEY"
  /** The secret key names a key derivation other than scrypt and none, or a checksum other than BLAKE2b. */
  | "MINISIGN_KDF_UNKNOWN"
  /** Decrypting the secret key would cost more than `maxCost`; nothing was allocated. */
  | "MINISIGN_KDF_COST"
  /** The secret key is encrypted and no password was given. */
  | "MINISIGN_PASSWORD_NEEDED"
  /** The password does not open the secret key; a key that was damaged looks the same. */
  | "MINISIGN_PASSWORD_WRONG"
  /** Thrown: no C tool could take this password: a line end or a NUL in it, or too long. */
  | "MINISIGN_PASSWORD_REFUSED"
  /** The checksum or the public half of the secret key does not belong to its seed. Signing with it could reveal the seed. */
  | "MINISIGN_SECRET_KEY_DAMAGED"
  /** Thrown: a comment that the C tool could not verify: control characters, not Unicode, too long. */
  | "MINISIGN_COMMENT_REFUSED"
  /** A file is missing, cannot be read or written, or is no regular file. */
  | "MINISIGN_FILE_UNREADABLE"
  /** A file is longer than the limit for its kind. */
  | "MINISIGN_FILE_TOO_LARGE"
  /** A key file is there already and would be overwritten. */
  | "MINISIGN_FILE_EXISTS"
  /** Warning: a secret key file that other users can read. */
  | "MINISIGN_SECRET_KEY_EXPOSED"
  /** Warning: a legacy signature whose trusted comment says `hashed`, as a relabelled prehashed signature would. */
  | "MINISIGN_ALGORITHM_RELABELLED";

/** What this package throws: misuse, and comments or passwords that must not be written. Judgements on foreign data are values. */
export class MinisignError extends SlipwayError<MinisignCode> {
  static {
    Object.defineProperty(MinisignError.prototype, "name", {
      value: "MinisignError",
      configurable: true,
      writable: true,
    });
  }
}
