import { inspect } from "node:util";
import { developmentKey } from "@slipway/testkit";
import { describe, expect, it } from "vitest";
import { parsePublicKey, parseSignature, verify } from "../src/index.js";
import { findVector, readVectors } from "./read-vectors.js";
import { makeSignature, makeSigner, textBytes } from "./sign-in-tests.js";

const signer = makeSigner(2);
const message = textBytes("hello\n");
const signature = makeSignature(signer, message).toString("utf8");
const keyFile = `untrusted comment: minisign public key\n${signer.publicKey}\n`;
const secretLine = developmentKey.secretKeyFile.split("\n")[1] as string;
const encryptedLine = Buffer.concat([Buffer.from("EdScB2"), Buffer.alloc(152, 0x5a)]).toString("base64");
const envelope = (text: string): string => Buffer.from(text).toString("base64");

function codeOf(result: { ok: boolean; issues: { code: string }[] }): string | undefined {
  expect(result.ok).toBe(false);
  return result.issues[0]?.code;
}

const secrets: [string, string][] = [
  ["the plain secret key file", developmentKey.secretKeyFile],
  ["its bare line", secretLine],
  ["its line with CRLF", `${secretLine}\r\n`],
  ["an encrypted secret key file", `untrusted comment: minisign encrypted secret key\n${encryptedLine}\n`],
  ["an encrypted bare line", encryptedLine],
  ["a cut off encrypted line", encryptedLine.slice(0, 150)],
  ["behind a byte order mark", `\uFEFF${developmentKey.secretKeyFile}`],
  ["wrapped in base64", envelope(`untrusted comment: rsign encrypted secret key\n${encryptedLine}\n`)],
  ["after a public key", `${signer.publicKey}\n${encryptedLine}\n`],
  ["a PEM private key", `-----BEGIN OPENSSH PRIVATE KEY-----\n${encryptedLine}\n-----END OPENSSH PRIVATE KEY-----\n`],
];

describe("when a secret key is pasted", () => {
  it.each(secrets)("names it and repeats nothing of it: %s", (_name, text) => {
    for (const input of [text, textBytes(text), Buffer.from(text, "utf16le")]) {
      const results = [
        parsePublicKey(input),
        parseSignature(input),
        verify(message, input, signer.publicKey),
        verify(message, signature, input),
      ];
      for (const result of results) {
        expect(codeOf(result)).toBe("MINISIGN_SECRET_KEY");
        const shown = JSON.stringify(result) + inspect(result, { depth: 9, showHidden: true });
        const words = text.match(/[A-Za-z0-9+/]{12,}/g) ?? [];
        for (const word of words) {
          for (let at = 0; at + 12 <= word.length; at += 1) expect(shown).not.toContain(word.slice(at, at + 12));
        }
      }
    }
  });
});

describe("when something else is pasted for a signature", () => {
  const [comment, structure] = signature.split("\n") as [string, string];
  const legacy = makeSignature(signer, message, { legacy: true }).toString("utf8").split("\n").slice(0, 2).join("\n");
  it.each([
    ["a public key file", keyFile, "MINISIGN_PUBLIC_KEY_AS_SIGNATURE"],
    ["a bare public key", signer.publicKey, "MINISIGN_PUBLIC_KEY_AS_SIGNATURE"],
    ["a signify signature", `${legacy}\n`, "MINISIGN_SIGNIFY_SIGNATURE"],
    ["a cut off prehashed signature", `${comment}\n${structure}\n`, "MINISIGN_TRUNCATED"],
    ["a wrapped signature", envelope(signature), "MINISIGN_BASE64_ENVELOPE"],
    ["a wrapped signature in lines", envelope(signature).replace(/.{76}/g, "$&\n"), "MINISIGN_BASE64_ENVELOPE"],
    ["one with a byte order mark", `\uFEFF${signature}`, "MINISIGN_TEXT_ENCODING"],
    ["UTF-16 with a mark", Buffer.from(`\uFEFF${signature}`, "utf16le"), "MINISIGN_TEXT_ENCODING"],
    ["UTF-16 without", Buffer.from(signature, "utf16le"), "MINISIGN_TEXT_ENCODING"],
    ["a web page", "<!DOCTYPE html><html><body>404</body></html>", "MINISIGN_NOT_MINISIGN"],
    ["nothing", "", "MINISIGN_NOT_MINISIGN"],
    ["blank lines", "\n\n\n\n", "MINISIGN_NOT_MINISIGN"],
    ["a lone surrogate", signature.replace("signature from", "\uD800"), "MINISIGN_TEXT_ENCODING"],
  ] as [string, string | Uint8Array, string][])("says so: %s", (_name, input, code) => {
    const result = parseSignature(input);
    expect(codeOf(result)).toBe(code);
    expect(result.issues[0]?.hint).toBeTruthy();
    expect(verify(message, input, signer.publicKey)).toMatchObject({ ok: false, code });
  });
});

