import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { BinaryRecord } from "../src/index.js";
import { bindBinary, readRecord, writeRecord } from "../src/index.js";
import { codesOf, isRoot, STRANGER, useTree } from "./tree.js";

const tree = useTree();

function makeRecord(): BinaryRecord {
  const script = tree.file("bin/claude", "#!/bin/sh\n");
  const bound = bindBinary(script, { via: "path", workspace: tree.folder("clone"), env: {}, hash: true });
  if (!bound.ok) throw new Error("not bound");
  return {
    schema: 1,
    agent: "claude",
    trust: "first-party",
    binary: bound.value,
    version: "2.1.332 (Claude Code)",
    adoptedAt: "2026-11-30T10:00:00.000Z",
  };
}

describe("when a record is written and read", () => {
  it("is absent first, then the same, in a folder and a file that are private", () => {
    const dir = tree.at("state/records");
    expect(readRecord(dir, "claude")).toEqual({ ok: true, value: undefined, issues: [] });
    const record = makeRecord();
    expect(writeRecord(dir, "claude", record).ok).toBe(true);
    expect(readRecord(dir, "claude")).toEqual({ ok: true, value: record, issues: [] });
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(statSync(`${dir}/claude.json`).mode & 0o777).toBe(0o600);
    expect(writeRecord(dir, "claude", { ...record, version: "2.1.333" }).ok).toBe(true);
    expect(readdirSync(dir)).toEqual(["claude.json"]);
  });

  it("has its modes whatever the umask is", () => {
    const record = makeRecord();
    const before = process.umask(0o777);
    try {
      expect(writeRecord(tree.at("closed"), "claude", record).ok).toBe(true);
      process.umask(0);
      expect(writeRecord(tree.at("open"), "claude", record).ok).toBe(true);
    } finally {
      process.umask(before);
    }
    for (const dir of ["closed", "open"]) {
      expect(statSync(tree.at(dir)).mode & 0o7777).toBe(0o700);
      expect(statSync(tree.at(dir, "claude.json")).mode & 0o7777).toBe(0o600);
    }
  });

  it("refuses ids that are no file names, and records that are none", () => {
    const record = makeRecord();
    for (const id of ["../x", "", "a/b", "-a", "con", "NUL", "a".repeat(65), "__proto__", "a.json"]) {
      expect(codesOf(readRecord(tree.at("state"), id).issues)).toEqual(["BINARY_RECORD_ID"]);
      expect(codesOf(writeRecord(tree.at("state"), id, record).issues)).toEqual(["BINARY_RECORD_ID"]);
    }
    expect(() => writeRecord(tree.at("state"), "codex", record)).toThrow(/not a record of that agent/);
    const notWhole = { ...record, adoptedAt: "yesterday" };
    expect(() => writeRecord(tree.at("state"), "claude", notWhole)).toThrow(/not a record of that agent/);
    const tooLarge: BinaryRecord = {
      ...record,
      binary: {
        ...record.binary,
        foundAt: `/${"é".repeat(4000)}`,
        file: { ...record.binary.file, path: `/${"é".repeat(4000)}` },
      },
    };
    expect(codesOf(writeRecord(tree.at("state"), "claude", tooLarge).issues)).toEqual(["BINARY_RECORD_TOO_LARGE"]);
  });
});

