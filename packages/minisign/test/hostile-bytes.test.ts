import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { INPUT_READ_BYTES, parsePublicKey, parseSignature, verify } from "../src/index.js";
import { makeSignature, makeSigner, textBytes } from "./sign-in-tests.js";

const signer = makeSigner(10);
const message = textBytes("fuzzed\n");
const signature = makeSignature(signer, message);
const keyFile = Buffer.from(`untrusted comment: minisign public key\n${signer.publicKey}\n`);

const RUNS = { numRuns: 400, seed: 20_261_130 };

/** Edits that keep most of a file, so that the fuzz gets past the first line. */
const edit = fc.record({
  // Anywhere, or in the untrusted comment or behind the last line, where a change need not be refused.
  at: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), fc.constantFrom(0.1, 0.9999)),
  remove: fc.integer({ min: 0, max: 30 }),
  insert: fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    fc.constantFrom("\r", "\n", "\r\n", "\0", "=", " ", "\t", "\uFEFF", "trusted comment: ").map(textBytes),
  ),
});

function applyEdits(bytes: Buffer, edits: { at: number; remove: number; insert: Uint8Array }[]): Buffer {
  return edits.reduce((whole, { at, remove, insert }) => {
    const start = Math.floor(at * whole.length);
    return Buffer.concat([whole.subarray(0, start), insert, whole.subarray(start + remove)]);
  }, bytes);
}

function checkShape(result: { ok: boolean; issues: { code: string; message: string; severity: string }[] }): void {
  if (result.ok) return;
  expect(result.issues.length).toBeGreaterThan(0);
  for (const found of result.issues) {
    expect(found.code).toMatch(/^MINISIGN_[A-Z0-9_]+$/);
    expect(found.message).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/);
  }
  expect(result.issues[0]?.severity).toBe("error");
}

describe("when the bytes are hostile", () => {
  it("never throws on random bytes and text", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: "binary", maxLength: 300 })),
        (input) => {
          checkShape(parsePublicKey(input));
          checkShape(parseSignature(input));
          checkShape(verify(message, input, input));
        },
      ),
      RUNS,
    );
  });

  it("never throws on edited files, and accepts only what is still the signed text", () => {
    let accepted = 0;
    let read = 0;
    fc.assert(
      fc.property(
        fc.array(edit, { minLength: 1, maxLength: 2 }),
        fc.array(edit, { maxLength: 1 }),
        (edits, keyEdits) => {
          const changed = applyEdits(signature, edits);
          const key = applyEdits(keyFile, keyEdits);
          checkShape(parsePublicKey(key));
          if (parseSignature(changed).ok) read += 1;
          const result = verify(message, changed, key);
          checkShape(result);
          if (!result.ok) return;
          accepted += 1;
          expect(result.trustedComment).toBe("timestamp:1700000000\tfile:agents.json\thashed");
          expect(changed.toString("latin1").split(/\r?\n/)[1]).toBe(signature.toString("latin1").split("\n")[1]);
        },
      ),
      { ...RUNS, numRuns: 1_000 },
    );
    // The property says nothing unless some of the files pass.
    expect(accepted).toBeGreaterThan(10);
    expect(read).toBeGreaterThan(accepted);
  });

  it("gives bytes and their text the same answer", () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 2 }), (edits) => {
        const changed = applyEdits(signature, edits);
        const text = changed.toString("utf8");
        fc.pre(Buffer.from(text, "utf8").equals(changed));
        expect(verify(message, text, signer.publicKey)).toEqual(verify(message, changed, signer.publicKey));
      }),
      RUNS,
    );
  });
});

describe("when the input is huge", () => {
  it("reads no more than it may", () => {
    const long = Buffer.concat([signature, Buffer.alloc(64 * 1024 * 1024, 0x41)]);
    expect(verify(message, long, signer.publicKey)).toMatchObject({ ok: true });
    expect(parseSignature("A".repeat(64 * 1024 * 1024))).toMatchObject({ ok: false });
    expect(parsePublicKey(`x\n${signer.publicKey}\n${"\n".repeat(8 * 1024 * 1024)}`)).toMatchObject({ ok: true });
  });

  it("does not mistake the cut through a character for a lone surrogate", () => {
    const room = INPUT_READ_BYTES - signature.length;
    for (const filler of [room - 2, room - 1, room, room + 1]) {
      const text = `${signature.toString("utf8")}${"a".repeat(filler)}\u{1F600}\u{1F600}`;
      expect(verify(message, text, signer.publicKey)).toMatchObject({ ok: true });
    }
  });

  it("takes the longest comments there are", () => {
    const longest = makeSignature(signer, message, {
      trustedComment: "\u00E9".repeat(4086),
      untrustedComment: "u".repeat(1002),
      lineEnd: "\r\n",
    });
    expect(verify(message, longest, signer.publicKey)).toMatchObject({ ok: true });
    const longer = makeSignature(signer, message, {
      trustedComment: "t".repeat(8174),
      untrustedComment: "u".repeat(1004),
    });
    expect(parseSignature(longer).issues.map(({ code, line }) => [code, line])).toEqual([
      ["MINISIGN_LINE_TOO_LONG", 1],
      ["MINISIGN_LINE_TOO_LONG", 3],
    ]);
  });
});
