import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judgeFile } from "../src/index.js";
import { codesOf, isRoot, useTree } from "./tree.js";

const tree = useTree();

describe("when a shared sticky folder lies above the program", () => {
  it("accepts root's, under which nobody can move what is not theirs", () => {
    expect(judgeFile(tree.native("bin/claude")).verdict).toBe("ok");
  });

  it.skipIf(!isRoot)("accepts one that only a group may write, as a store of packages is (needs root)", () => {
    const path = tree.native("store/package/bin/claude");
    chmodSync(tree.at("store"), 0o1775);
    expect(judgeFile(path).verdict).toBe("ok");
  });

  it("refuses a sticky folder of one's own: its owner's rule is not the system's", () => {
    const path = tree.native("shared/bin/claude");
    chmodSync(tree.at("shared"), 0o1777);
    // Root's own is the system's.
    expect(codesOf(judgeFile(path).issues)).toEqual(isRoot ? [] : ["BINARY_FOLDER_WRITABLE"]);
  });

  it("refuses one without the sticky bit", () => {
    const path = tree.native("shared/bin/claude");
    chmodSync(tree.at("shared"), 0o777);
    expect(codesOf(judgeFile(path).issues)).toEqual(["BINARY_FOLDER_WRITABLE"]);
  });
});
