import { renameSync, symlinkSync, unlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { BoundBinary } from "../src/index.js";
import { bindBinary, followBinary } from "../src/index.js";
import { codesOf, settled, useTree } from "./tree.js";

const tree = useTree();
const program = () => ({ workspace: tree.folder("clone"), env: {}, ports: settled }) as const;

function bind(path: string, hash = false): BoundBinary {
  const bound = bindBinary(path, { via: "path", hash, ...program() });
  if (!bound.ok) throw new Error("not bound");
  return bound.value;
}

describe("when the vendor's own update turns the link to another file", () => {
  const update = (hash = false) => {
    tree.native("versions/1/claude");
    tree.file("versions/2/claude", "#!/bin/sh\n");
    const link = tree.link(tree.at("versions/1/claude"), "bin/claude");
    const bound = bind(link, hash);
    expect(followBinary(bound, { ...program(), drift: "accept" })).toMatchObject({ value: { drifted: false } });
    unlinkSync(link);
    symlinkSync(tree.at("versions/2/claude"), link);
    return bound;
  };

  it("follows it and says so, asks, or refuses: as the drift policy says", () => {
    const bound = update();
    const followed = followBinary(bound, { ...program(), drift: "accept" });
    expect(followed).toMatchObject({ ok: true, value: { drifted: true } });
    expect(followed.ok && followed.value.binary.file.path).toBe(tree.at("versions/2/claude"));
    expect(codesOf(followed.issues)).toEqual(["BINARY_DRIFTED"]);
    expect(codesOf(followBinary(bound, { ...program(), drift: "ask" }).issues)).toEqual(["BINARY_DRIFT_ASK"]);
    // The old file is still there, unchanged: what was bound is what may run.
    const blocked = followBinary(bound, { ...program(), drift: "block" });
    expect(blocked.ok && blocked.value.binary.file.path).toBe(tree.at("versions/1/claude"));
  });

  it("never follows a binding that is held to a digest", () => {
    const bound = update(true);
    expect(followBinary(bound, { ...program(), drift: "accept" })).toMatchObject({ value: { drifted: false } });
    renameSync(tree.native("other"), tree.at("versions/1/claude"));
    // The same bytes under a new identity pass, other bytes do not.
    expect(followBinary(bound, { ...program(), drift: "accept" }).ok).toBe(true);
    renameSync(tree.file("evil", "#!/bin/sh\n"), tree.at("versions/1/claude"));
    expect(codesOf(followBinary(bound, { ...program(), drift: "accept" }).issues)).toContain("BINARY_CHANGED");
  });
});
