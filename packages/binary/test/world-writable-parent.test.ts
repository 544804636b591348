import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { discover, judgeFile } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();

describe("when others can write a folder above the program", () => {
  it("refuses a world-writable parent and names the exact command", () => {
    const program = tree.native("bin/claude");
    chmodSync(tree.at("bin"), 0o777);
    const judged = judgeFile(program);
    expect(judged.verdict).toBe("refused");
    expect(codesOf(judged.issues)).toEqual(["BINARY_FOLDER_WRITABLE"]);
    expect(judged.issues[0]?.hint).toContain(`chmod go-w ${tree.at("bin")}`);
  });

  it("refuses a world-writable folder further up", () => {
    const program = tree.native("a/b/bin/claude");
    chmodSync(tree.at("a"), 0o777);
    expect(codesOf(judgeFile(program).issues)).toEqual(["BINARY_FOLDER_WRITABLE"]);
  });

  it("refuses a folder and a file that others can write, with both reasons", () => {
    const program = tree.native("bin/claude", 0o757);
    chmodSync(tree.at("bin"), 0o757);
    expect(new Set(codesOf(judgeFile(program).issues))).toEqual(
      new Set(["BINARY_FOLDER_WRITABLE", "BINARY_FILE_WRITABLE"]),
    );
  });

  it("does not let the refused one hide a later one, and keeps it in the trace", () => {
    tree.native("open/claude");
    chmodSync(tree.at("open"), 0o777);
    const good = tree.native("closed/claude");
    const trace = discover({
      names: ["claude"],
      workspace: tree.folder("clone"),
      npmGlobal: false,
      env: { PATH: `${tree.at("open")}:${tree.at("closed")}` },
    });
    expect(trace.chosen?.path).toBe(good);
    expect(trace.candidates.map((candidate) => candidate.verdict)).toEqual(["refused", "ok"]);
  });
});
