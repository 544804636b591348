import type { KeyObject } from "node:crypto";
import { createHash, createPrivateKey, createPublicKey, sign as signEd25519 } from "node:crypto";

/** A signer on OpenSSL, so that what the package verifies here was not made by the arithmetic it verifies with. */
export type TestSigner = { keyId: Buffer; raw: Buffer; privateKey: KeyObject; publicKey: string };

const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** The same seed gives the same key; `keyId` is 8 bytes. */
export function makeSigner(seed: number, keyId: Uint8Array = Uint8Array.from({ length: 8 }, () => seed)): TestSigner {
  const secret = createHash("sha256").update(`slipway test signer ${seed}`).digest();
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, secret]), format: "der", type: "pkcs8" });
  const raw = createPublicKey(privateKey).export({ format: "der", type: "spki" }).subarray(-32);
  const id = Buffer.from(keyId);
  return { keyId: id, raw, privateKey, publicKey: Buffer.concat([Buffer.from("Ed"), id, raw]).toString("base64") };
}

/** What to sign with; the comments may be any bytes. */
export type SignatureParts = {
  legacy?: boolean;
  trustedComment?: string | Uint8Array;
  untrustedComment?: string | Uint8Array;
  lineEnd?: string;
};

/** The bytes of a `.minisig` file. */
export function makeSignature(signer: TestSigner, message: Uint8Array, parts: SignatureParts = {}): Buffer {
  const legacy = parts.legacy === true;
  const trusted = Buffer.from(parts.trustedComment ?? "timestamp:1700000000\tfile:agents.json\thashed");
  const untrusted = Buffer.from(parts.untrustedComment ?? "signature from minisign secret key");
  const end = parts.lineEnd ?? "\n";
  const signed = legacy ? message : createHash("blake2b512").update(message).digest();
  const signature = signEd25519(null, signed, signer.privateKey);
  const global = signEd25519(null, Buffer.concat([signature, trusted]), signer.privateKey);
  const structure = Buffer.concat([Buffer.from(legacy ? "Ed" : "ED"), signer.keyId, signature]);
  return Buffer.concat([
    Buffer.from("untrusted comment: "),
    untrusted,
    Buffer.from(`${end}${structure.toString("base64")}${end}trusted comment: `),
    trusted,
    Buffer.from(`${end}${global.toString("base64")}${end}`),
  ]);
}

export function textBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
