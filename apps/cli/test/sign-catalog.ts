import { createHash, createPrivateKey, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { developmentKey } from "@slipway/testkit";

/** Offsets in an unencrypted minisign secret key: algorithms (6), salt (32), limits (16), then key id (8) and seed (32). */
const KEY_ID_AT = 54;
const SEED_AT = 62;
/** DER of a PKCS#8 Ed25519 private key up to the seed (RFC 8410). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

/** Writes text as a catalog with a valid signature of the development key beside it, and gives its path. */
export function signCatalog(folder: string, text: string, options: { fileName?: string } = {}): string {
  const secret = Buffer.from(developmentKey.secretKeyFile.split("\n")[1] as string, "base64");
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, secret.subarray(SEED_AT, SEED_AT + 32)]),
    format: "der",
    type: "pkcs8",
  });
  const signature = sign(null, createHash("blake2b512").update(text).digest(), key);
  const comment = `timestamp:1790000000\tfile:${options.fileName ?? "agents.json"}\thashed`;
  const line = Buffer.concat([Buffer.from("ED"), secret.subarray(KEY_ID_AT, KEY_ID_AT + 8), signature]);
  const seal = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key);
  const path = join(folder, "agents.json");
  writeFileSync(path, text);
  writeFileSync(
    `${path}.minisig`,
    `untrusted comment: test\n${line.toString("base64")}\ntrusted comment: ${comment}\n${seal.toString("base64")}\n`,
  );
  return path;
}

/** A catalog of the given entries, signed. */
export function signEntries(folder: string, entries: Record<string, unknown>[]): string {
  const agents = entries.map((entry) => ({ adapter: "cli", ...entry }));
  return signCatalog(folder, JSON.stringify({ schema: 1, updatedAt: "2026-01-01", agents }, undefined, 2));
}

/** The options that make the program use such a catalog. */
export function useCatalog(path: string): string[] {
  return ["--catalog", path, "--catalog-key", developmentKey.publicKey, "--allow-development-key"];
}
