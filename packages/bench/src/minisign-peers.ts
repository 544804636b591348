import { spawnSync } from "node:child_process";
import { createHash, createPublicKey, verify } from "node:crypto";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { verifyWithPlainNoble } from "./plain-noble.js";

/** A way to verify: message, text of the signature, line of the public key. */
export type VerifyMinisign = (message: Uint8Array, signature: string, publicKey: string) => boolean;

/** The other ways to verify a minisign signature in JavaScript. */
export type MinisignPeers = Readonly<
  Record<"libsodium-wrappers" | "threema wasm" | "plain noble" | "node:crypto", VerifyMinisign>
>;

const folder = fileURLToPath(new URL("../peers/", import.meta.url));

/** Where a peer is installed: from their own lock the first time. */
export function findPeer(name: string): string {
  if (!existsSync(`${folder}node_modules/${name}/package.json`)) {
    const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    const done = spawnSync("npm", args, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
    if (done.status !== 0) throw new Error("the peers of the bench cannot be installed");
  }
  return pathToFileURL(createRequire(`${folder}package.json`).resolve(name)).href;
}

type Sodium = {
  ready: Promise<void>;
  crypto_generichash(size: number, message: Uint8Array): Uint8Array;
  crypto_sign_verify_detached(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean;
};

/** Loads the peers. Each is what a project writes over it: split, decode, compare the key id, verify both signatures. */
export async function loadMinisignPeers(): Promise<MinisignPeers> {
  const sodium = (await import(findPeer("libsodium-wrappers"))).default as Sodium;
  await sodium.ready;
  const threema = (await import(findPeer("@threema/wasm-minisign-verify"))).default;
  return {
    "libsodium-wrappers": compose(
      (message) => sodium.crypto_generichash(64, message),
      (signature, message, key) => sodium.crypto_sign_verify_detached(signature, message, key),
    ),
    "threema wasm": (message, text, publicKey) => {
      const key = threema.PublicKey.decode(`untrusted comment: \n${publicKey}\n`);
      const signature = threema.Signature.decode(text);
      try {
        return key.verify(message, signature);
      } finally {
        key.free();
        signature.free();
      }
    },
    "plain noble": verifyWithPlainNoble,
    "node:crypto": compose(
      (message) => createHash("blake2b512").update(message).digest(),
      (signature, message, raw) => {
        const key = { kty: "OKP", crv: "Ed25519", x: Buffer.from(raw).toString("base64url") };
        return verify(null, message, createPublicKey({ key, format: "jwk" }), signature);
      },
    ),
  };
}

function compose(
  hash: (message: Uint8Array) => Uint8Array,
  verifyOne: (signature: Uint8Array, message: Uint8Array, key: Uint8Array) => boolean,
): VerifyMinisign {
  return (message, text, publicKey) => {
    const lines = text.split("\n");
    const structure = Buffer.from(lines[1] ?? "", "base64");
    const key = Buffer.from(publicKey, "base64");
    if (!structure.subarray(2, 10).equals(key.subarray(2, 10))) return false;
    const [raw, signature] = [key.subarray(10), structure.subarray(10)];
    if (!verifyOne(signature, structure[1] === 0x44 ? hash(message) : message, raw)) return false;
    const comment = Buffer.from((lines[2] ?? "").slice("trusted comment: ".length), "utf8");
    return verifyOne(Buffer.from(lines[3] ?? "", "base64"), Buffer.concat([signature, comment]), raw);
  };
}
