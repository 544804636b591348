import { isSlipwayError } from "@slipway/errors";
import { describe, expect, it } from "vitest";
import { createVerifier, MinisignError, parsePublicKey, parseSignature, verify, verifyStream } from "../src/index.js";
import { makeSignature, makeSigner, textBytes } from "./sign-in-tests.js";

const signer = makeSigner(8);
const message = textBytes("x");
const signature = makeSignature(signer, message);

const misuse = expect.objectContaining({ code: "MINISIGN_MISUSE", name: "MinisignError" });
// biome-ignore lint/suspicious/noExplicitAny: wrong types are what is tested
const wrong = (value: unknown): any => value;

describe("when the API is misused", () => {
  it("throws for anything but text and bytes", () => {
    for (const value of [
      undefined,
      null,
      5,
      {},
      [],
      new Uint16Array(3),
      new DataView(new ArrayBuffer(3)),
      new ArrayBuffer(3),
    ]) {
      expect(() => parsePublicKey(wrong(value))).toThrow(misuse);
      expect(() => parseSignature(wrong(value))).toThrow(misuse);
      expect(() => verify(wrong(value), signature, signer.publicKey)).toThrow(misuse);
      expect(() => verify(message, wrong(value), signer.publicKey)).toThrow(misuse);
      if (!Array.isArray(value)) expect(() => verify(message, signature, wrong(value))).toThrow(misuse);
      expect(() => verify(message, signature, [wrong(value)])).toThrow(misuse);
    }
    expect(() => verify(wrong("x"), signature, signer.publicKey)).toThrow(misuse);
  });

  it("rejects for a message that is no stream", async () => {
    for (const value of [undefined, null, 5, "x", {}, message, [message]])
      await expect(verifyStream(wrong(value), signature, signer.publicKey)).rejects.toThrow(misuse);
  });

  it("throws for objects that only look like parsed ones", () => {
    const parsed = parseSignature(signature);
    const key = parsePublicKey(signer.publicKey);
    if (!parsed.ok || !key.ok) throw new Error("unreadable");
    expect(() => verify(message, wrong({ ...parsed.value }), signer.publicKey)).toThrow(misuse);
    expect(() => verify(message, signature, wrong({ ...key.value }))).toThrow(misuse);
    expect(() => verify(message, wrong(key.value), signer.publicKey)).toThrow(misuse);
    expect(() => Object.assign(parsed.value, { keyId: "x" })).toThrow(TypeError);
  });

  it("throws for unknown options, which would check less than was asked", () => {
    expect(() => verify(message, signature, signer.publicKey, wrong({ requirePrehashd: true }))).toThrow(
      expect.objectContaining({ code: "MINISIGN_MISUSE", hint: expect.stringContaining("requirePrehashed") }),
    );
    for (const options of [
      { expectedFile: undefined },
      { expectedFile: "" },
      { minTimestamp: Number.NaN },
      { minTimestamp: "5" },
      { maxAge: -1 },
      { maxAge: 1.5 },
      { now: 5 },
      { requirePrehashed: 1 },
      { allowDevelopmentKeys: "yes" },
      null,
      5,
    ]) {
      expect(() => verify(message, signature, signer.publicKey, wrong(options))).toThrow(misuse);
    }
    expect(() => parsePublicKey(signer.publicKey, wrong({ form: "files" }))).toThrow(misuse);
  });

  it("throws when a finished verifier is used again", () => {
    const verifier = createVerifier(signature, signer.publicKey);
    expect(() => verifier.update(wrong("x"))).toThrow(misuse);
    verifier.update(message);
    expect(verifier.finish()).toMatchObject({ ok: true });
    expect(() => verifier.update(message)).toThrow(misuse);
    expect(() => verifier.finish()).toThrow(misuse);
  });

  it("throws an error of the house", () => {
    try {
      parseSignature(wrong(5));
    } catch (error) {
      expect(error).toBeInstanceOf(MinisignError);
      expect(isSlipwayError(error)).toBe(true);
      return;
    }
    throw new Error("did not throw");
  });
});

describe("when the caller changes the buffers after parsing", () => {
  it("judges what was parsed", () => {
    const bytes = Uint8Array.from(signature);
    const keyBytes = textBytes(signer.publicKey);
    const parsed = parseSignature(bytes);
    const key = parsePublicKey(keyBytes);
    bytes.fill(0);
    keyBytes.fill(0);
    if (!parsed.ok || !key.ok) throw new Error("unreadable");
    expect(verify(message, parsed.value, key.value)).toMatchObject({ ok: true });
  });
});
