import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judgeFile } from "../src/index.js";
import { codesOf, isRoot, STRANGER, useTree } from "./tree.js";

const tree = useTree();

describe("when the program lies in a sticky folder", () => {
  it("accepts a root-owned sticky folder as an ancestor", () => {
    // The tree itself is in the machine's temporary folder: 1777 and root's.
    expect(judgeFile(tree.native("bin/claude")).verdict).toBe("ok");
  });

  it.skipIf(!isRoot)("refuses it as the folder that holds the program (needs root)", () => {
    const program = tree.native("shared/claude");
    chmodSync(tree.at("shared"), 0o1777);
    expect(codesOf(judgeFile(program).issues)).toEqual(["BINARY_FOLDER_STICKY"]);
  });

  it.skipIf(!isRoot)("refuses a sticky folder that another user owns (needs root)", () => {
    const program = tree.native("theirs/bin/claude");
    chmodSync(tree.at("theirs"), 0o1777);
    tree.give("theirs", STRANGER);
    expect(new Set(codesOf(judgeFile(program).issues))).toEqual(
      new Set(["BINARY_FOLDER_OWNER", "BINARY_FOLDER_WRITABLE"]),
    );
  });
});
