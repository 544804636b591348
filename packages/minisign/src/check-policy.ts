import type { Issue, Printable } from "@slipway/errors";
import { issue, msg, printable } from "@slipway/errors";
import type { MinisignCode } from "./minisign-error.js";
import type { OpenedSignature } from "./parse-signature.js";
import type { VerifyOptions } from "./read-options.js";
import { CLOCK_SKEW_SECONDS } from "./read-options.js";
import type { TrustedFields } from "./read-trusted-comment.js";
import { readTimestamp } from "./read-trusted-comment.js";

/** Checks what the options ask of an authentic trusted comment. Gives every problem; none means that all are met. */
export function checkPolicy(trusted: TrustedFields, options: VerifyOptions): Issue[] {
  return [...checkFile(trusted, options), ...checkTimestamp(trusted, options)];
}

function checkFile({ fields, ambiguousFields }: TrustedFields, { expectedFile }: VerifyOptions): Issue[] {
  if (expectedFile === undefined) return [];
  if (ambiguousFields.includes("file")) return [describeAmbiguous("file")];
  const file = fields.get("file");
  if (typeof file !== "string") {
    const message = msg`the trusted comment names no file, and ${expectedFile} is expected`;
    return [problem("MINISIGN_FILE_MISSING", message, "sign with a trusted comment that has file:<name>")];
  }
  if (file === expectedFile) return [];
  // Without this, any other document of the same signer passes for this one.
  const message = msg`the signature was made for the file ${file}, not ${expectedFile}`;
  return [problem("MINISIGN_FILE_MISMATCH", message, "take the signature that belongs to this file")];
}

function checkTimestamp({ fields, ambiguousFields }: TrustedFields, options: VerifyOptions): Issue[] {
  const { minTimestamp, maxAge } = options;
  if (minTimestamp === undefined && maxAge === undefined) return [];
  if (ambiguousFields.includes("timestamp")) return [describeAmbiguous("timestamp")];
  const written = fields.get("timestamp");
  if (written === undefined) {
    const message = printable("the trusted comment has no timestamp");
    return [problem("MINISIGN_TIMESTAMP_MISSING", message, "sign with the default trusted comment")];
  }
  const timestamp = readTimestamp(written);
  if (timestamp === undefined) {
    const message = printable("the timestamp of the trusted comment is no canonical number of seconds");
    return [problem("MINISIGN_TIMESTAMP_MALFORMED", message, "sign with the default trusted comment")];
  }
  const issues: Issue[] = [];
  if (minTimestamp !== undefined && timestamp < minTimestamp) {
    const message = msg`the signature is of ${timestamp}, earlier than ${minTimestamp}`;
    issues.push(
      problem("MINISIGN_TIMESTAMP_TOO_OLD", message, "an older file was served again; fetch the current one"),
    );
  }
  if (maxAge !== undefined) issues.push(...checkAge(timestamp, maxAge, options.now ?? Date.now));
  return issues;
}

function checkAge(timestamp: number, maxAge: number, clock: () => number): Issue[] {
  const now = Math.floor(clock() / 1000);
  // Written so that a clock that gives NaN refuses.
  if (!(timestamp <= now + CLOCK_SKEW_SECONDS)) {
    const message = msg`the signature is of ${timestamp}, but the clock says ${now}`;
    return [problem("MINISIGN_TIMESTAMP_IN_FUTURE", message, "set the clock of this machine")];
  }
  if (now - timestamp <= maxAge) return [];
  const message = msg`the signature is ${now - timestamp} s old, and ${maxAge} s are allowed`;
  return [problem("MINISIGN_TIMESTAMP_EXPIRED", message, "fetch the current file")];
}

/**
 * The algorithm bytes are not signed: a prehashed signature of M, relabelled, is a valid legacy signature of the 64 bytes
 * BLAKE2b-512(M). Its signed comment then still says `hashed`, which the C tool writes only for prehashed ones.
 */
export function warnRelabelled(signature: OpenedSignature, { fields }: TrustedFields): Issue[] {
  if (signature.algorithm !== "legacy" || fields.get("hashed") !== true) return [];
  const message = printable(
    "the signature is legacy, but its trusted comment says hashed: the algorithm may have been changed",
  );
  const hint = printable("set requirePrehashed if the signer makes prehashed signatures");
  return [issue({ code: "MINISIGN_ALGORITHM_RELABELLED" satisfies MinisignCode, severity: "warning", message, hint })];
}

function describeAmbiguous(name: string): Issue {
  const message = msg`the trusted comment has more than one ${name}`;
  return problem("MINISIGN_FIELD_AMBIGUOUS", message, "which one counts cannot be told; sign again");
}

function problem(code: MinisignCode, message: Printable, hint: string): Issue {
  return issue({ code, message, hint: printable(hint) });
}
