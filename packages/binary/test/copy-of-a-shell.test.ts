import { appendFileSync, copyFileSync, linkSync, realpathSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judgeFile } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();

describe("when a shell or interpreter lies under an agent's name", () => {
  it.each(["/bin/sh", "/bin/bash", "/usr/bin/env", "/usr/bin/perl"])("refuses a copy of %s", (shell) => {
    const path = tree.native("bin/claude");
    copyFileSync(realpathSync(shell), path);
    const judged = judgeFile(path);
    expect(codesOf(judged.issues)).toEqual(["BINARY_IS_INTERPRETER"]);
    expect(judged.issues[0]?.message).toContain("is a copy of");
  });

  it("refuses a copy of the running Node, and a hard link to one", () => {
    const path = tree.native("bin/claude");
    copyFileSync(process.execPath, path);
    expect(codesOf(judgeFile(path).issues)).toEqual(["BINARY_IS_INTERPRETER"]);
    linkSync(path, tree.at("bin/gemini"));
    expect(codesOf(judgeFile(tree.at("bin/gemini")).issues)).toEqual(["BINARY_IS_INTERPRETER"]);
  });

  it("does not refuse another program, of whatever size; a changed copy is the tripwire's limit", () => {
    const path = tree.native("bin/claude");
    expect(judgeFile(path).verdict).toBe("ok");
    copyFileSync(realpathSync("/bin/sh"), path);
    appendFileSync(path, "x");
    expect(judgeFile(path).verdict).toBe("ok");
  });
});
