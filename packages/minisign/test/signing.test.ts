import { once } from "node:events";
import { inspect } from "node:util";
import { Worker } from "node:worker_threads";
import { PublicKey as PeerKey, Signature as PeerSignature } from "@threema/wasm-minisign-verify";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdSecret, openSecret } from "../src/hold-secret.js";
import { verify } from "../src/index.js";
import type { SecretKey } from "../src/sign.js";
import {
  decodeSecretKey,
  encodePublicKey,
  encodeSecretKey,
  generateKeyPair,
  KDF_COST_MAX,
  sign,
  signDigest,
  wipeSecretKey,
} from "../src/sign.js";
import { fromBase64 } from "./read-vectors.js";
import { textBytes } from "./sign-in-tests.js";

const message = textBytes("to be signed\n");
const limits = { opslimit: 32_768n, memlimit: 33_554_432n };
const fixed = (byte: number) => (size: number) => new Uint8Array(size).fill(byte);
const { secretKey, publicKey } = generateKeyPair({ random: fixed(7) });

// biome-ignore lint/suspicious/noExplicitAny: misuse is what is tested
const wrong = (value: unknown): any => value;

describe("when a key is generated", () => {
  it("draws the id and the seed from the given source, and from the platform by default", () => {
    expect(secretKey.keyId).toBe("0707070707070707");
    expect(publicKey).toBe(`untrusted comment: minisign public key 0707070707070707\n${secretKey.publicKey}\n`);
    expect(generateKeyPair().secretKey.publicKey).not.toBe(generateKeyPair().secretKey.publicKey);
    for (const random of [() => new Uint8Array(3), () => wrong("text"), () => wrong(undefined)])
      expect(() => generateKeyPair({ random })).toThrow(expect.objectContaining({ code: "MINISIGN_MISUSE" }));
  });
});

describe("when a message is signed", () => {
  it("verifies here and with another implementation, legacy or not, whatever the comments", () => {
    const comment = fc.string({ unit: "grapheme", maxLength: 80 }).filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text));
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        comment,
        comment,
        fc.boolean(),
        (bytes, trusted, untrusted, legacy) => {
          const text = sign(bytes, secretKey, { trustedComment: trusted, untrustedComment: untrusted, legacy });
          expect(verify(bytes, text, publicKey)).toMatchObject({
            ok: true,
            trustedComment: trusted,
            untrustedComment: untrusted,
            algorithm: legacy ? "legacy" : "prehashed",
          });
          expect(PeerKey.decode(publicKey).verify(bytes, PeerSignature.decode(text))).toBe(true);
        },
      ),
      { numRuns: 60, seed: 25519 },
    );
  });

  it("is the same for a digest that was made elsewhere", async () => {
    const { createHash } = await import("node:crypto");
    const digest = Uint8Array.from(createHash("blake2b512").update(message).digest());
    const options = { trustedComment: "t" };
    expect(signDigest(digest, secretKey, options)).toBe(sign(message, secretKey, options));
    expect(() => signDigest(digest.subarray(1), secretKey)).toThrow("64 bytes");
  });

  it("writes the default comments of the C tool", () => {
    const text = sign(message, secretKey, { file: "a b.txt", now: () => 1_700_000_000_500 });
    expect(text.split("\n")[0]).toBe("untrusted comment: signature from minisign secret key");
    expect(text.split("\n")[2]).toBe("trusted comment: timestamp:1700000000\tfile:a b.txt\thashed");
    expect(sign(message, secretKey, { legacy: true, now: () => 0 })).toContain("trusted comment: timestamp:0\n");
  });
});

describe("when a comment could not be verified", () => {
  const bad = ["a\nb", "a\rb", "a\0b", "\u001b[31m", "\u0085", "\u009b", "\u007f", "\ud800"];

  it.each(bad)("refuses %j", (comment) => {
    const refused = expect.objectContaining({ code: "MINISIGN_COMMENT_REFUSED" });
    expect(() => sign(message, secretKey, { trustedComment: comment })).toThrow(refused);
    expect(() => sign(message, secretKey, { untrustedComment: comment })).toThrow(refused);
    expect(() => sign(message, secretKey, { file: comment })).toThrow(refused);
  });

  it("takes the longest that the C tool does, in bytes, and refuses one more", () => {
    const longest = { trustedComment: `${"\u00e9".repeat(2_038)}x`, untrustedComment: "u".repeat(1_003) };
    const text = sign(message, secretKey, longest);
    expect(verify(message, text, publicKey)).toMatchObject({ ok: true, ...longest });
    for (const name of ["trustedComment", "untrustedComment"] as const)
      expect(() => sign(message, secretKey, { [name]: `${longest[name]}y` })).toThrow(/at most/);
    expect(() => sign(message, secretKey, { file: "a\ttimestamp:1" })).toThrow(/TAB/);
    expect(() => sign(message, secretKey, { now: () => Number.NaN })).toThrow(/clock/);
  });
});

