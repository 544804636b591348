import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { startBlake2b } from "../src/hash-blake2b.js";
import { startSha512 } from "../src/hash-sha512.js";
import { makeMessage } from "./read-vectors.js";

const hashes = [
  ["blake2b512", startBlake2b],
  ["sha512", startSha512],
] as const;

describe.each(hashes)("when %s is computed", (name, start) => {
  it("agrees with OpenSSL for every length around the blocks, and in every split", () => {
    for (let length = 0; length < 400; length += 1) {
      const message = makeMessage(length, length + 1);
      const expected = createHash(name).update(message).digest("hex");
      for (const cut of [0, 1, length >> 1, Math.max(0, length - 128), length]) {
        const hash = start();
        hash.update(message.subarray(0, cut));
        hash.update(message.subarray(cut));
        expect([length, cut, Buffer.from(hash.digest()).toString("hex")]).toEqual([length, cut, expected]);
      }
    }
  });

  it("agrees on a long message in odd parts, at odd offsets of its buffer", () => {
    const message = makeMessage(1_000_003, 7).subarray(1);
    const hash = start();
    for (let at = 0; at < message.length; at += 4_099) hash.update(message.subarray(at, at + 4_099));
    expect(Buffer.from(hash.digest()).toString("hex")).toBe(createHash(name).update(message).digest("hex"));
  });
});
