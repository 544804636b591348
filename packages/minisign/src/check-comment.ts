import { msg } from "@slipway/errors";
import { MinisignError } from "./minisign-error.js";
import { UNTRUSTED_COMMENT_MAX_BYTES } from "./parse-signature.js";

/** Bytes of a trusted comment that is written: the C tool's print buffer of 4,096, less its format. It reads longer ones. */
export const WRITTEN_TRUSTED_COMMENT_MAX_BYTES = 4_077;

/**
 * Throws `MINISIGN_COMMENT_REFUSED` for a comment that the C tool, or its later source, cannot verify: control characters
 * (TAB is allowed), a lone surrogate, or more bytes than it reads or writes.
 */
export function checkComment(kind: "trusted" | "untrusted", comment: string): void {
  if (typeof comment !== "string")
    throw new MinisignError("MINISIGN_MISUSE", msg`the ${kind} comment must be a string`);
  const most = kind === "trusted" ? WRITTEN_TRUSTED_COMMENT_MAX_BYTES : UNTRUSTED_COMMENT_MAX_BYTES;
  if (/[\u0000-\u0008\u000A-\u001F\u007F-\u009F]|\p{Cs}/u.test(comment)) {
    throw new MinisignError(
      "MINISIGN_COMMENT_REFUSED",
      msg`the ${kind} comment has a control character or a lone surrogate, with which no one could verify it`,
    );
  }
  const size = new TextEncoder().encode(comment).length;
  if (size > most) {
    throw new MinisignError(
      "MINISIGN_COMMENT_REFUSED",
      msg`the ${kind} comment has ${size} bytes, at most ${most} fit`,
    );
  }
}
