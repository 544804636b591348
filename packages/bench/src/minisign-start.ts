import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generateKeyPair, sign } from "@slipway/minisign/sign";
import type { Comparison } from "./compare.js";
import { median, PAIRS } from "./compare.js";
import { findPeer } from "./minisign-peers.js";

/** Import to first verdict in a fresh process: the program times itself, so that the start of Node is not in the ratio. */
export function compareStarts(home: string): Comparison[] {
  const { secretKey } = generateKeyPair();
  const message = new Uint8Array(5_120).fill(0x61);
  writeFileSync(join(home, "start.json"), JSON.stringify([secretKey.publicKey, sign(message, secretKey)]));
  const require = createRequire(import.meta.url);
  const own = require.resolve("@slipway/minisign/package.json");
  const load = (path: string) => pathToFileURL(path).href;
  const ours = prepare(
    home,
    "minisign",
    `const { verify } = await import(${JSON.stringify(load(join(own, "../dist/index-under-node.js")))});
     ok = verify(message, text, line).ok;`,
  );
  const split = `const lines = text.split("\\n"); const key = Buffer.from(line, "base64").subarray(10);
     const signature = Buffer.from(lines[1], "base64").subarray(10); const global = Buffer.from(lines[3], "base64");
     const comment = Buffer.concat([signature, Buffer.from(lines[2].slice(17))]);`;
  const peers: [string, string][] = [
    [
      "threema wasm",
      `const { PublicKey, Signature } = (await import(${JSON.stringify(findPeer("@threema/wasm-minisign-verify"))})).default;
       ok = PublicKey.decode("untrusted comment: \\n" + line + "\\n").verify(message, Signature.decode(text));`,
    ],
    [
      "libsodium-wrappers",
      `const sodium = (await import(${JSON.stringify(findPeer("libsodium-wrappers"))})).default; await sodium.ready; ${split}
       ok = sodium.crypto_sign_verify_detached(signature, sodium.crypto_generichash(64, message), key) &&
         sodium.crypto_sign_verify_detached(global, comment, key);`,
    ],
    [
      "plain noble",
      `const { hashes, verify } = await import(${JSON.stringify(load(require.resolve("@noble/ed25519")))});
       const { blake2b } = await import(${JSON.stringify(load(require.resolve("@noble/hashes/blake2.js")))});
       const { sha512 } = await import(${JSON.stringify(load(require.resolve("@noble/hashes/sha2.js")))});
       hashes.sha512 = sha512; ${split}
       ok = verify(signature, blake2b(message), key) && verify(global, comment, key);`,
    ],
    [
      "node:crypto",
      `const { createHash, createPublicKey, verify } = await import("node:crypto"); ${split}
       const x = key.toString("base64url");
       const imported = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
       ok = verify(null, createHash("blake2b512").update(message).digest(), imported, signature) &&
         verify(null, comment, imported, global);`,
    ],
  ];
  return peers.map(([name, code]) => comparePrograms(ours, prepare(home, name, code), name));
}

function prepare(home: string, name: string, code: string): () => number {
  const file = join(home, `${name.replace(/\W/g, "-")}.mjs`);
  const program = `import { readFileSync } from "node:fs";
const [line, text] = JSON.parse(readFileSync(${JSON.stringify(join(home, "start.json"))}, "utf8"));
const message = new Uint8Array(5120).fill(0x61);
let ok = false;
const start = process.hrtime.bigint();
{ ${code} }
const took = process.hrtime.bigint() - start;
if (!ok) throw new Error("not verified");
console.log(String(took));
`;
  writeFileSync(file, program);
  return () => {
    const done = spawnSync(process.execPath, [file], { encoding: "utf8" });
    if (done.status !== 0) throw new Error("a measured program failed", { cause: done.stderr });
    return Number(done.stdout);
  };
}

function comparePrograms(ours: () => number, theirs: () => number, peer: string): Comparison {
  const ratios: number[] = [];
  const selfRatios: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const before = ours();
    ratios.push(before / theirs());
    selfRatios.push(ours() / before);
  }
  const title = "fresh process, import to first verdict of 5 KB";
  return { title, ours: "minisign", peer, ratio: median(ratios), selfRatio: median(selfRatios), pairs: PAIRS };
}
