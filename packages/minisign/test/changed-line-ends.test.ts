import { describe, expect, it } from "vitest";
import { HINT_MESSAGE_MAX_BYTES, verify } from "../src/index.js";
import { makeSignature, makeSigner, textBytes } from "./sign-in-tests.js";

const signer = makeSigner(9);

function judge(signed: string | Uint8Array, given: string | Uint8Array, legacy = false) {
  const bytes = (value: string | Uint8Array): Uint8Array => (typeof value === "string" ? textBytes(value) : value);
  return verify(bytes(given), makeSignature(signer, bytes(signed), { legacy }), signer.publicKey);
}

describe.each([{ legacy: false }, { legacy: true }])(
  "when a file was changed on its way (legacy: $legacy)",
  ({ legacy }) => {
    it.each([
      ["LF to CRLF", "a\nb\n", "a\r\nb\r\n", /with LF line ends/],
      ["CRLF to LF", "a\r\nb\r\n", "a\nb\n", /with CRLF line ends/],
      ["CRLF to LF in some lines", "a\r\nb\r\n", "a\r\nb\n", /with CRLF line ends/],
      ["LF to CRLF in some lines", "a\r\b\nc\n", "a\r\b\r\nc\n", /with LF line ends/],
      ["mixed to CRLF is not undone", "a\nb\r\n", "a\r\nb\r\n", undefined],
      ["a byte order mark added", "a\n", "\uFEFFa\n", /byte order mark/],
      ["a final newline added", "a\nb", "a\nb\n", /without its final newline/],
      ["a final CRLF added", "a", "a\r\n", /without its final newline/],
      ["a final newline removed", "a\nb\n", "a\nb", /with a final newline/],
      ["another text", "a\n", "b\n", undefined],
      ["two accidents at once", "a\nb", "a\r\nb\r\n", undefined],
    ])("refuses and says what happened: %s", (_name, signed, given, hint) => {
      const result = judge(signed, given, legacy);
      expect(result).toMatchObject({ ok: false, code: "MINISIGN_MESSAGE_FORGED" });
      if (result.ok) return;
      if (hint === undefined) expect(result.hint).toMatch(/the signature file is intact/);
      else expect(result.hint).toMatch(hint);
    });
  },
);

describe("when nothing can be said about the change", () => {
  it("does not blame line ends when the signature itself is damaged", () => {
    const signature = makeSignature(signer, textBytes("a\n")).toString("utf8").replace("hashed", "hashee");
    const result = verify(textBytes("a\r\n"), signature, signer.publicKey);
    expect(result).toMatchObject({
      ok: false,
      code: "MINISIGN_MESSAGE_FORGED",
      hint: expect.stringContaining("damaged or forged"),
    });
  });

  it("does not try large messages", () => {
    const signed = new Uint8Array(HINT_MESSAGE_MAX_BYTES).fill(0x61);
    const given = new Uint8Array(HINT_MESSAGE_MAX_BYTES + 1).fill(0x61);
    given[given.length - 1] = 0x0a;
    expect(judge(signed, given)).toMatchObject({ ok: false, hint: expect.stringContaining("is intact") });
    expect(judge(given.subarray(1), given.subarray(1, -1))).toMatchObject({
      hint: expect.stringContaining("final newline"),
    });
  });
});
