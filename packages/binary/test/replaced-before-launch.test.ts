import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  linkSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import type { BoundBinary } from "../src/index.js";
import { bindBinary, recheckBinary } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();

function bind(path: string, options: { hash?: boolean } = {}): BoundBinary {
  const bound = bindBinary(path, {
    via: "path",
    workspace: tree.folder("clone"),
    env: { PATH: "/usr/bin:/bin" },
    // Long after the files were made: their identity alone shows every later write.
    ports: { now: () => BigInt(Date.now() + 60_000) * 1_000_000n },
    ...options,
  });
  if (!bound.ok) throw new Error(bound.issues.map((found) => found.message).join("\n"));
  return bound.value;
}

function recheck(bound: BoundBinary): string[] {
  return codesOf(recheckBinary(bound).issues);
}

describe("when the file is changed between binding and launch", () => {
  it("passes an untouched program and script, and survives JSON", () => {
    const native = bind(tree.native("bin/claude"));
    const script = bind(tree.file("bin/gemini", "#!/bin/sh\n"));
    for (const bound of [native, script]) {
      const again = recheckBinary(JSON.parse(JSON.stringify(bound)));
      expect(again).toEqual({ ok: true, value: bound, issues: [] });
    }
  });

  it("refuses another file renamed over it", () => {
    const bound = bind(tree.native("bin/claude"));
    renameSync(tree.native("bin/other"), tree.at("bin/claude"));
    expect(recheck(bound)).toEqual(["BINARY_CHANGED"]);
  });

  it("refuses a rewrite in place that keeps size and modification time", () => {
    const path = tree.file("bin/claude", "#!/bin/sh\necho good\n");
    const bound = bind(path);
    // touch keeps nanoseconds, which utimes of Node cannot.
    const reference = tree.file("reference", "");
    expect(spawnSync("touch", ["-r", path, reference]).status).toBe(0);
    writeFileSync(path, "#!/bin/sh\necho evil\n");
    expect(spawnSync("touch", ["-r", reference, path]).status).toBe(0);
    const { mtimeNs, size } = statSync(path, { bigint: true });
    expect([`${mtimeNs}`, `${size}`]).toEqual([bound.file.identity.mtimeNs, bound.file.identity.size]);
    expect(recheck(bound)).toEqual(["BINARY_CHANGED"]);
  });

  it("refuses a link in its place, even to an equal file", () => {
    const path = tree.native("bin/claude");
    const bound = bind(path);
    renameSync(path, tree.at("moved"));
    symlinkSync(tree.at("moved"), path);
    expect(recheck(bound)).toContain("BINARY_CHANGED");
  });

  it("refuses a folder above that became a link", () => {
    const bound = bind(tree.native("opt/bin/claude"));
    renameSync(tree.at("opt"), tree.at("opt-old"));
    symlinkSync(tree.at("opt-old"), tree.at("opt"));
    expect(recheck(bound)).toEqual(["BINARY_PATH_CHANGED", "BINARY_CHANGED"]);
  });

  it("refuses a program that is gone, with a code of its own beside", () => {
    const bound = bind(tree.native("bin/claude"));
    unlinkSync(tree.at("bin/claude"));
    expect(recheck(bound)).toEqual(["BINARY_MISSING", "BINARY_CHANGED"]);
  });

  it("refuses an unchanged file whose folder was opened to others", () => {
    const bound = bind(tree.native("bin/claude"));
    chmodSync(tree.at("bin"), 0o777);
    expect(recheck(bound)).toEqual(["BINARY_FOLDER_WRITABLE"]);
  });

  it("refuses when only the interpreter was replaced", () => {
    const interpreter = tree.native("bin/runtime");
    const bound = bind(tree.file("bin/claude", `#!${interpreter}\n`));
    renameSync(tree.native("bin/other"), interpreter);
    expect(recheck(bound)).toEqual(["BINARY_CHANGED"]);
  });

  it("refuses when a script between was changed", () => {
    const between = tree.file("bin/between", "#!/bin/sh\n");
    const bound = bind(tree.file("bin/claude", `#!${between}\n`));
    appendFileSync(between, "echo more\n");
    expect(recheck(bound)).toEqual(["BINARY_CHANGED"]);
  });

  it("refuses a binding of a script without its interpreter", () => {
    const { interpreter: _, ...bound } = bind(tree.file("bin/claude", "#!/bin/sh\n"));
    expect(recheck(bound)).toEqual(["BINARY_CHANGED"]);
  });
});

describe("when a digest was bound", () => {
  it("accepts the same bytes under a new identity, says so, and returns the new identity", () => {
    const path = tree.native("bin/claude");
    const bound = bind(path, { hash: true });
    copyFileSync(path, tree.at("copy"));
    renameSync(tree.at("copy"), path);
    const again = recheckBinary(bound);
    expect(again.ok).toBe(true);
    expect(again.issues.map((found) => [found.code, found.severity])).toEqual([["BINARY_IDENTITY_CHANGED", "warning"]]);
    if (!again.ok) return;
    expect(again.value.file.identity.inode).not.toBe(bound.file.identity.inode);
    expect(recheck(again.value)).toEqual([]);
  });

  it("refuses other bytes", () => {
    const path = tree.file("bin/claude", "#!/bin/sh\necho good\n");
    const bound = bind(path, { hash: true });
    writeFileSync(path, "#!/bin/sh\necho evil\n");
    expect(recheck(bound)).toEqual(["BINARY_CHANGED"]);
  });

  it("refuses other bytes of a script though its identity says nothing", () => {
    const path = tree.file("bin/claude", "#!/bin/sh\necho good\n");
    const bound = bind(path, { hash: true });
    writeFileSync(path, "#!/bin/sh\necho evil\n");
    const now = bind(path);
    expect(recheck({ ...bound, file: { ...bound.file, identity: now.file.identity } })).toEqual(["BINARY_CHANGED"]);
  });

  it("binds the expected digest only", () => {
    const path = tree.native("bin/claude");
    const { sha256 } = bind(path, { hash: true }).file;
    const options = { via: "path", workspace: tree.folder("clone"), env: {} } as const;
    expect(bindBinary(path, { ...options, sha256: (sha256 as string).toUpperCase() }).ok).toBe(true);
    expect(codesOf(bindBinary(path, { ...options, sha256: "0".repeat(64) }).issues)).toEqual([
      "BINARY_DIGEST_MISMATCH",
    ]);
    expect(() => bindBinary(path, { ...options, sha256: "short" })).toThrow(/64 hex digits/);
  });
});

describe("when a file shares its inode", () => {
  it("says how many names it has", () => {
    linkSync(tree.native("bin/claude"), tree.at("bin/second"));
    expect(bind(tree.at("bin/claude")).notes.join()).toContain("2 names");
    expect(realpathSync(tree.at("bin/claude"))).toBe(tree.at("bin/claude"));
  });
});
