import { describe, expect, it } from "vitest";
import { ensurePrivateFolder, readRecord, verifyFolder } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();

describe("when a part of the state folder's path is a plain file", () => {
  it("is refused and not taken for a state folder without records", () => {
    tree.file("state", "not a folder", 0o600);
    const dir = tree.at("state/slipway");
    expect(codesOf(readRecord(dir, "claude").issues)).toEqual(["BINARY_FOLDER_FAILED"]);
    expect(codesOf(verifyFolder(dir).issues)).toEqual(["BINARY_FOLDER_FAILED"]);
    expect(codesOf(ensurePrivateFolder(dir).issues)).toEqual(["BINARY_FOLDER_FAILED"]);
    expect(readRecord(tree.at("absent/slipway"), "claude")).toEqual({ ok: true, value: undefined, issues: [] });
  });
});
