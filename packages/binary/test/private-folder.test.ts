import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ensurePrivateFolder, verifyFolder } from "../src/index.js";
import { codesOf, isRoot, STRANGER, useTree } from "./tree.js";

const tree = useTree();

describe("when a folder for private state is wanted", () => {
  it("makes it and what is missing above, 0700 under any umask, and verifies it", () => {
    for (const umask of [0, 0o022, 0o777]) {
      const before = process.umask(umask);
      try {
        const path = tree.at(`u${umask}`, "state", "slipway");
        expect(ensurePrivateFolder(path)).toEqual({ ok: true, value: path, issues: [] });
        expect(ensurePrivateFolder(`${path}/`).ok).toBe(true);
        expect(verifyFolder(path)).toEqual({ ok: true, value: path, issues: [] });
        expect(statSync(path).mode & 0o7777).toBe(0o700);
        expect(statSync(tree.at(`u${umask}`)).mode & 0o7777).toBe(0o700);
      } finally {
        process.umask(before);
      }
    }
  });

  it("may lie directly in a shared sticky folder: it is ours and nobody can replace it", () => {
    tree.folder("tmp", 0o755);
    if (isRoot) chmodSync(tree.at("tmp"), 0o1777);
    expect(ensurePrivateFolder(tree.at("tmp/slipway-0")).ok).toBe(true);
  });

  it("follows a link of the user's own", () => {
    tree.folder("disk", 0o755);
    tree.link(tree.at("disk"), "state");
    expect(ensurePrivateFolder(tree.at("state/slipway"))).toMatchObject({ ok: true, value: tree.at("disk/slipway") });
  });

  it("never changes or uses a folder that others can enter", () => {
    for (const mode of [0o755, 0o710, 0o770, 0o707, 0o1777]) {
      tree.folder("state", mode);
      const ensured = ensurePrivateFolder(tree.at("state"));
      expect(codesOf(ensured.issues)).toEqual(["BINARY_FOLDER_NOT_PRIVATE"]);
      expect(ensured.issues[0]?.hint).toBe(`chmod 700 ${tree.at("state")}`);
      expect(statSync(tree.at("state")).mode & 0o7777).toBe(mode);
    }
  });

  it("makes nothing in a folder that others can write", () => {
    tree.folder("open", 0o777);
    expect(codesOf(ensurePrivateFolder(tree.at("open/slipway")).issues)).toEqual(["BINARY_FOLDER_WRITABLE"]);
    expect(existsSync(tree.at("open/slipway"))).toBe(false);
    expect(codesOf(verifyFolder(tree.at("open/slipway")).issues)).toEqual(["BINARY_MISSING"]);
  });

  it.skipIf(!isRoot)("refuses a folder that another user prepared (needs root)", () => {
    mkdirSync(tree.at("planted"), { mode: 0o700 });
    tree.give("planted", STRANGER);
    expect(codesOf(ensurePrivateFolder(tree.at("planted")).issues)).toEqual(["BINARY_FOLDER_NOT_PRIVATE"]);
    expect(codesOf(ensurePrivateFolder(tree.at("planted/slipway")).issues)).toEqual(["BINARY_FOLDER_OWNER"]);
  });

  it("refuses a relative path, a file in the way, and a broken link", () => {
    expect(codesOf(ensurePrivateFolder("state").issues)).toEqual(["BINARY_PATH_NOT_ABSOLUTE"]);
    tree.file("file", "x", 0o600);
    expect(codesOf(ensurePrivateFolder(tree.at("file")).issues)).toEqual(["BINARY_FOLDER_FAILED"]);
    expect(ensurePrivateFolder(tree.at("file/below")).ok).toBe(false);
    tree.link(tree.at("gone"), "broken");
    expect(codesOf(ensurePrivateFolder(tree.at("broken")).issues)).toEqual(["BINARY_LINK_BROKEN"]);
    expect(ensurePrivateFolder(`${tree.root}/missing/../../x`).ok).toBe(false);
  });
});
