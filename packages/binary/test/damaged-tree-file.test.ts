import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { BoundTree } from "../src/index.js";
import { bindTree, readRecord, readTree, removeTree, verifyTree, writeTree } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();

function bind(): BoundTree {
  tree.native("install/bin/agent");
  tree.file("install/lib.js", "good\n", 0o644);
  tree.link("../lib.js", "install/bin/lib");
  const bound = bindTree(tree.at("install"));
  if (!bound.ok) throw new Error("not bound");
  return bound.value;
}

const dir = () => tree.at("state/records");
const file = () => `${dir()}/claude.tree.json`;

describe.skipIf(process.platform !== "linux")("when a tree is kept beside a record (needs Linux)", () => {
  it("is absent first, then the same, in a file that is private and is no record", () => {
    expect(readTree(dir(), "claude")).toEqual({ ok: true, value: undefined, issues: [] });
    const bound = bind();
    expect(writeTree(dir(), "claude", bound).ok).toBe(true);
    expect(readTree(dir(), "claude")).toEqual({ ok: true, value: bound, issues: [] });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readRecord(dir(), "claude")).toEqual({ ok: true, value: undefined, issues: [] });
    const kept = readTree(dir(), "claude");
    expect(kept.ok && kept.value !== undefined && verifyTree(kept.value).ok).toBe(true);
  });

  it("is deleted, also when it is gone already", () => {
    writeTree(dir(), "claude", bind());
    expect(removeTree(dir(), "claude").ok).toBe(true);
    expect(removeTree(dir(), "claude").ok).toBe(true);
    expect(readTree(dir(), "claude")).toEqual({ ok: true, value: undefined, issues: [] });
  });

  it("replaces what is there, whole or not at all", () => {
    const bound = bind();
    writeTree(dir(), "claude", bound);
    writeFileSync(file(), "half");
    expect(writeTree(dir(), "claude", bound).ok).toBe(true);
    expect(readTree(dir(), "claude").ok).toBe(true);
  });

  const change = (edit: (value: Record<string, unknown> & { entries: Record<string, unknown>[] }) => void) => () => {
    const value = JSON.parse(readFileSync(file(), "utf8"));
    edit(value);
    writeFileSync(file(), JSON.stringify(value));
  };
  const attacks: [string, string, () => void][] = [
    ["cut", "BINARY_RECORD_DAMAGED", () => writeFileSync(file(), readFileSync(file()).subarray(0, -20))],
    ["empty", "BINARY_RECORD_DAMAGED", () => writeFileSync(file(), "")],
    ["with a field more", "BINARY_RECORD_DAMAGED", change((value) => Object.assign(value, { more: 1 }))],
    ["without an entry", "BINARY_RECORD_DAMAGED", change((value) => value.entries.pop())],
    [
      "with another digest of a file",
      "BINARY_RECORD_DAMAGED",
      change((value) => {
        for (const entry of value.entries) if (entry["type"] === "file") entry["sha256"] = "0".repeat(64);
      }),
    ],
    [
      "with a name that leads out of the root",
      "BINARY_RECORD_DAMAGED",
      change((value) => value.entries.push({ path: "../evil", type: "link", target: "x" })),
    ],
    ["of another schema", "BINARY_RECORD_DAMAGED", change((value) => Object.assign(value, { schema: 2 }))],
    ["that others can read", "BINARY_RECORD_UNTRUSTED", () => chmodSync(file(), 0o644)],
    [
      "that is a link",
      "BINARY_RECORD_UNTRUSTED",
      () => {
        unlinkSync(file());
        symlinkSync(tree.file("elsewhere.json", "{}", 0o600), file());
      },
    ],
    [
      "that is a folder",
      "BINARY_RECORD_UNTRUSTED",
      () => {
        unlinkSync(file());
        mkdirSync(file());
      },
    ],
  ];
  it.each(attacks)("refuses one %s", (_, code, attack) => {
    writeTree(dir(), "claude", bind());
    attack();
    expect(codesOf(readTree(dir(), "claude").issues)).toEqual([code]);
  });

  it("refuses ids that are no file names, and trees that are none", () => {
    const bound = bind();
    expect(codesOf(writeTree(dir(), "../x", bound).issues)).toEqual(["BINARY_RECORD_ID"]);
    expect(codesOf(readTree(dir(), "a.tree").issues)).toEqual(["BINARY_RECORD_ID"]);
    expect(() => writeTree(dir(), "claude", { ...bound, digest: "0".repeat(64) })).toThrow(
      /is not one that was bound/u,
    );
  });
});