describe("when something else is pasted for a public key", () => {
  it.each([
    ["a signature", signature, "MINISIGN_SIGNATURE_AS_PUBLIC_KEY"],
    ["the bare line of a signature", signature.split("\n")[1] as string, "MINISIGN_SIGNATURE_AS_PUBLIC_KEY"],
    ["a wrapped key", envelope(keyFile), "MINISIGN_BASE64_ENVELOPE"],
    ["a bare key behind a mark", `\uFEFF${signer.publicKey}`, "MINISIGN_TEXT_ENCODING"],
    ["a web page", "<html></html>", "MINISIGN_NOT_MINISIGN"],
    ["nothing", new Uint8Array(0), "MINISIGN_NOT_MINISIGN"],
    ["a key with a blank in front", ` ${signer.publicKey}`, "MINISIGN_BASE64"],
    ["a key cut short", signer.publicKey.slice(0, 55), "MINISIGN_BASE64"],
    ["a bare key with two line ends", `${signer.publicKey}\n\n`, "MINISIGN_BASE64"],
    ["a bare key with a lone carriage return", `${signer.publicKey}\r`, "MINISIGN_BASE64"],
    ["a key with a NUL and more behind it", `${signer.publicKey}\0more`, "MINISIGN_BASE64"],
  ] as [string, string | Uint8Array, string][])("says so: %s", (_name, input, code) => {
    expect(codeOf(parsePublicKey(input))).toBe(code);
  });
});

describe("when a form of public key is asked for", () => {
  it("takes a one-line file in no form but line and either", () => {
    expect(parsePublicKey(signer.publicKey, { form: "file" })).toMatchObject({
      ok: false,
      issues: [{ code: "MINISIGN_TRUNCATED" }],
    });
    for (const form of ["line", "either"] as const) {
      expect(parsePublicKey(`${signer.publicKey}\r\n`, { form })).toMatchObject({ ok: true });
      expect(parsePublicKey(`${signer.publicKey}\n`, { form })).toMatchObject({ ok: true });
    }
    expect(parsePublicKey(keyFile, { form: "line" }).ok).toBe(false);
  });

  it("gives the key back as the line it was", () => {
    const parsed = parsePublicKey(keyFile);
    expect(parsed).toMatchObject({ ok: true, value: { text: signer.publicKey, keyId: "0202020202020202" } });
  });
});

describe("when the last line ends in another way", () => {
  it.each(["\n", "\r\n", "", "\r", "\n\n", "\nmore\n", "\r\n\r\n"])(
    "reads a signature and a key file that end in %j",
    (end) => {
      expect(verify(message, signature.slice(0, -1) + end, keyFile.slice(0, -1) + end)).toMatchObject({ ok: true });
    },
  );

  it.each(["\r\r", "\r\r\n", " ", "\0", "\0more", "\t\n", "\rmore"])("refuses one that ends in %j", (end) => {
    expect(parseSignature(signature.slice(0, -1) + end).ok).toBe(false);
    expect(parsePublicKey(keyFile.slice(0, -1) + end).ok).toBe(false);
  });
});

describe("when several lines of a signature are wrong", () => {
  it("reports each with its line", () => {
    const broken = "Untrusted comment: x\nRUR/\ntrusted comment: \u001b[31m\n====\n";
    const result = parseSignature(broken);
    expect(result.issues.map(({ code, line }) => [code, line])).toEqual([
      ["MINISIGN_COMMENT_PREFIX", 1],
      ["MINISIGN_BASE64", 2],
      ["MINISIGN_TRUSTED_COMMENT_TEXT", 3],
      ["MINISIGN_BASE64", 4],
    ]);
  });
});

