import { readFileSync } from "node:fs";

/** One case of `vectors/verify.json`. */
export type Vector = {
  name: string;
  publicKeyForm: "file" | "line";
  publicKey?: string;
  publicKeyBase64?: string;
  signature?: string;
  signatureBase64?: string;
  message: { base64: string } | { size: number; seed: number };
  allowLegacy: boolean;
  expect: "accept" | "reject";
  reason: string;
  trustedComment?: string;
};

export function readVectors(): Vector[] {
  const text = readFileSync(new URL("./vectors/verify.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { cases: Vector[] }).cases;
}

export function findVector(name: string): Vector {
  const found = readVectors().find((vector) => vector.name === name);
  if (found === undefined) throw new Error("no such vector");
  return found;
}

export function bytesOfKey(vector: Vector): Uint8Array {
  return readEither(vector.publicKey, vector.publicKeyBase64);
}

export function bytesOfSignature(vector: Vector): Uint8Array {
  return readEither(vector.signature, vector.signatureBase64);
}

export function bytesOfMessage({ message }: Vector): Uint8Array {
  return "base64" in message ? fromBase64(message.base64) : makeMessage(message.size, message.seed);
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, "base64"));
}

/** The xorshift32 stream that the vectors describe. */
export function makeMessage(size: number, seed: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(size / 4));
  let x = seed;
  for (let index = 0; index < words.length; index += 1) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    words[index] = x;
  }
  return new Uint8Array(words.buffer, 0, size);
}

function readEither(text: string | undefined, base64: string | undefined): Uint8Array {
  if (text !== undefined) return new TextEncoder().encode(text);
  return fromBase64(base64 as string);
}
