import { createPublicKey, sign, verify as verifyWithOpenSsl } from "node:crypto";
import { Point } from "@noble/ed25519";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeCurveKey } from "../src/curve-key.js";
import {
  BASE_POINT,
  encodePoint,
  negatePoint,
  recoverPoint,
  sumMultiples,
  tabulatePowers,
  writeLittleEndian,
} from "../src/curve-points.js";
import { nodeEngine } from "../src/node-engine.js";
import type { Engine } from "../src/verify-engine.js";
import { pureEngine } from "../src/verify-engine.js";
import { makeSigner } from "./sign-in-tests.js";

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const signer = makeSigner(11);

function encode(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse();
}

function decode(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
}

const engines: Engine[] = [pureEngine, nodeEngine];

function verifyOurs(engine: Engine, raw: Uint8Array, signature: Uint8Array, message: Uint8Array): boolean {
  const key = decodeCurveKey(raw);
  return typeof key !== "string" && engine.holds(key, signature, message);
}

/** OpenSSL behind the byte checks that libsodium makes first; agrees with libsodium wherever both were run. */
function verifyOpenSsl(raw: Uint8Array, signature: Uint8Array, message: Uint8Array): boolean {
  const smallY = new Set([0n, 1n, P - 1n, P, P + 1n, ORDER_8[0], ORDER_8[1]]);
  const low = (bytes: Uint8Array): bigint => decode(bytes) & (2n ** 255n - 1n);
  if (low(raw) >= P || smallY.has(low(raw)) || smallY.has(low(signature.subarray(0, 32)))) return false;
  if (decode(signature.subarray(32)) >= L) return false;
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw]);
  return verifyWithOpenSsl(null, message, createPublicKey({ key: der, format: "der", type: "spki" }), signature);
}

/** The torsion points of order 8, found by arithmetic: a random point times L has no part of prime order. */
const TORSION = findTorsion();
const ORDER_8 = [...new Set(TORSION.filter((point) => !point.double().double().is0()).map((point) => point.y))] as [
  bigint,
  bigint,
];

function findTorsion(): Point[] {
  for (let y = 2n; ; y += 1n) {
    try {
      const point = Point.fromBytes(encode(y));
      const torsion = point.multiply(L - 1n, false).add(point);
      if (torsion.double().double().is0()) continue;
      return Array.from({ length: 8 }, (_, times) => torsion.multiply(BigInt(times), false));
    } catch {
      // Not on the curve: the next one.
    }
  }
}

describe("when a point has small order", () => {
  it("knows all eight points and every spelling of them", () => {
    expect(new Set(TORSION.map((point) => point.toHex())).size).toBe(8);
    for (const y of TORSION.map((point) => point.y)) {
      for (const spelling of [y, y + P]) {
        if (spelling >= 2n ** 255n) continue;
        for (const sign of [0n, 2n ** 255n]) expect(decodeCurveKey(encode(spelling + sign))).toBe("of small order");
      }
    }
  });

  it("refuses it as R even where the equation holds", () => {
    const key = decodeCurveKey(signer.raw);
    if (typeof key === "string") throw new Error(key);
    // R = identity and S = h * a would hold; without the secret, S = 0 with A = identity is the same shape.
    const zero = Buffer.alloc(64);
    zero[0] = 1;
    for (const engine of engines) expect(engine.holds(key, zero, Buffer.from("x"))).toBe(false);
  });
});

describe("when a key is no key", () => {
  it("refuses non-canonical and off-curve points", () => {
    for (let above = 3n; above < 19n; above += 1n) expect(decodeCurveKey(encode(P + above))).toBe("not canonical");
    expect(decodeCurveKey(encode(2n))).toBe("not on the curve");
    expect(typeof decodeCurveKey(signer.raw)).toBe("object");
  });
});

