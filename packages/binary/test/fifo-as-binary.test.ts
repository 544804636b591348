import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { bindBinary, discover, judgeFile } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();

describe("when the program is no file", () => {
  it("refuses a FIFO without waiting for a writer", () => {
    const path = tree.at("claude");
    expect(spawnSync("mkfifo", ["-m", "755", path]).status).toBe(0);
    const judged = judgeFile(path);
    expect(codesOf(judged.issues)).toEqual(["BINARY_NOT_REGULAR"]);
    expect(judged.issues[0]?.message).toContain("a FIFO");
    expect(bindBinary(path, { via: "explicit", workspace: tree.folder("clone"), env: {}, hash: true }).ok).toBe(false);
  });

  it("refuses a FIFO as the interpreter", () => {
    expect(spawnSync("mkfifo", ["-m", "755", tree.at("sh")]).status).toBe(0);
    const script = tree.file("claude", `#!${tree.at("sh")}\n`);
    const bound = bindBinary(script, { via: "path", workspace: tree.folder("clone"), env: {} });
    expect(codesOf(bound.issues)).toContain("BINARY_INTERPRETER_REFUSED");
  });

  it("refuses a folder and a device", () => {
    expect(codesOf(judgeFile(tree.folder("claude")).issues)).toEqual(["BINARY_NOT_REGULAR"]);
    expect(codesOf(judgeFile("/dev/null").issues)).toContain("BINARY_NOT_REGULAR");
    expect(codesOf(judgeFile("/").issues)).toContain("BINARY_NOT_REGULAR");
  });

  it("refuses a socket", async () => {
    const path = tree.at("claude");
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    expect(codesOf(judgeFile(path).issues)).toContain("BINARY_NOT_REGULAR");
    await new Promise((resolve) => server.close(resolve));
  });

  it("keeps a folder of that name in the trace and takes the next one", () => {
    tree.folder("one/claude");
    const good = tree.native("two/claude");
    const env = { PATH: `${tree.at("one")}:${tree.at("two")}` };
    const trace = discover({ names: ["claude"], workspace: tree.folder("clone"), npmGlobal: false, env });
    expect(trace.chosen?.path).toBe(good);
    expect(trace.candidates[0]?.reason?.code).toBe("BINARY_NOT_REGULAR");
  });

  it("refuses a file without any execute bit, with the command that sets it", () => {
    const judged = judgeFile(tree.native("claude", 0o644));
    expect(codesOf(judged.issues)).toEqual(["BINARY_NOT_EXECUTABLE"]);
    expect(judged.issues[0]?.hint).toBe(`chmod u+x ${tree.at("claude")}`);
  });
});
