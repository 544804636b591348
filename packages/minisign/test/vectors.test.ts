import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Refused, VerifyResult } from "../src/index.js";
import * as pure from "../src/index.js";
import * as node from "../src/index-under-node.js";
import { verifyFile } from "../src/node.js";
import type { Vector } from "./read-vectors.js";
import { bytesOfKey, bytesOfMessage, bytesOfSignature, readVectors } from "./read-vectors.js";

vi.setConfig({ testTimeout: 180_000 });

const vectors = readVectors();

/** Bytes fed at once; messages above this are fed in this size, smaller ones byte by byte. */
const BYTE_BY_BYTE_MAX = 2_048;

/** The package root as browsers get it, and as Node does. */
const engines = [
  ["pure", pure],
  ["node", node],
] as const;
type Api = (typeof engines)[number][1];

function optionsOf(vector: Vector): { requirePrehashed?: boolean } {
  return vector.allowLegacy ? {} : { requirePrehashed: true };
}

function judgeWhole({ verify }: Api, vector: Vector): VerifyResult {
  return verify(bytesOfMessage(vector), bytesOfSignature(vector), bytesOfKey(vector), optionsOf(vector));
}

function judgeInParts({ createVerifier }: Api, vector: Vector): VerifyResult {
  const message = bytesOfMessage(vector);
  const step = message.length > BYTE_BY_BYTE_MAX ? BYTE_BY_BYTE_MAX - 1 : 1;
  const verifier = createVerifier(bytesOfSignature(vector), bytesOfKey(vector), optionsOf(vector));
  for (let at = 0; at < message.length; at += step) verifier.update(message.subarray(at, at + step));
  return verifier.finish();
}

function summarize(result: VerifyResult): string {
  return result.ok ? "accept" : "reject";
}

it("has all handed-over vectors", () => {
  expect(vectors.length).toBe(244);
});

describe.each(engines)("when a vector is verified on the engine %s", (name, api) => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))("%s: whole", (_name, vector) => {
    const result = judgeWhole(api, vector);
    expect(summarize(result), vector.reason).toBe(vector.expect);
    expect(result.engine).toBe(name);
    if (result.ok) expect(result.trustedComment).toBe(vector.trustedComment);
    else expect(result.issues[0]?.code).toBe(result.code);
    // One verdict, down to the hint, on both.
    expect({ ...result, engine: "" }).toEqual({ ...judgeWhole(pure, vector), engine: "" });
  });

  it.each(vectors.map((vector) => [vector.name, vector] as const))("%s: in parts", (_name, vector) => {
    const result = judgeInParts(api, vector);
    expect(summarize(result)).toBe(vector.expect);
    // The hint about line ends needs the whole message; all else is the same.
    expect(forgetHints(result)).toEqual(forgetHints(judgeWhole(api, vector)));
  });

  it.each(vectors.map((vector) => [vector.name, vector] as const))(
    "%s: parsed first, key in its stated form",
    (_name, vector) => {
      const key = api.parsePublicKey(bytesOfKey(vector), { form: vector.publicKeyForm });
      const signature = api.parseSignature(bytesOfSignature(vector));
      const accepted =
        key.ok &&
        signature.ok &&
        api.verify(bytesOfMessage(vector), signature.value, [key.value], optionsOf(vector)).ok;
      expect(accepted).toBe(vector.expect === "accept");
    },
  );

  it("gives the same answers for async iterables and web streams", async () => {
    for (const vector of some) {
      const options = optionsOf(vector);
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
      const whole = forgetHints(judgeWhole(api, vector));
      const [signature, key] = [bytesOfSignature(vector), bytesOfKey(vector)];
      expect(forgetHints(await api.verifyStream(iterable, signature, key, options))).toEqual(whole);
      expect(forgetHints(await api.verifyStream(web, signature, key, options))).toEqual(whole);
    }
  });

  it("agrees when the vectors are strings, wherever the file is UTF-8", () => {
    for (const vector of vectors) {
      if (vector.signature === undefined || vector.publicKey === undefined) continue;
      const result = api.verify(bytesOfMessage(vector), vector.signature, vector.publicKey, optionsOf(vector));
      expect([vector.name, summarize(result)]).toEqual([vector.name, vector.expect]);
    }
  });
});

const some = vectors.filter(({ message }) => !("size" in message) || message.size < 100_000);

describe("when a vector is in files", () => {
  const folder = mkdtempSync(join(tmpdir(), "slipway-minisign-vectors-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("gives the same answers", async () => {
    for (const vector of vectors) {
      const file = join(folder, "message");
      writeFileSync(file, bytesOfMessage(vector));
      writeFileSync(`${file}.minisig`, bytesOfSignature(vector));
      const result = await verifyFile(file, bytesOfKey(vector), optionsOf(vector));
      expect([vector.name, forgetHints(result)]).toEqual([vector.name, forgetHints(judgeWhole(node, vector))]);
    }
  });
});

describe("when a stream fails", () => {
  it("rejects with the error of the stream and lets go of it", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull() {
        throw new Error("disk gone");
      },
    });
    const [vector] = some;
    if (vector === undefined) throw new Error("no vectors");
    const web = { getReader: () => broken.getReader() };
    await expect(node.verifyStream(web, bytesOfSignature(vector), bytesOfKey(vector))).rejects.toThrow("disk gone");
    expect(broken.locked).toBe(false);
  });
});

function forgetHints(result: VerifyResult): unknown {
  if (result.ok) return result;
  const { hint: _hint, issues, ...rest }: Refused = result;
  return { ...rest, issues: issues.map(({ hint: _, ...issue }) => issue) };
}
