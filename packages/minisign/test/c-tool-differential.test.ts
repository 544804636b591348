import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it, vi } from "vitest";
import * as pure from "../src/index.js";
import * as node from "../src/index-under-node.js";
import { encodeSecretKey, generateKeyPair, sign } from "../src/sign.js";
import { DIFFERENCE_CODES } from "./c-tool-differences.js";

/** Random cases, two processes of the C tool each: 2,000 are about 20 seconds on two cores. */
const CASES = 2_000;
const KEYS = 16;

vi.setConfig({ testTimeout: 600_000 });

const version = spawnSync("minisign", ["-v"], { encoding: "utf8" });
const hasTool = version.status === 0 && version.stdout.trim() === "minisign 0.11";

const folder = mkdtempSync(join(tmpdir(), "slipway-minisign-differential-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

function runTool(...args: string[]): { status: number; stdout: Buffer } {
  const run = spawnSync("minisign", args);
  if (run.status === null || run.status > 2) throw new Error("the tool crashed");
  return { status: run.status, stdout: run.stdout };
}

const corruption = fc.record({
  part: fc.constantFrom("signature", "signature", "signature", "message", "key", "other key", "none"),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  remove: fc.integer({ min: 0, max: 2 }),
  insert: fc.oneof(
    fc.uint8Array({ maxLength: 2 }),
    fc.constantFrom("\r", "\n", "\r\n", " ", "\t", "=", "A", "\0").map((text) => new TextEncoder().encode(text)),
  ),
});
const comment = fc.string({ unit: "grapheme", maxLength: 60 }).filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text));

describe("when minisign 0.11 gets the same random key, message, comments and corruption", () => {
  it.skipIf(!hasTool)("signs the same bytes and gives the same verdict (needs minisign 0.11)", async () => {
    // Drawn from a counter, so that a failure comes again.
    const keys = Array.from({ length: KEYS }, (_, number) =>
      generateKeyPair({
        random: (size) => Uint8Array.from({ length: size }, (_, index) => number * 41 + index * 7 + size),
      }),
    );
    for (const [index, { secretKey }] of keys.entries())
      writeFileSync(at(`${index}.key`), await encodeSecretKey(secretKey), { mode: 0o600 });
    const counts = { accepted: 0, refused: 0, stricter: 0 };
    fc.assert(
      fc.property(
        fc.nat(KEYS - 1),
        fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.uint8Array({ minLength: 120, maxLength: 140 })),
        comment,
        comment,
        fc.boolean(),
        corruption,
        (index, message, trusted, untrusted, legacy, change) => {
          const { secretKey, publicKey } = keys[index] as (typeof keys)[number];
          writeFileSync(at("signed"), message);
          const trustedComment = trusted || "t";
          const untrustedComment = untrusted || "u";
          const flags = [...(legacy ? ["-l"] : []), "-t", trustedComment, "-c", untrustedComment];
          expect(runTool("-S", "-s", at(`${index}.key`), ...flags, "-m", at("signed"), "-x", at("made")).status).toBe(
            0,
          );
          const made = readFileSync(at("made"));
          expect(made.toString("utf8")).toBe(sign(message, secretKey, { trustedComment, untrustedComment, legacy }));

          const files = { message: Buffer.from(message), signature: made, key: Buffer.from(publicKey) };
          if (change.part === "other key") {
            files.key = Buffer.from((keys[(index + 1) % KEYS] as (typeof keys)[number]).publicKey);
          } else if (change.part !== "none") {
            const bytes = files[change.part];
            const start = Math.floor(change.at * (bytes.length + 1));
            files[change.part] = Buffer.concat([
              bytes.subarray(0, start),
              change.insert,
              bytes.subarray(start + change.remove),
            ]);
          }
          writeFileSync(at("message"), files.message);
          writeFileSync(at("signature"), files.signature);
          writeFileSync(at("key"), files.key);
          const theirs = runTool("-V", "-Q", "-m", at("message"), "-x", at("signature"), "-p", at("key"));
          const key = node.parsePublicKey(files.key, { form: "file" });
          const ours = key.ok
            ? node.verify(files.message, files.signature, key.value)
            : { ...key, code: key.issues[0]?.code };
          if (key.ok) {
            const other = pure.verify(files.message, files.signature, key.value);
            expect({ ...other, engine: "" }).toEqual({ ...ours, engine: "" });
          }
          if (ours.ok) {
            expect(theirs.status).toBe(0);
            expect(theirs.stdout.toString("utf8")).toBe(`${(ours as node.Verified).trustedComment}\n`);
            counts.accepted += 1;
          } else if (theirs.status === 0) {
            // 0.11 reads on where a line is malformed; we never accept what it refuses.
            expect(DIFFERENCE_CODES).toContain(ours.code);
            counts.stricter += 1;
          } else counts.refused += 1;
        },
      ),
      { numRuns: CASES, seed: 11 },
    );
    expect(counts.accepted).toBeGreaterThan(CASES / 10);
    expect(counts.refused).toBeGreaterThan(CASES / 10);
    expect(counts.stricter).toBeLessThan(CASES / 10);
  });
});
