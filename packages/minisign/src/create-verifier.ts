import type { Issue, Printable } from "@slipway/errors";
import { issue, msg, printable } from "@slipway/errors";
import { checkPolicy, warnRelabelled } from "./check-policy.js";
import type { PublicKeyInput } from "./choose-keys.js";
import { chooseKeys } from "./choose-keys.js";
import type { Judgement } from "./judge-message.js";
import { startJudging } from "./judge-message.js";
import type { MinisignCode } from "./minisign-error.js";
import { MinisignError } from "./minisign-error.js";
import type { OpenedPublicKey } from "./parse-public-key.js";
import type { Algorithm, OpenedSignature, Signature } from "./parse-signature.js";
import { openSignature, parseSignature } from "./parse-signature.js";
import { isBytes } from "./read-input.js";
import type { VerifyOptions } from "./read-options.js";
import { readOptions } from "./read-options.js";
import type { TrustedFields } from "./read-trusted-comment.js";
import { readTimestamp, readTrustedComment } from "./read-trusted-comment.js";

/** A signature parsed before, or its text or bytes. */
export type SignatureInput = Signature | string | Uint8Array;

/** The message, and the comment below, are what the holder of the key signed. */
export type Verified = {
  ok: true;
  keyId: string;
  algorithm: Algorithm;
  /** Signed, but any characters but controls: pass it through `printable` before showing it. */
  trustedComment: string;
  /** Not signed. */
  untrustedComment: string;
  /** Seconds since 1970, when the comment has one canonical `timestamp:`. */
  timestamp?: number;
  /** When the comment has one `file:`. */
  file?: string;
  /** Warnings: keys that were left out, a doubtful algorithm. */
  issues: Issue[];
} & TrustedFields;

/** Refused. `code`, `message` and `hint` are those of the first issue. */
export type Refused = {
  ok: false;
  code: MinisignCode;
  message: Printable;
  hint?: Printable;
  /** Every problem found, the deciding one first. */
  issues: Issue[];
};

/** The answer of a verification. */
export type VerifyResult = Verified | Refused;

/** Verifies a message that arrives in parts. */
export type Verifier = {
  /** Adds a part of the message. Throws `MINISIGN_MISUSE` for anything but bytes, and after `finish`. */
  update(chunk: Uint8Array): void;
  /** The answer, once. Nothing of the message may be used before. */
  finish(): VerifyResult;
};

/** What may be said about a message that does not fit, by somebody who still has it. */
type ExplainMismatch = (signature: OpenedSignature, key: OpenedPublicKey) => Printable | undefined;

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
  return startVerifier(signature, publicKeys, options);
}

/** {@link createVerifier} with the part by which `verify` adds its hint. */
export function startVerifier(
  signature: SignatureInput,
  publicKeys: PublicKeyInput | readonly PublicKeyInput[],
  options: VerifyOptions,
  explain?: ExplainMismatch,
): Verifier {
  const asked = readOptions(options);
  const read = readSignature(signature);
  const opened = "issues" in read ? undefined : read;
  const choice = chooseKeys(opened?.keyId ?? "", publicKeys, asked.allowDevelopmentKeys === true);
  const refusals: Issue[] = [];
  if ("issues" in read) refusals.push(...read.issues);
  else if (read.algorithm === "legacy" && asked.requirePrehashed === true) refusals.push(describeLegacy());
  // An unreadable signature has no key id, so that no key has it is not worth saying; that a key is unreadable is.
  const unknown = choice.refusal?.code === "MINISIGN_KEY_ID_MISMATCH";
  if (choice.refusal !== undefined && (opened !== undefined || !unknown)) refusals.push(choice.refusal);
  const judge = opened !== undefined && refusals.length === 0 ? startJudging(opened, choice.candidates) : undefined;
  let finished = false;

  return {
    update(chunk) {
      if (finished) throw new MinisignError("MINISIGN_MISUSE", printable("the verifier is finished"));
      if (!isBytes(chunk)) {
        throw new MinisignError("MINISIGN_MISUSE", printable("the message must be given as a Uint8Array"));
      }
      judge?.update(chunk);
    },
    finish() {
      if (finished) throw new MinisignError("MINISIGN_MISUSE", printable("the verifier is finished"));
      finished = true;
      if (judge === undefined || opened === undefined) return refuseWith([...refusals, ...choice.issues]);
      const { judgement, intact } = judge.finish();
      if (judgement !== "authentic") {
        const hint = intact === undefined ? undefined : explain?.(opened, intact);
        return refuseWith([describeForgery(judgement, opened.keyId, intact !== undefined, hint), ...choice.issues]);
      }
      return concludeAuthentic(opened, asked, choice.issues);
    },
  };
}

function concludeAuthentic(opened: OpenedSignature, options: VerifyOptions, warnings: Issue[]): VerifyResult {
  const trusted = readTrustedComment(opened.trustedComment);
  const issues = [...warnRelabelled(opened, trusted), ...warnings];
  const unmet = checkPolicy(trusted, options);
  if (unmet.length > 0) return refuseWith([...unmet, ...issues]);
  const timestamp = readTimestamp(trusted.fields.get("timestamp"));
  const file = trusted.fields.get("file");
  return {
    ok: true,
    keyId: opened.keyId,
    algorithm: opened.algorithm,
    trustedComment: opened.trustedComment,
    untrustedComment: opened.untrustedComment,
    ...trusted,
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(typeof file === "string" ? { file } : {}),
    issues,
  };
}

function readSignature(signature: SignatureInput): OpenedSignature | { issues: Issue[] } {
  const known = openSignature(signature);
  if (known !== undefined) return known;
  if (typeof signature !== "string" && !isBytes(signature)) {
    throw new MinisignError(
      "MINISIGN_MISUSE",
      printable("the signature must be a string, a Uint8Array, or what parseSignature gave"),
    );
  }
  const parsed = parseSignature(signature);
  return parsed.ok ? (openSignature(parsed.value) as OpenedSignature) : { issues: parsed.issues };
}

function describeLegacy(): Issue {
  return issue({
    code: "MINISIGN_LEGACY_REFUSED" satisfies MinisignCode,
    message: printable("the signature is legacy (Ed), and a prehashed one (ED) is required"),
    hint: printable("sign it again with a current minisign, without -l"),
  });
}

function describeForgery(judgement: Judgement, keyId: string, intact: boolean, hint: Printable | undefined): Issue {
  if (judgement === "comment-forged") {
    return issue({
      code: "MINISIGN_COMMENT_FORGED" satisfies MinisignCode,
      message: msg`the message is signed by key ${keyId}, but the trusted comment is not`,
      hint: printable("the comment was changed, or comes from another signature; fetch the signature again"),
    });
  }
  const message = intact
    ? msg`the message is not the one that key ${keyId} signed`
    : msg`the signature does not fit this message and key ${keyId}`;
  const usual = intact
    ? "the signature file is intact, so the message was changed or belongs to another signature; fetch both again"
    : "the signature was damaged or forged, or another key has this id; fetch the signature again";
  return issue({ code: "MINISIGN_MESSAGE_FORGED" satisfies MinisignCode, message, hint: hint ?? printable(usual) });
}

function refuseWith(issues: Issue[]): Refused {
  const [first] = issues as [Issue, ...Issue[]];
  const refused: Refused = { ok: false, code: first.code as MinisignCode, message: first.message, issues };
  if (first.hint !== undefined) refused.hint = first.hint;
  return refused;
}
