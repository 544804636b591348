import { hashes, verify } from "@noble/ed25519";
import { blake2b } from "@noble/hashes/blake2.js";
import { sha512 } from "@noble/hashes/sha2.js";

/**
 * The verification that a project writes over the noble libraries without a minisign package: split the lines, decode,
 * compare the key id, verify both signatures. It is a peer for speed only: it accepts what libsodium refuses.
 */
export function verifyWithPlainNoble(message: Uint8Array, signatureText: string, publicKeyLine: string): boolean {
  hashes.sha512 = sha512;
  const lines = signatureText.split("\n");
  const signature = Buffer.from(lines[1] ?? "", "base64");
  const key = Buffer.from(publicKeyLine, "base64");
  if (!signature.subarray(2, 10).equals(key.subarray(2, 10))) return false;
  const publicKey = key.subarray(10);
  const signed = signature[1] === 0x44 ? blake2b(message) : message;
  if (!verify(signature.subarray(10), signed, publicKey)) return false;
  const comment = Buffer.from((lines[2] ?? "").slice("trusted comment: ".length), "utf8");
  return verify(Buffer.from(lines[3] ?? "", "base64"), Buffer.concat([signature.subarray(10), comment]), publicKey);
}
