import type { KeyObject } from "node:crypto";
import { createHash, createPublicKey, verify } from "node:crypto";
import type { CurveKey } from "./curve-key.js";
import { passesKnownAnswers } from "./known-answers.js";
import type { Engine } from "./verify-engine.js";
import { passesByteChecks, pureEngine } from "./verify-engine.js";

const keys = new WeakMap<CurveKey, KeyObject>();

/**
 * OpenSSL behind the byte checks of libsodium, which OpenSSL does not make: it accepts an R or a key of small order.
 */
export const nodeEngine: Engine = {
  name: "node",
  startBlake2b: () => createHash("blake2b512"),
  startSha512: () => createHash("sha512"),
  holds(key, signature, message) {
    return passesByteChecks(key, signature) && verify(null, message, importKey(key), signature);
  },
};

// As JWK: a tenth of the time of DER in OpenSSL 3.0, whose decoder looks through every kind of key.
function importKey(key: CurveKey): KeyObject {
  let imported = keys.get(key);
  if (imported === undefined) {
    const x = Buffer.from(key.bytes).toString("base64url");
    imported = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    keys.set(key, imported);
  }
  return imported;
}

let chosen: Engine | undefined;

/**
 * The engine of this process, chosen at the first verification: `node:crypto` where it gives all known answers, else the
 * pure one. That a function exists does not say how it behaves: Electron and Bun bring BoringSSL, Deno its own.
 */
export function chooseEngine(): Engine {
  chosen ??= passesKnownAnswers(nodeEngine) ? nodeEngine : pureEngine;
  return chosen;
}