describe("when somebody looks for the secret", () => {
  const seed = Uint8Array.from({ length: 32 }, (_, index) => 200 + (index % 40));
  const held = holdSecret(fixed(9)(8), seed.slice());
  const traces = [
    Buffer.from(seed).toString("hex"),
    Buffer.from(seed).toString("base64").slice(4, 40),
    [...seed].slice(2, 12).join(","),
    [...seed].slice(2, 12).join(", "),
  ];
  const shown = (value: unknown): string =>
    `${inspect(value, { depth: 9, showHidden: true })} ${JSON.stringify(value)} ${String(value)}`;

  it("finds nothing in inspect, JSON or a copy", () => {
    expect(Object.isFrozen(held)).toBe(true);
    for (const trace of traces) expect(shown(held)).not.toContain(trace);
    expect(Object.keys(structuredClone({ ...held })).sort()).toEqual(["keyId", "publicKey"]);
    expect(() => sign(message, wrong({ ...held }))).toThrow(expect.objectContaining({ code: "MINISIGN_MISUSE" }));
  });

  it("finds neither key nor password in a refusal", async () => {
    const password = "correct horse battery staple";
    const plain = await encodeSecretKey(held);
    const encrypted = await encodeSecretKey(held, password, { limits });
    const line = plain.split("\n")[1] as string;
    const damaged = Buffer.from(line, "base64");
    damaged[100] = (damaged[100] as number) ^ 1;
    const texts = [
      `x\n${damaged.toString("base64")}\n`,
      `x\n${line.slice(0, -4)}\n`,
      line,
      `x\n${line}=\n`,
      encrypted,
      `${line}\n${line}`,
      `x\n${publicKey.split("\n")[1]}\n`,
    ];
    for (const text of texts) {
      const result = await decodeSecretKey(text, `${password}!`);
      if (text === `${line}\n${line}`) continue;
      expect(result.ok).toBe(false);
      for (const trace of [...traces, line.slice(80, 120), password]) expect(shown(result)).not.toContain(trace);
    }
  });

  it("finds the buffer overwritten after wiping, and the key unusable", () => {
    const { secretKey: used } = generateKeyPair();
    const { seed: inner } = openSecret(used);
    expect(inner.some((byte) => byte !== 0)).toBe(true);
    wipeSecretKey(used);
    expect(inner.every((byte) => byte === 0)).toBe(true);
    for (const act of [() => sign(message, used), () => encodePublicKey(used), () => wipeSecretKey(used)])
      expect(act).toThrow(expect.objectContaining({ code: "MINISIGN_MISUSE" }));
  });
});

describe("when a key file asks for too much", () => {
  async function encryptWith(ops: bigint, mem: bigint): Promise<string> {
    const text = await encodeSecretKey(secretKey, "x", { limits });
    const bytes = fromBase64(text.split("\n")[1] as string);
    const view = new DataView(bytes.buffer);
    view.setBigUint64(38, ops, true);
    view.setBigUint64(46, mem, true);
    return `x\n${Buffer.from(bytes).toString("base64")}\n`;
  }

  it.each([
    [2n ** 64n - 1n, 2n ** 64n - 1n],
    [2n ** 63n, 2n ** 31n],
    [2n ** 26n, 2n ** 31n],
    [2n ** 64n - 1n, 1_048_576n],
    [2n ** 26n, 2n ** 30n],
  ])("refuses ops %i, mem %i before it allocates, password or not", async (ops, mem) => {
    const text = await encryptWith(ops, mem);
    const before = process.memoryUsage.rss();
    for (const password of [undefined, "x"])
      expect(await decodeSecretKey(text, password)).toMatchObject({
        ok: false,
        issues: [{ code: "MINISIGN_KDF_COST" }],
      });
    expect(process.memoryUsage.rss() - before).toBeLessThan(KDF_COST_MAX / 4);
    await expect(encodeSecretKey(secretKey, "x", { limits: { opslimit: ops, memlimit: mem } })).rejects.toThrow("mix");
  });

  it("obeys a lower bound of the caller", async () => {
    const text = await encodeSecretKey(secretKey, "x", { limits });
    expect(await decodeSecretKey(text, "x", { maxCost: 1_000 })).toMatchObject({
      issues: [{ code: "MINISIGN_KDF_COST" }],
    });
    expect(await decodeSecretKey(text, "x", { maxCost: 128 * 1024 * 8 })).toMatchObject({ ok: true });
    await expect(decodeSecretKey(text, "x", { maxCost: Number.NaN })).rejects.toThrow("maxCost");
  });
});

