import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bindBinary, readRecord, writeRecord } from "../src/index.js";
import { codesOf, isRoot, STRANGER, settled, useTree } from "./tree.js";

const tree = useTree();

function write(templates?: string): string {
  const bound = bindBinary(tree.native("bin/claude"), {
    via: "explicit",
    workspace: tree.folder("clone"),
    env: {},
    ports: settled,
  });
  if (!bound.ok) throw new Error("not bound");
  const written = writeRecord(tree.at("state"), "claude", {
    schema: 1,
    agent: "claude",
    trust: "signed",
    binary: bound.value,
    adoptedAt: new Date(0).toISOString(),
    ...(templates === undefined ? {} : { templates }),
  });
  expect(written.ok).toBe(true);
  return tree.at("state");
}

describe("when a record was made for another manifest", () => {
  it("is refused, with another code than a damaged one; the same one and an unnamed one pass", () => {
    const state = write("sha256:one");
    expect(readRecord(state, "claude", { templates: "sha256:one" }).ok).toBe(true);
    expect(codesOf(readRecord(state, "claude", { templates: "sha256:two" }).issues)).toEqual([
      "BINARY_RECORD_OTHER_MANIFEST",
    ]);
    expect(readRecord(state, "claude").ok).toBe(true);
    write();
    expect(readRecord(state, "claude", { templates: "sha256:two" }).ok).toBe(true);
  });
});

describe("when a record lies where others can write", () => {
  it("is refused: in an open folder, below an open one", () => {
    const state = write();
    chmodSync(state, 0o733);
    expect(codesOf(readRecord(state, "claude").issues)).toEqual(["BINARY_FOLDER_NOT_PRIVATE"]);
    chmodSync(state, 0o700);
    chmodSync(tree.root, 0o777);
    expect(codesOf(readRecord(state, "claude").issues)).toEqual(["BINARY_FOLDER_WRITABLE"]);
  });

  it.skipIf(!isRoot)("is refused in a folder of another user (needs root)", () => {
    const state = write();
    tree.give("state", STRANGER);
    expect(readRecord(state, "claude").ok).toBe(false);
  });
});
