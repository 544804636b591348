import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { C_0_11_DIFFERENCES } from "./c-tool-differences.js";
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