describe("when a password could not be typed into the C tool", () => {
  it.each(["a\nb", "a\rb", "a\0b", "\u00e9".repeat(512)])("refuses it", async (password) => {
    const refusal = expect.objectContaining({ code: "MINISIGN_PASSWORD_REFUSED" });
    await expect(encodeSecretKey(secretKey, password, { limits })).rejects.toEqual(refusal);
  });

  it("takes an empty one, which still runs the derivation", async () => {
    const text = await encodeSecretKey(secretKey, "", { limits, random: fixed(1) });
    expect(await decodeSecretKey(text, "")).toMatchObject({ ok: true });
    expect(await decodeSecretKey(text, " ")).toMatchObject({ ok: false });
  });
});

describe("when the bytes of a secret key are hostile", () => {
  it("refuses with a code and never throws", async () => {
    const plain = await encodeSecretKey(secretKey);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.record({ at: fc.nat(plain.length - 1), to: fc.nat(255) }).map(({ at, to }) => {
            const bytes = textBytes(plain);
            bytes[at] = to;
            return bytes;
          }),
        ),
        async (input) => {
          const result = await decodeSecretKey(input, "x", { maxCost: 1_048_576 });
          if (result.ok) expect(result.value.publicKey).toBe((secretKey as SecretKey).publicKey);
          else expect(result.issues[0]?.code).toMatch(/^MINISIGN_/);
        },
      ),
      { numRuns: 400, seed: 158 },
    );
  });
});

describe("when what is given looks like bytes and is not", () => {
  it("takes no random numbers but bytes: fractions would all become 0", () => {
    for (const random of [
      (size: number) => new Float64Array(size).fill(0.5),
      (size: number) => new Uint16Array(size),
    ]) {
      expect(() => generateKeyPair({ random: wrong(random) })).toThrow(/random source must give/);
    }
  });

  it("takes no view for a password: its copy would be the empty one", async () => {
    for (const password of [new DataView(new ArrayBuffer(8)), new Uint16Array([0x161])]) {
      await expect(encodeSecretKey(secretKey, wrong(password), { limits })).rejects.toThrow(/password must be/);
    }
  });
});

describe("when the limits of a key do not fit the file", () => {
  it.each([
    { opslimit: -1n, memlimit: 33_554_432n },
    { opslimit: 32_768n, memlimit: -1n },
    { opslimit: 32_768n, memlimit: 2n ** 64n + 33_554_432n },
    { opslimit: 32_768, memlimit: 33_554_432n },
  ])("refuses %o, with which no password would open it", async (odd) => {
    await expect(encodeSecretKey(secretKey, "x", { limits: wrong(odd) })).rejects.toMatchObject({
      code: "MINISIGN_MISUSE",
    });
  });
});

describe("when the message is in memory that others can write to", () => {
  it("hashes one copy of a legacy message twice, not the memory", async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(50_000));
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const writer = new Worker(
      `const { workerData: { shared, stop }, parentPort } = require("node:worker_threads");
       parentPort.postMessage("on");
       for (let n = 0; Atomics.load(stop, 0) === 0; n += 1) shared[0] = n;`,
      { eval: true, workerData: { shared, stop } },
    );
    try {
      await once(writer, "message");
      const text = sign(shared, secretKey, { legacy: true, trustedComment: "x" });
      // The challenge says which of the 256 messages was signed; only with a nonce of the same one is it the signature
      // that this message always has.
      const same = Array.from({ length: 256 }, (_, first) => {
        const candidate = new Uint8Array(shared.length);
        candidate[0] = first;
        return sign(candidate, secretKey, { legacy: true, trustedComment: "x" }) === text;
      });
      expect(same.filter(Boolean)).toHaveLength(1);
    } finally {
      Atomics.store(stop, 0, 1);
      await writer.terminate();
    }
  });

  it("does not make a legacy signature of a digest", () => {
    expect(() => signDigest(new Uint8Array(64), secretKey, wrong({ legacy: true }))).toThrow(/not over its digest/);
  });
});
