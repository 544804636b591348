import { developmentKey } from "@slipway/testkit";
import { describe, expect, it } from "vitest";
import { DEV_KEY_IDS, PUBLIC_KEYS_MAX, parsePublicKey, verify } from "../src/index.js";
import { makeSignature, makeSigner, textBytes } from "./sign-in-tests.js";

const message = textBytes('{"agents":[]}\n');
const ours = makeSigner(3);
const theirs = makeSigner(4);
const sameId = makeSigner(5, ours.keyId);
const signature = makeSignature(ours, message);
const weak = Buffer.concat([Buffer.from("Ed"), ours.keyId, Buffer.alloc(32)]).toString("base64");

describe("when several keys are given", () => {
  it("chooses by key id, in any order and form", () => {
    const parsed = parsePublicKey(ours.publicKey);
    if (!parsed.ok) throw new Error("unreadable");
    for (const keys of [
      [theirs.publicKey, ours.publicKey],
      [ours.publicKey, theirs.publicKey],
      [textBytes(theirs.publicKey), parsed.value],
      parsed.value,
    ]) {
      expect(verify(message, signature, keys)).toMatchObject({ ok: true, keyId: "0303030303030303", issues: [] });
    }
  });

  it("tries all keys that share the id", () => {
    for (const legacy of [false, true]) {
      const signed = makeSignature(ours, message, { legacy });
      expect(verify(message, signed, [sameId.publicKey, ours.publicKey])).toMatchObject({ ok: true });
      expect(verify(message, signed, [ours.publicKey, sameId.publicKey])).toMatchObject({ ok: true });
      expect(verify(message, signed, [sameId.publicKey])).toMatchObject({ ok: false, code: "MINISIGN_MESSAGE_FORGED" });
    }
  });

  it("does not take the message signature from one key and the comment from another of the same id", () => {
    const lines = signature.toString("utf8").split("\n");
    const structure = Buffer.from(lines[1] as string, "base64").subarray(10);
    const comment = "timestamp:9\tfile:evil.json";
    const stitched = makeSignature(sameId, message, { trustedComment: comment }).toString("utf8").split("\n");
    expect(structure.length).toBe(64);
    const mixed = [lines[0], lines[1], stitched[2], stitched[3], ""].join("\n");
    expect(verify(message, mixed, [ours.publicKey, sameId.publicKey])).toMatchObject({
      ok: false,
      code: "MINISIGN_COMMENT_FORGED",
    });
  });

  it("tells an unknown key from a forged message", () => {
    const unknown = verify(message, signature, [theirs.publicKey]);
    expect(unknown).toMatchObject({ ok: false, code: "MINISIGN_KEY_ID_MISMATCH" });
    if (!unknown.ok) expect(unknown.message).toContain("0404040404040404");
    expect(verify(textBytes("x"), signature, [ours.publicKey])).toMatchObject({
      ok: false,
      code: "MINISIGN_MESSAGE_FORGED",
    });
  });

  it("counts a key given twice once", () => {
    const unknown = verify(message, signature, [theirs.publicKey, theirs.publicKey]);
    if (!unknown.ok) expect(unknown.message.split("0404040404040404").length).toBe(2);
    expect(unknown.ok).toBe(false);
  });

  it("leaves an unreadable key out, says so, and goes on", () => {
    const result = verify(message, signature, ["nonsense", ours.publicKey, weak]);
    expect(result).toMatchObject({ ok: true });
    expect(result.issues.map(({ code, severity, path }) => [code, severity, path])).toEqual([
      ["MINISIGN_BASE64", "warning", ["publicKeys", 0]],
      ["MINISIGN_WEAK_PUBLIC_KEY", "warning", ["publicKeys", 2]],
    ]);
  });

  it("refuses with the fault of the key when none is readable", () => {
    const result = verify(message, signature, ["nonsense", weak]);
    expect(result).toMatchObject({ ok: false, code: "MINISIGN_BASE64" });
    expect(result.issues.map(({ severity }) => severity)).toEqual(["error", "warning"]);
    const both = verify(message, "nonsense", ["nonsense"]);
    expect(both.issues.filter(({ code }) => code === "MINISIGN_BASE64").length).toBeGreaterThan(0);
  });

  it("refuses when there is no key, and counts them", () => {
    expect(verify(message, signature, [])).toMatchObject({ ok: false, code: "MINISIGN_NO_PUBLIC_KEY" });
    const many = Array.from({ length: PUBLIC_KEYS_MAX + 1 }, () => ours.publicKey);
    expect(() => verify(message, signature, many)).toThrow(expect.objectContaining({ code: "MINISIGN_MISUSE" }));
    expect(verify(message, signature, many.slice(1))).toMatchObject({ ok: true });
  });
});

describe("when the key is a development key", () => {
  const development = makeSigner(6, Buffer.from(DEV_KEY_IDS[0] as string, "hex").reverse());
  const signed = makeSignature(development, message);

  it("names the key of the testkit", () => {
    expect(DEV_KEY_IDS).toEqual([developmentKey.keyId]);
    expect(parsePublicKey(developmentKey.publicKey)).toMatchObject({
      ok: true,
      value: { keyId: developmentKey.keyId },
    });
  });

  it("refuses it unless asked", () => {
    expect(verify(message, signed, development.publicKey)).toMatchObject({
      ok: false,
      code: "MINISIGN_DEVELOPMENT_KEY",
    });
    expect(verify(message, signed, [ours.publicKey, development.publicKey])).toMatchObject({
      ok: false,
      code: "MINISIGN_DEVELOPMENT_KEY",
    });
    expect(verify(message, signed, development.publicKey, { allowDevelopmentKeys: true })).toMatchObject({ ok: true });
  });

  it("refuses it before looking at the message, and warns beside another key", () => {
    expect(verify(textBytes("x"), signed, development.publicKey)).toMatchObject({ code: "MINISIGN_DEVELOPMENT_KEY" });
    const beside = verify(message, signature, [development.publicKey, ours.publicKey]);
    expect(beside).toMatchObject({ ok: true, issues: [{ code: "MINISIGN_DEVELOPMENT_KEY", severity: "warning" }] });
  });

  it("says unknown when the development key was not given at all", () => {
    expect(verify(message, signed, ours.publicKey)).toMatchObject({ ok: false, code: "MINISIGN_KEY_ID_MISMATCH" });
  });
});

describe("when the package is imported", () => {
  it("leaves noble's global hash slot empty, also after a verification", async () => {
    const { hashes } = await import("@noble/ed25519");
    verify(message, signature, ours.publicKey);
    expect(hashes.sha512).toBeUndefined();
  });

  it("ignores a replaced global hash slot", async () => {
    const { hashes } = await import("@noble/ed25519");
    hashes.sha512 = () => new Uint8Array(64) as never;
    try {
      expect(verify(message, signature, ours.publicKey)).toMatchObject({ ok: true });
      expect(verify(textBytes("x"), signature, ours.publicKey)).toMatchObject({ ok: false });
    } finally {
      hashes.sha512 = undefined;
    }
  });
});