describe("when a record was damaged or planted", () => {
  const dir = () => tree.at("state");
  const plant = (content: string | Uint8Array, mode = 0o600) => {
    mkdirSync(dir(), { mode: 0o700, recursive: true });
    writeFileSync(tree.at("state/claude.json"), content);
    chmodSync(tree.at("state/claude.json"), mode);
  };

  it("refuses what is not a whole record, and never overwrites it", () => {
    const record = makeRecord();
    const good = JSON.stringify(record);
    const { version: _, ...rest } = record;
    const cases: (string | Uint8Array)[] = [
      "",
      "{",
      "null",
      "[]",
      good.slice(0, -1),
      JSON.stringify({ ...record, extra: 1 }),
      JSON.stringify({ ...record, schema: 2 }),
      JSON.stringify({ ...record, trust: "root" }),
      JSON.stringify({ ...rest, binary: { ...record.binary, policy: "report" } }),
      JSON.stringify({ ...record, binary: { ...record.binary, interpreter: undefined } }),
      JSON.stringify({ ...record, binary: { ...record.binary, file: { ...record.binary.file, path: "bin/claude" } } }),
      good.replace('"schema"', '"__proto__":{},"schema"'),
      good.replace('"adopted"', '"constructor"'),
      new Uint8Array([0xff, 0xfe]),
      "[".repeat(16_000),
    ];
    for (const content of cases) {
      plant(content);
      expect(codesOf(readRecord(dir(), "claude").issues), String(content).slice(0, 80)).toEqual([
        "BINARY_RECORD_DAMAGED",
      ]);
      expect(codesOf(writeRecord(dir(), "claude", record).issues)).toEqual(["BINARY_RECORD_DAMAGED"]);
      expect(readFileSync(tree.at("state/claude.json"))).toEqual(Buffer.from(content as string));
    }
    plant(JSON.stringify({ ...record, agent: "codex" }));
    expect(readRecord(dir(), "claude").issues[0]?.message).toContain("another agent");
  });

  it("refuses a record that is too large, readable by others, or a link", () => {
    const record = makeRecord();
    plant(`${JSON.stringify(record)}${" ".repeat(20_000)}`);
    expect(codesOf(readRecord(dir(), "claude").issues)).toEqual(["BINARY_RECORD_TOO_LARGE"]);
    for (const mode of [0o644, 0o660, 0o602]) {
      plant(JSON.stringify(record), mode);
      expect(codesOf(readRecord(dir(), "claude").issues)).toEqual(["BINARY_RECORD_UNTRUSTED"]);
    }
    tree.file("elsewhere.json", JSON.stringify(record), 0o600);
    symlinkSync(tree.at("elsewhere.json"), tree.at("state/codex.json"));
    expect(codesOf(readRecord(dir(), "codex").issues)).toEqual(["BINARY_RECORD_UNTRUSTED"]);
    mkdirSync(tree.at("state/gemini.json"));
    expect(codesOf(readRecord(dir(), "gemini").issues)).toEqual(["BINARY_RECORD_UNTRUSTED"]);
  });

  it("refuses a whole record in a folder that others can enter or write", () => {
    const record = makeRecord();
    plant(JSON.stringify(record));
    for (const mode of [0o755, 0o770, 0o777]) {
      chmodSync(dir(), mode);
      const read = readRecord(dir(), "claude");
      expect(read.ok).toBe(false);
      expect(read.issues[0]?.hint).toContain("chmod 700");
      expect(codesOf(writeRecord(dir(), "claude", record).issues)).toEqual(["BINARY_FOLDER_NOT_PRIVATE"]);
    }
  });

  it.skipIf(!isRoot)("refuses a record, and a folder, of another user (needs root)", () => {
    const record = makeRecord();
    plant(JSON.stringify(record));
    tree.give("state/claude.json", STRANGER);
    expect(codesOf(readRecord(dir(), "claude").issues)).toEqual(["BINARY_RECORD_UNTRUSTED"]);
    tree.give("state", STRANGER);
    expect(codesOf(readRecord(dir(), "claude").issues)).toEqual(["BINARY_FOLDER_NOT_PRIVATE"]);
  });

  it("keeps what a planted note could do to a terminal from being printed", () => {
    const record = makeRecord();
    const notes = ["\u009b2J\u202e"] as unknown as BinaryRecord["binary"]["notes"];
    plant(JSON.stringify({ ...record, binary: { ...record.binary, notes } }));
    const read = readRecord(dir(), "claude");
    expect(read.ok && read.value?.binary.notes).toEqual(["\\u{9b}2J\\u{202e}"]);
  });
});