describe("when compared with OpenSSL", () => {
  const mutation = fc.oneof(
    fc.constant({ kind: "none" } as const),
    fc.record({ kind: fc.constant("signature" as const), bit: fc.integer({ min: 0, max: 511 }) }),
    fc.record({ kind: fc.constant("key" as const), bit: fc.integer({ min: 0, max: 255 }) }),
    fc.record({ kind: fc.constant("message" as const), bit: fc.integer({ min: 0, max: 7 }) }),
    fc.record({ kind: fc.constant("order" as const), times: fc.bigInt({ min: 1n, max: 15n }) }),
    fc.record({ kind: fc.constant("torsion-R" as const), times: fc.integer({ min: 1, max: 7 }) }),
    fc.record({ kind: fc.constant("torsion-A" as const), times: fc.integer({ min: 1, max: 7 }) }),
    fc.record({ kind: fc.constant("small-R" as const), times: fc.integer({ min: 0, max: 7 }) }),
    fc.record({ kind: fc.constant("small-A" as const), times: fc.integer({ min: 0, max: 7 }) }),
  );

  it("gives the same verdict on changed keys, signatures and messages", () => {
    const verdicts = new Map<string, number>();
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), mutation, (text, change) => {
        const raw = Buffer.from(signer.raw);
        const signature = Buffer.from(sign(null, text, signer.privateKey));
        const message = Buffer.from(text);
        const flip = (bytes: Buffer, bit: number): void => {
          bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
        };
        const shift = (bytes: Buffer, at: number, times: number): void => {
          Point.fromBytes(bytes.subarray(at, at + 32))
            .add(TORSION[times] as Point)
            .toBytes()
            .forEach((byte, index) => {
              bytes[at + index] = byte;
            });
        };
        if (change.kind === "signature") flip(signature, change.bit);
        if (change.kind === "key") flip(raw, change.bit);
        if (change.kind === "message") flip(message, change.bit);
        if (change.kind === "torsion-R") shift(signature, 0, change.times);
        if (change.kind === "torsion-A") shift(raw, 0, change.times);
        if (change.kind === "small-R") signature.set((TORSION[change.times] as Point).toBytes(), 0);
        if (change.kind === "small-A") raw.set((TORSION[change.times] as Point).toBytes(), 0);
        if (change.kind === "order") {
          const s = decode(signature.subarray(32)) + change.times * L;
          fc.pre(s < 2n ** 256n);
          signature.set(encode(s), 32);
        }
        for (const engine of engines) {
          const ours = verifyOurs(engine, raw, signature, message);
          expect(ours).toBe(verifyOpenSsl(raw, signature, message));
          expect(ours).toBe(change.kind === "none");
        }
        verdicts.set(change.kind, (verdicts.get(change.kind) ?? 0) + 1);
      }),
      { numRuns: 300, seed: 8032 },
    );
    expect(verdicts.size).toBe(9);
  });
});

describe("when points are added", () => {
  it("agrees with another implementation of the curve", () => {
    const scalar = fc.bigInt({ min: 0n, max: L - 1n });
    fc.assert(
      fc.property(scalar, scalar, scalar, (s, h, a) => {
        const point = Point.BASE.multiply((a % (L - 1n)) + 1n);
        const bytes = point.toBytes();
        const ours = recoverPoint(decode(bytes) & (2n ** 255n - 1n), (bytes[31] as number) > 127);
        if (ours === undefined) throw new Error("not on the curve");
        const sum = sumMultiples(
          [writeLittleEndian(s), tabulatePowers(BASE_POINT)],
          [writeLittleEndian(h), tabulatePowers(negatePoint(ours))],
        );
        const theirs = Point.BASE.multiply(s, false).add(point.negate().multiply(h, false));
        expect(Buffer.from(encodePoint(sum)).toString("hex")).toBe(theirs.toHex());
      }),
      {
        numRuns: 60,
        seed: 255,
        examples: [
          [0n, 0n, 1n],
          [L - 1n, L - 1n, 1n],
          [8n, 8n, 1n],
          [1n, 1n, 1n],
        ],
      },
    );
  });

  it("finds the same bytes on the curve", () => {
    let found = 0;
    for (let y = 2n; y < 200n; y += 1n) {
      const theirs = (() => {
        try {
          return Point.fromBytes(encode(y)).x;
        } catch {
          return undefined;
        }
      })();
      expect(recoverPoint(y, ((theirs ?? 0n) & 1n) === 1n)?.[0]).toBe(theirs);
      if (theirs !== undefined) found += 1;
    }
    expect(found).toBeGreaterThan(50);
  });
});
