import { describe, expect, it, vi } from "vitest";
import { verify } from "../src/index.js";
import { makeSignature, makeSigner, textBytes } from "./sign-in-tests.js";

// Thousands of verifications: a machine that is busy elsewhere needs longer than the preset allows.
vi.setConfig({ testTimeout: 180_000 });

const signer = makeSigner(1);
const message = textBytes("the quick brown fox\n");

describe.each([{ legacy: false }, { legacy: true }])(
  "when one thing of a valid signature changes (legacy: $legacy)",
  ({ legacy }) => {
    const signature = makeSignature(signer, message, { legacy });
    const lines = signature.toString("utf8").split("\n") as [string, string, string, string, string];

    it("accepts the unchanged one", () => {
      expect(verify(message, signature, signer.publicKey)).toMatchObject({ ok: true });
    });

    it.each([1, 3] as const)("refuses each flipped bit of decoded line index %i", (at) => {
      const decoded = Buffer.from(lines[at], "base64");
      const codes = new Set<string>();
      for (let bit = 0; bit < decoded.length * 8; bit += 1) {
        const flipped = Buffer.from(decoded);
        flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
        const changed = lines.with(at, flipped.toString("base64")).join("\n");
        const result = verify(message, changed, signer.publicKey);
        expect([bit, result.ok]).toEqual([bit, false]);
        if (!result.ok) codes.add(result.code);
      }
      const expected =
        at === 3
          ? ["MINISIGN_COMMENT_FORGED"]
          : ["MINISIGN_ALGORITHM_UNKNOWN", "MINISIGN_KEY_ID_MISMATCH", "MINISIGN_MESSAGE_FORGED"];
      expect([...codes].sort()).toEqual(expected);
    });

    it("refuses each character of the trusted comment deleted, doubled, or changed in case", () => {
      const prefix = "trusted comment: ".length;
      for (let at = prefix; at < lines[2].length; at += 1) {
        const character = lines[2][at] as string;
        const other = character === character.toUpperCase() ? character.toLowerCase() : character.toUpperCase();
        for (const written of ["", character + character, other]) {
          if (written === character) continue;
          const changed = lines.with(2, lines[2].slice(0, at) + written + lines[2].slice(at + 1)).join("\n");
          expect(verify(message, changed, signer.publicKey)).toMatchObject({
            ok: false,
            code: "MINISIGN_COMMENT_FORGED",
          });
        }
      }
    });

    it("refuses each flipped bit of the public key", () => {
      const decoded = Buffer.from(signer.publicKey, "base64");
      for (let bit = 0; bit < decoded.length * 8; bit += 1) {
        const flipped = Buffer.from(decoded);
        flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
        expect([bit, verify(message, signature, flipped.toString("base64")).ok]).toEqual([bit, false]);
      }
    });

    it("refuses the signature cut at each byte before its last character", () => {
      for (let length = 0; length < signature.length - 1; length += 1) {
        expect([length, verify(message, signature.subarray(0, length), signer.publicKey).ok]).toEqual([length, false]);
      }
    });
  },
);
