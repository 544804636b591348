import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { verify } from "@slipway/minisign";
import { generateKeyPair, sign } from "@slipway/minisign/sign";
import type { Comparison } from "./compare.js";
import { compareSubjects } from "./compare.js";
import type { MinisignPeers } from "./minisign-peers.js";

type Verify = typeof verify;

/** The build that browsers get; Node itself would resolve the name to the one with `node:crypto`. */
export function findPureBuild(): string {
  const manifest = createRequire(import.meta.url).resolve("@slipway/minisign/package.json");
  return pathToFileURL(join(manifest, "../dist/index.js")).href;
}

/** Both engines against every peer, in one process that has warmed up, and against the C tool for the large message. */
export async function compareWarm(peers: MinisignPeers, home: string): Promise<Comparison[]> {
  const { secretKey } = generateKeyPair();
  const pure = ((await import(findPureBuild())) as { verify: Verify }).verify;
  const comparisons: Comparison[] = [];
  for (const [size, bytes] of [
    ["5 KB", 5_120],
    ["10 MiB", 10_485_760],
  ] as const) {
    const message = new Uint8Array(bytes).map((_, index) => (index * 31) ^ (index >> 8));
    const text = sign(message, secretKey);
    const key = secretKey.publicKey;
    const run = (verifier: Verify) => () => {
      if (!verifier(message, text, key).ok) throw new Error("our own signature does not verify");
    };
    const ours = { name: "minisign, node:crypto", run: run(verify) };
    const ourPure = { name: "minisign, pure", run: run(pure) };
    for (const [name, peer] of Object.entries(peers)) {
      const theirs = {
        name,
        run: () => {
          if (!peer(message, text, key)) throw new Error("a peer refuses", { cause: name });
        },
      };
      comparisons.push(compareSubjects(`verify ${size}, warm`, ours, theirs));
      if (name === "plain noble") comparisons.push(compareSubjects(`verify ${size}, warm`, ourPure, theirs));
    }
    if (bytes > 1_000_000) {
      const [file, signature] = [join(home, "message"), join(home, "message.minisig")];
      writeFileSync(file, message);
      writeFileSync(signature, text);
      const args = ["-V", "-q", "-P", key, "-m", file, "-x", signature];
      if (spawnSync("minisign", args).status === 0) {
        const tool = { name: "one C process", run: () => spawnSync("minisign", args) };
        comparisons.push(compareSubjects(`verify ${size}, warm`, ours, tool));
      }
    }
  }
  return comparisons;
}
