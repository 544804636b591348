import { createHash } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import { bindBinaryInBackground, hashFile, WORKER_MIN_BYTES } from "../src/index.js";
import { codesOf, settled, useTree } from "./tree.js";

const tree = useTree();
const bindOptions = () => ({ via: "path", workspace: tree.folder("clone"), env: {}, ports: settled }) as const;

/** A native program with zeros behind it: large, and quick to make. */
function large(path: string, bytes: number): string {
  const full = tree.native(path);
  const fd = openSync(full, "r+");
  ftruncateSync(fd, bytes);
  writeSync(fd, "end", bytes - 3);
  closeSync(fd);
  return full;
}

describe("when a file is hashed in the background", () => {
  it.each([1_000_000, WORKER_MIN_BYTES + 12_345])("gives the digest of %i bytes, with progress", async (bytes) => {
    const path = large("bin/claude", bytes);
    const seen: number[] = [];
    const open = readdirSync("/proc/self/fd").length;
    const hashed = await hashFile(path, { onProgress: (done, total) => seen.push(done / total) });
    expect(hashed.ok && hashed.value.sha256).toBe(createHash("sha256").update(readFileSync(path)).digest("hex"));
    expect(seen.at(-1)).toBe(1);
    expect([...seen].sort((left, right) => left - right)).toEqual(seen);
    expect(readdirSync("/proc/self/fd").length).toBeLessThanOrEqual(open + 1);
    const bound = await bindBinaryInBackground(path, bindOptions());
    expect(bound.ok && bound.value.file.sha256).toBe(hashed.ok && hashed.value.sha256);
    const wrong = await bindBinaryInBackground(path, { ...bindOptions(), sha256: "0".repeat(64) });
    expect(codesOf(wrong.issues)).toEqual(["BINARY_DIGEST_MISMATCH"]);
  });

  it.each([3_000_000, WORKER_MIN_BYTES + 1])("refuses a file of %i bytes that is written meanwhile", async (bytes) => {
    const path = large("bin/claude", bytes);
    let attacked = false;
    const onProgress = () => {
      if (!attacked) appendFileSync(path, "more");
      attacked = true;
    };
    expect(codesOf((await hashFile(path, { onProgress })).issues)).toEqual(["BINARY_CHANGED"]);
  });

  it("refuses a binding whose file was replaced by another meanwhile", async () => {
    const path = large("bin/claude", 3_000_000);
    const other = large("bin/other", 3_000_000);
    const first = statSync(path).ino;
    let done = false;
    const onProgress = () => {
      if (!done) renameSync(other, path);
      done = true;
    };
    const bound = await bindBinaryInBackground(path, { ...bindOptions(), onProgress });
    // The bytes that were hashed are those of the file that was judged; its name leads to another by then.
    expect(bound.ok).toBe(false);
    expect(codesOf(bound.issues)).toEqual(["BINARY_CHANGED"]);
    expect(statSync(path).ino).not.toBe(first);
  });

  it.each([3_000_000, WORKER_MIN_BYTES * 4])("can be ended, with the signal's reason (%i bytes)", async (bytes) => {
    const path = large("bin/claude", bytes);
    const stop = new AbortController();
    const hashing = hashFile(path, { signal: stop.signal, onProgress: () => stop.abort(new Error("enough")) });
    await expect(hashing).rejects.toThrow("enough");
  });

  it("answers what is no file without waiting", async () => {
    expect(codesOf((await hashFile(tree.folder("claude"))).issues)).toEqual(["BINARY_NOT_REGULAR"]);
    expect(codesOf((await hashFile(tree.at("missing"))).issues)).toEqual(["BINARY_MISSING"]);
  });
});
