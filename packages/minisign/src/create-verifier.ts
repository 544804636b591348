import type { Issue, Printable } from "@slipway/errors";
import { issue, msg, printable } from "@slipway/errors";
import { checkPolicy, warnRelabelled } from "./check-policy.js";
import type { PublicKeyInput } from "./choose-keys.js";
import { chooseKeys } from "./choose-keys.js";
import type { Judgement, MessageJudge } from "./judge-message.js";
import { judgeWhole, startJudging } from "./judge-message.js";
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
import type { Engine, EngineName } from "./verify-engine.js";

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
  /** Where the arithmetic ran; the verdict is the same on both. */
  engine: EngineName;
  /** Warnings: keys that were left out, a doubtful algorithm. */
  issues: Issue[];
} & TrustedFields;

/** Refused. `code`, `message` and `hint` are those of the first issue. */
export type Refused = {
  ok: false;
  code: MinisignCode;
  message: Printable;
  hint?: Printable;
  /** Where the arithmetic ran, or would have run. */
  engine: EngineName;
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

/** Everything that is known before the first byte of the message. */
type Opening = {
  asked: Readonly<VerifyOptions>;
  warnings: Issue[];
} & ({ ready: { signature: OpenedSignature; candidates: OpenedPublicKey[] } } | { refusals: Issue[] });

function open(
  signature: SignatureInput,
  publicKeys: PublicKeyInput | readonly PublicKeyInput[],
  options: VerifyOptions,
): Opening {
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
  const warnings = choice.issues;
  if (opened === undefined || refusals.length > 0) return { asked, warnings, refusals };
  return { asked, warnings, ready: { signature: opened, candidates: choice.candidates } };
}

/** Verifies on an engine. The message comes in parts; {@link verifyOn} takes it whole. */
export function startVerifier(
  engine: Engine,
  signature: SignatureInput,
  publicKeys: PublicKeyInput | readonly PublicKeyInput[],
  options: VerifyOptions,
): Verifier {
  const opening = open(signature, publicKeys, options);
  let judge: MessageJudge | undefined;
  if ("ready" in opening) judge = startJudging(engine, opening.ready.signature, opening.ready.candidates);
  let finished = false;

  return {
    update(chunk) {
      if (finished) throw new MinisignError("MINISIGN_MISUSE", printable("the verifier is finished"));
      checkBytes(chunk);
      judge?.update(chunk);
    },
    finish() {
      if (finished) throw new MinisignError("MINISIGN_MISUSE", printable("the verifier is finished"));
      finished = true;
      return conclude(engine, opening, () => (judge as MessageJudge).finish());
    },
  };
}

/** Verifies a whole message on an engine, with a hint about what happened to one that does not fit. */
export function verifyOn(
  engine: Engine,
  message: Uint8Array,
  signature: SignatureInput,
  publicKeys: PublicKeyInput | readonly PublicKeyInput[],
  options: VerifyOptions,
  explain: ExplainMismatch,
): VerifyResult {
  checkBytes(message);
  const opening = open(signature, publicKeys, options);
  const judge = (opened: OpenedSignature, candidates: OpenedPublicKey[]) =>
    judgeWhole(engine, opened, candidates, message);
  return conclude(engine, opening, judge, explain);
}

function checkBytes(chunk: unknown): void {
  if (isBytes(chunk)) return;
  throw new MinisignError("MINISIGN_MISUSE", printable("the message must be given as a Uint8Array"));
}

function conclude(
  { name }: Engine,
  opening: Opening,
  judge: (signature: OpenedSignature, candidates: OpenedPublicKey[]) => Judgement,
  explain?: ExplainMismatch,
): VerifyResult {
  const { asked, warnings } = opening;
  if ("refusals" in opening) return refuseWith(name, [...opening.refusals, ...warnings]);
  const { signature, candidates } = opening.ready;
  const { judgement, intact } = judge(signature, candidates);
  if (judgement === "authentic") return concludeAuthentic(name, signature, asked, warnings);
  const hint = intact === undefined ? undefined : explain?.(signature, intact);
  return refuseWith(name, [describeForgery(judgement, signature.keyId, intact !== undefined, hint), ...warnings]);
}

function concludeAuthentic(
  engine: EngineName,
  opened: OpenedSignature,
  options: VerifyOptions,
  warnings: Issue[],
): VerifyResult {
  const trusted = readTrustedComment(opened.trustedComment);
  const issues = [...warnRelabelled(opened, trusted), ...warnings];
  const unmet = checkPolicy(trusted, options);
  if (unmet.length > 0) return refuseWith(engine, [...unmet, ...issues]);
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
    engine,
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

function describeForgery(
  judgement: Judgement["judgement"],
  keyId: string,
  intact: boolean,
  hint: Printable | undefined,
): Issue {
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

function refuseWith(engine: EngineName, issues: Issue[]): Refused {
  const [first] = issues as [Issue, ...Issue[]];
  const refused: Refused = { ok: false, code: first.code as MinisignCode, message: first.message, engine, issues };
  if (first.hint !== undefined) refused.hint = first.hint;
  return refused;
}
