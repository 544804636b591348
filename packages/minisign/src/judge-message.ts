import type { Digest } from "./hash-words.js";
import type { OpenedPublicKey } from "./parse-public-key.js";
import type { OpenedSignature } from "./parse-signature.js";
import type { Engine } from "./verify-engine.js";
import { holdsEquation, startChallenge } from "./verify-engine.js";

/** What the two signatures of the file say under the keys that were tried. `intact`: the signature file itself is whole. */
export type Judgement = {
  judgement: "authentic" | "message-forged" | "comment-forged";
  intact?: OpenedPublicKey;
};

/** A message in progress. */
export type MessageJudge = {
  update(chunk: Uint8Array): void;
  /** Once only. */
  finish(): Judgement;
};

/**
 * Judges a message under every candidate. The message is hashed once when prehashed (BLAKE2b-512, then plain Ed25519 over
 * the 64 bytes; this is not Ed25519ph), and once for each candidate when legacy, because there the key is hashed before it.
 */
export function startJudging(
  engine: Engine,
  signature: OpenedSignature,
  candidates: readonly OpenedPublicKey[],
): MessageJudge {
  if (signature.algorithm === "prehashed") {
    const digest = engine.startBlake2b();
    return {
      update: (chunk) => void digest.update(chunk),
      finish() {
        const digested = digest.digest();
        return conclude(engine, signature, candidates, (key) => engine.holds(key.curve, signature.signature, digested));
      },
    };
  }
  const challenges = new Map<OpenedPublicKey, Digest>();
  for (const key of candidates) challenges.set(key, startChallenge(engine, key.curve, signature.signature));
  return {
    update(chunk) {
      for (const challenge of challenges.values()) challenge.update(chunk);
    },
    finish: () =>
      conclude(engine, signature, candidates, (key) => {
        const challenge = challenges.get(key) as Digest;
        return holdsEquation(key.curve, signature.signature, challenge.digest());
      }),
  };
}

/** {@link startJudging} for a message that is there whole. */
export function judgeWhole(
  engine: Engine,
  signature: OpenedSignature,
  candidates: readonly OpenedPublicKey[],
  message: Uint8Array,
): Judgement {
  if (signature.algorithm === "prehashed") {
    const judge = startJudging(engine, signature, candidates);
    judge.update(message);
    return judge.finish();
  }
  return conclude(engine, signature, candidates, (key) => engine.holds(key.curve, signature.signature, message));
}

function conclude(
  engine: Engine,
  signature: OpenedSignature,
  candidates: readonly OpenedPublicKey[],
  fitsMessage: (key: OpenedPublicKey) => boolean,
): Judgement {
  const { signature: first, trustedCommentBytes, global } = signature;
  const commented = new Uint8Array(first.length + trustedCommentBytes.length);
  commented.set(first);
  commented.set(trustedCommentBytes, first.length);
  let found: Judgement = { judgement: "message-forged" };
  for (const key of candidates) {
    const message = fitsMessage(key);
    const comment = engine.holds(key.curve, global, commented);
    if (message && comment) return { judgement: "authentic" };
    if (message) found = { ...found, judgement: "comment-forged" };
    else if (comment) found = { ...found, intact: key };
  }
  return found;
}
