import { blake2b } from "@noble/hashes/blake2.js";
import type { OpenedPublicKey } from "./parse-public-key.js";
import type { OpenedSignature } from "./parse-signature.js";
import { holdsEquation, startChallenge, verifyEd25519 } from "./verify-ed25519.js";

/** What the two signatures of the file say under the keys that were tried. */
export type Judgement = "authentic" | "message-forged" | "comment-forged";

/** A message in progress. */
export type MessageJudge = {
  update(chunk: Uint8Array): void;
  /** Once only. `intact` is a key under which the file of the signature itself is whole, though not for this message. */
  finish(): { judgement: Judgement; intact?: OpenedPublicKey };
};

/**
 * Judges a message under every candidate. The message is hashed once when prehashed (BLAKE2b-512, then plain Ed25519 over
 * the 64 bytes; this is not Ed25519ph), and once for each candidate when legacy, because there the key is hashed before it.
 */
export function startJudging(signature: OpenedSignature, candidates: readonly OpenedPublicKey[]): MessageJudge {
  const challenges = candidates.map((key) => ({ key, challenge: startChallenge(key.curve, signature.signature) }));
  const digest = signature.algorithm === "prehashed" ? blake2b.create() : undefined;
  return {
    update(chunk) {
      if (digest !== undefined) digest.update(chunk);
      else for (const { challenge } of challenges) challenge.update(chunk);
    },
    finish() {
      const digested = digest?.digest();
      let judgement: Judgement = "message-forged";
      let intact: OpenedPublicKey | undefined;
      for (const { key, challenge } of challenges) {
        if (digested !== undefined) challenge.update(digested);
        const message = holdsEquation(key.curve, signature.signature, challenge);
        const comment = verifyEd25519(key.curve, signature.global, signature.signature, signature.trustedCommentBytes);
        if (message && comment) return { judgement: "authentic" };
        if (message) judgement = "comment-forged";
        else if (comment) intact = key;
      }
      return intact === undefined ? { judgement } : { judgement, intact };
    },
  };
}