describe("when a vector is refused", () => {
  it.each([
    ["keyid-mismatch", "MINISIGN_KEY_ID_MISMATCH"],
    ["keyid-match-wrong-key", "MINISIGN_MESSAGE_FORGED"],
    ["basic-legacy-not-allowed", "MINISIGN_LEGACY_REFUSED"],
    ["message-first-bit", "MINISIGN_MESSAGE_FORGED"],
    ["trusted-comment-changed", "MINISIGN_COMMENT_FORGED"],
    ["global-zero", "MINISIGN_COMMENT_FORGED"],
    ["ed-global-S-plus-8L", "MINISIGN_COMMENT_FORGED"],
    ["ed-S-plus-1L", "MINISIGN_MESSAGE_FORGED"],
    ["alg-Sc", "MINISIGN_ALGORITHM_UNKNOWN"],
    ["limit-trusted-8174", "MINISIGN_LINE_TOO_LONG"],
    ["frame-cr-inside-untrusted", "MINISIGN_LINE_CONTROL"],
    ["frame-crcrlf", "MINISIGN_LINE_CONTROL"],
    ["trusted-comment-nul", "MINISIGN_LINE_CONTROL"],
    ["trusted-prefix-no-space", "MINISIGN_COMMENT_PREFIX"],
    ["comment-invalid-utf8-latin1-byte", "MINISIGN_TRUSTED_COMMENT_TEXT"],
    ["comment-ctrl-esc", "MINISIGN_TRUSTED_COMMENT_TEXT"],
    ["b64-nonzero-trailing-bits-line-4", "MINISIGN_BASE64"],
    ["frame-truncated-after-line-3", "MINISIGN_TRUNCATED"],
    ["ed-A-small-order-4-c7177a", "MINISIGN_WEAK_PUBLIC_KEY"],
    ["ed-A-noncanonical-y-p+3", "MINISIGN_WEAK_PUBLIC_KEY"],
    ["pk-is-secret-key", "MINISIGN_SECRET_KEY"],
    ["pk-is-signature", "MINISIGN_SIGNATURE_AS_PUBLIC_KEY"],
    ["pk-algorithm-ED", "MINISIGN_ALGORITHM_UNKNOWN"],
    ["pk-comment-1004", "MINISIGN_LINE_TOO_LONG"],
    ["tauri-base64-envelope", "MINISIGN_BASE64_ENVELOPE"],
    ["signify-two-line", "MINISIGN_SIGNIFY_SIGNATURE"],
    ["frame-bom", "MINISIGN_TEXT_ENCODING"],
    ["frame-utf16le", "MINISIGN_TEXT_ENCODING"],
  ])("gives the reason: %s", (name, code) => {
    const vector = findVector(name);
    const bytes = (text: string | undefined, base64: string | undefined): Uint8Array =>
      text === undefined ? Buffer.from(base64 ?? "", "base64") : textBytes(text);
    const body = "base64" in vector.message ? Buffer.from(vector.message.base64, "base64") : textBytes("");
    const options = vector.allowLegacy ? {} : { requirePrehashed: true };
    const result = verify(
      body,
      bytes(vector.signature, vector.signatureBase64),
      bytes(vector.publicKey, vector.publicKeyBase64),
      options,
    );
    expect(result).toMatchObject({ ok: false, code });
  });

  it("never shows a trusted comment that was not verified", () => {
    for (const vector of readVectors()) {
      if (vector.expect === "accept" || vector.signature === undefined) continue;
      const parsed = parseSignature(vector.signature);
      if (parsed.ok) expect(Object.keys(parsed.value).sort()).toEqual(["algorithm", "keyId", "untrustedComment"]);
      const shown = inspect(parsed, { depth: 9, showHidden: true });
      const comment = /^trusted comment: (.{12,})$/m.exec(vector.signature)?.[1];
      if (comment !== undefined) expect(shown).not.toContain(comment.slice(0, 40));
    }
  });
});
