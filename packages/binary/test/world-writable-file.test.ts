import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bindBinary, judgeFile } from "../src/index.js";
import { codesOf, hasTool, isRoot, STRANGER, useTree } from "./tree.js";

const tree = useTree();

describe("when others can write the program itself", () => {
  it("refuses a world-writable file", () => {
    const judged = judgeFile(tree.native("bin/claude", 0o757));
    expect(codesOf(judged.issues)).toEqual(["BINARY_FILE_WRITABLE"]);
    expect(bindBinary(judged.path, { via: "path", workspace: tree.folder("clone"), env: {} }).ok).toBe(false);
  });

  it("does not bind a group-writable file under strict, whoever is in the group", () => {
    const program = tree.native("bin/claude", 0o775);
    const judged = judgeFile(program);
    expect(judged.verdict).not.toBe("ok");
    const bound = bindBinary(program, { via: "path", workspace: tree.folder("clone"), env: {}, acceptUnproven: true });
    expect(bound.ok).toBe(false);
  });

  it.skipIf(!isRoot)("refuses a file, a folder and a link of another user (needs root)", () => {
    tree.native("bin/claude");
    tree.give("bin/claude", STRANGER);
    expect(codesOf(judgeFile(tree.at("bin/claude")).issues)).toEqual(["BINARY_FILE_OWNER"]);
    tree.native("theirs/claude");
    tree.give("theirs", STRANGER);
    expect(codesOf(judgeFile(tree.at("theirs/claude")).issues)).toEqual(["BINARY_FOLDER_OWNER"]);
  });

  it.skipIf(!hasTool("setfacl"))(
    "does not miss a writer in an access list: its mask shows as the group bit (needs setfacl)",
    () => {
      const program = tree.native("bin/claude");
      expect(spawnSync("setfacl", ["-m", `u:${STRANGER}:rwx`, program]).status).toBe(0);
      expect(statSync(program).mode & 0o020).toBe(0o020);
      expect(judgeFile(program).verdict).not.toBe("ok");
      // With the bit taken away the entry is still listed, and grants nothing.
      expect(spawnSync("chmod", ["g-w", program]).status).toBe(0);
      expect(judgeFile(program).verdict).toBe("ok");
    },
  );

  it("says when a file runs with other rights", () => {
    const program = tree.native("bin/claude", 0o4755);
    const judged = judgeFile(program);
    expect(judged.verdict).toBe("ok");
    expect(judged.issues.map((found) => [found.code, found.severity])).toEqual([["BINARY_SETUID", "warning"]]);
  });
});
