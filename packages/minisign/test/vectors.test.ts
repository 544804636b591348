import { describe, expect, it, vi } from "vitest";
import type { Refused, VerifyResult } from "../src/index.js";
import { createVerifier, parsePublicKey, parseSignature, verify, verifyStream } from "../src/index.js";
import type { Vector } from "./read-vectors.js";
import { bytesOfKey, bytesOfMessage, bytesOfSignature, readVectors } from "./read-vectors.js";

vi.setConfig({ testTimeout: 180_000 });

const vectors = readVectors();

/** Bytes fed at once; messages above this are fed in this size, smaller ones byte by byte. */
const BYTE_BY_BYTE_MAX = 2_048;

function judgeWhole(vector: Vector): VerifyResult {
  const options = vector.allowLegacy ? {} : { requirePrehashed: true };
  return verify(bytesOfMessage(vector), bytesOfSignature(vector), bytesOfKey(vector), options);
}

function judgeInParts(vector: Vector): VerifyResult {
  const options = vector.allowLegacy ? {} : { requirePrehashed: true };
  const message = bytesOfMessage(vector);
  const step = message.length > BYTE_BY_BYTE_MAX ? BYTE_BY_BYTE_MAX - 1 : 1;
  const verifier = createVerifier(bytesOfSignature(vector), bytesOfKey(vector), options);
  for (let at = 0; at < message.length; at += step) verifier.update(message.subarray(at, at + step));
  return verifier.finish();
}

function summarize(result: VerifyResult): string {
  return result.ok ? "accept" : "reject";
}

describe("when a handed-over vector is verified", () => {
  it("has all of them", () => {
    expect(vectors.length).toBe(244);
  });

  it.each(vectors.map((vector) => [vector.name, vector] as const))("%s: whole", (_name, vector) => {
    const result = judgeWhole(vector);
    expect(summarize(result), vector.reason).toBe(vector.expect);
    if (result.ok) expect(result.trustedComment).toBe(vector.trustedComment);
    else expect(result.issues[0]?.code).toBe(result.code);
  });

  it.each(vectors.map((vector) => [vector.name, vector] as const))("%s: in parts", (_name, vector) => {
    const result = judgeInParts(vector);
    const whole = judgeWhole(vector);
    expect(summarize(result)).toBe(vector.expect);
    // The hint about line ends needs the whole message; all else is the same.
    expect(forgetHints(result)).toEqual(forgetHints(whole));
  });

  it.each(vectors.map((vector) => [vector.name, vector] as const))(
    "%s: parsed first, key in its stated form",
    (_name, vector) => {
      const key = parsePublicKey(bytesOfKey(vector), { form: vector.publicKeyForm });
      const signature = parseSignature(bytesOfSignature(vector));
      const options = vector.allowLegacy ? {} : { requirePrehashed: true };
      const accepted =
        key.ok && signature.ok && verify(bytesOfMessage(vector), signature.value, [key.value], options).ok;
      expect(accepted).toBe(vector.expect === "accept");
    },
  );
});

describe("when the message is a stream", () => {
  const some = vectors.filter(({ message }) => !("size" in message) || message.size < 100_000);

  it("gives the same answers for async iterables and web streams", async () => {
    for (const vector of some) {
      const options = vector.allowLegacy ? {} : { requirePrehashed: true };
      const message = bytesOfMessage(vector);
      const halves = [message.subarray(0, message.length >> 1), message.subarray(message.length >> 1)];
      const iterable = (async function* () {
        yield* halves;
      })();
      const reader = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const half of halves) controller.enqueue(half);
          controller.close();
        },
      });
      const web = { getReader: () => reader.getReader() };
      const whole = forgetHints(judgeWhole(vector));
      expect(forgetHints(await verifyStream(iterable, bytesOfSignature(vector), bytesOfKey(vector), options))).toEqual(
        whole,
      );
      expect(forgetHints(await verifyStream(web, bytesOfSignature(vector), bytesOfKey(vector), options))).toEqual(
        whole,
      );
    }
  });

  it("rejects with the error of the stream and lets go of it", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull() {
        throw new Error("disk gone");
      },
    });
    const [vector] = some;
    if (vector === undefined) throw new Error("no vectors");
    const web = { getReader: () => broken.getReader() };
    await expect(verifyStream(web, bytesOfSignature(vector), bytesOfKey(vector))).rejects.toThrow("disk gone");
    expect(broken.locked).toBe(false);
  });
});

describe("when vectors are given as strings", () => {
  it("agrees with the bytes wherever the file is UTF-8", () => {
    for (const vector of vectors) {
      if (vector.signature === undefined || vector.publicKey === undefined) continue;
      const options = vector.allowLegacy ? {} : { requirePrehashed: true };
      const result = verify(bytesOfMessage(vector), vector.signature, vector.publicKey, options);
      expect([vector.name, summarize(result)]).toEqual([vector.name, vector.expect]);
    }
  });
});

function forgetHints(result: VerifyResult): unknown {
  if (result.ok) return result;
  const { hint: _hint, issues, ...rest }: Refused = result;
  return { ...rest, issues: issues.map(({ hint: _, ...issue }) => issue) };
}
