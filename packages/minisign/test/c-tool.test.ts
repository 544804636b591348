import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it, vi } from "vitest";
import { verify } from "../src/index.js";
import { C_0_11_DIFFERENCES, DIFFERENCE_CODES } from "./c-tool-differences.js";
import { bytesOfKey, bytesOfMessage, bytesOfSignature, readVectors } from "./read-vectors.js";

// Hundreds of processes: a machine that is busy elsewhere needs longer than the preset allows.
vi.setConfig({ testTimeout: 180_000 });

const version = spawnSync("minisign", ["-v"], { encoding: "utf8" });
const hasTool = version.status === 0 && version.stdout.trim() === "minisign 0.11";

const folder = mkdtempSync(join(tmpdir(), "slipway-minisign-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

type CVerdict = { accepted: boolean; comment: Buffer };

function verifyWithTool(
  message: Uint8Array,
  signature: Uint8Array,
  key: { file: Uint8Array } | { line: string },
  prehashed = false,
): CVerdict {
  writeFileSync(at("message"), message);
  writeFileSync(at("signature"), signature);
  const keyArguments = "line" in key ? ["-P", key.line] : ["-p", at("key")];
  if ("file" in key) writeFileSync(at("key"), key.file);
  const flags = prehashed ? ["-H"] : [];
  const run = spawnSync("minisign", [
    "-V",
    "-Q",
    ...flags,
    "-m",
    at("message"),
    "-x",
    at("signature"),
    ...keyArguments,
  ]);
  if (run.status === null || run.status > 2) throw new Error("the tool crashed");
  return { accepted: run.status === 0, comment: run.stdout };
}

describe("when minisign 0.11 judges the same vectors", () => {
  it.skipIf(!hasTool)("differs on exactly the listed ones (needs minisign 0.11)", () => {
    const differing: string[] = [];
    for (const vector of readVectors()) {
      const line = Buffer.from(bytesOfKey(vector)).toString("utf8");
      const key = vector.publicKeyForm === "line" ? { line } : { file: bytesOfKey(vector) };
      const theirs = verifyWithTool(bytesOfMessage(vector), bytesOfSignature(vector), key, !vector.allowLegacy);
      if (theirs.accepted !== (vector.expect === "accept")) differing.push(vector.name);
      else if (theirs.accepted) expect(theirs.comment.toString("utf8")).toBe(`${vector.trustedComment}\n`);
    }
    expect(differing.sort()).toEqual([...C_0_11_DIFFERENCES.keys()].sort());
  });
});

describe("when minisign 0.11 signs", () => {
  it.skipIf(!hasTool)("agrees on random messages, comments and corruptions (needs minisign 0.11)", () => {
    execFileSync("minisign", ["-G", "-W", "-f", "-p", at("signer.pub"), "-s", at("signer.key")]);
    const publicKey = readFileSync(at("signer.pub"));
    const corruption = fc.record({
      part: fc.constantFrom("signature", "signature", "signature", "message", "key", "none"),
      at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      remove: fc.integer({ min: 0, max: 2 }),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 2 }),
        fc.constantFrom("\r", "\n", "\r\n", " ", "\t", "=", "A", "\0").map((text) => new TextEncoder().encode(text)),
      ),
    });
    const comment = fc.string({ unit: "grapheme", maxLength: 60 }).filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text));
    const counts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        comment,
        fc.boolean(),
        corruption,
        (message, trusted, legacy, change) => {
          writeFileSync(at("signed"), message);
          const commentFlags = trusted === "" ? [] : ["-t", trusted];
          execFileSync("minisign", [
            "-S",
            ...(legacy ? ["-l"] : []),
            ...commentFlags,
            "-s",
            at("signer.key"),
            "-m",
            at("signed"),
            "-x",
            at("made"),
          ]);
          const signature = readFileSync(at("made"));
          const corrupt = (name: string, bytes: Uint8Array): Uint8Array => {
            if (name !== change.part) return bytes;
            const start = Math.floor(change.at * bytes.length);
            return Buffer.concat([bytes.subarray(0, start), change.insert, bytes.subarray(start + change.remove)]);
          };
          const parts = [
            corrupt("message", message),
            corrupt("signature", signature),
            corrupt("key", publicKey),
          ] as const;
          const theirs = verifyWithTool(parts[0], parts[1], { file: parts[2] });
          const ours = verify(...parts);
          if (ours.ok && theirs.accepted) {
            counts.accepted += 1;
            expect(theirs.comment.toString("utf8")).toBe(`${ours.trustedComment}\n`);
            if (trusted !== "") expect(ours.trustedComment).toBe(trusted);
          } else if (!ours.ok && theirs.accepted) {
            // 0.11 reads on where a line is malformed; we never accept what it refuses.
            expect(DIFFERENCE_CODES).toContain(ours.code);
          } else {
            expect(ours.ok).toBe(false);
            counts.refused += 1;
          }
        },
      ),
      { numRuns: 100, seed: 11 },
    );
    expect(counts.accepted).toBeGreaterThan(10);
    expect(counts.refused).toBeGreaterThan(10);
  });
});
