import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bindBinary, discover, judgeFile } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();
const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "number" ? Buffer.from([part]) : Buffer.from(part))));

describe("when two files can be shown by one text", () => {
  it("refuses a name that reads as U+FFFD, in any component, instead of opening the decoy", () => {
    mkdirSync(bytes(tree.root, "/", 0xff));
    writeFileSync(bytes(tree.root, "/", 0xff, "/claude"), "#!/bin/sh\necho real\n", { mode: 0o755 });
    const decoy = tree.file("\uFFFD/claude", "#!/bin/sh\necho decoy\n");
    expect(codesOf(judgeFile(decoy).issues)).toEqual(["BINARY_PATH_NOT_UTF8"]);
    expect(bindBinary(decoy, { via: "explicit", workspace: tree.folder("clone"), env: {} }).ok).toBe(false);
    const trace = discover({
      names: ["claude"],
      workspace: tree.folder("clone"),
      npmGlobal: false,
      env: { PATH: tree.at("\uFFFD") },
    });
    expect(trace.status).toBe("absent");
    expect(trace.places[0]?.skipped?.code).toBe("BINARY_PATH_NOT_UTF8");
  });

  it("refuses a link whose target is not UTF-8", () => {
    symlinkSync(bytes(tree.root, "/", 0xff), tree.at("claude"));
    tree.native("\uFFFD");
    expect(codesOf(judgeFile(tree.at("claude")).issues)).toEqual(["BINARY_PATH_NOT_UTF8"]);
  });

  it("refuses NUL, lone surrogates and over-long paths without reaching the file system", () => {
    expect(codesOf(judgeFile("/bin/tr\0ue").issues)).toEqual(["BINARY_PATH_NOT_UTF8"]);
    expect(codesOf(judgeFile("/bin/\ud800").issues)).toEqual(["BINARY_PATH_NOT_UTF8"]);
    expect(codesOf(judgeFile(`/${"a/".repeat(4000)}`).issues)).toEqual(["BINARY_PATH_TOO_LONG"]);
    expect(codesOf(judgeFile(`/${"a".repeat(300)}`).issues)).toEqual(["BINARY_PATH_TOO_LONG"]);
  });

  it("takes odd but plain names, and prints them harmlessly", () => {
    const path = tree.native("a b\n\u202e'$(x)/claude ", 0o757);
    const judged = judgeFile(path);
    expect(codesOf(judged.issues)).toEqual(["BINARY_FILE_WRITABLE"]);
    expect(judged.issues[0]?.message).not.toMatch(/[\n\u202e]/);
    // What cannot be shown as itself is never offered as a command to type.
    expect(judged.issues[0]?.hint).toBeUndefined();
    const quoted = judgeFile(tree.native("it's $(x)/claude", 0o757)).issues[0]?.hint;
    expect(quoted).toContain(`'${tree.at("it'\\''s $(x)/claude")}'`);
  });

  it("throws for what is no path at all", () => {
    expect(() => judgeFile(undefined as unknown as string)).toThrow(/must be a string/);
    expect(() => discover({ names: ["claude"], workspace: "here" })).toThrow(/absolute/);
    expect(() => discover({ names: "claude" as unknown as string[], workspace: "/" })).toThrow(/list/);
  });

  it("does not look for names that are no file names", () => {
    const trace = discover({
      names: ["", "..", "a/b", "a\0b", "\uFFFD"],
      workspace: tree.root,
      env: { PATH: "/usr/bin" },
    });
    expect(new Set(codesOf(trace.issues))).toEqual(new Set(["BINARY_NAME_INVALID"]));
    expect(trace.issues).toHaveLength(5);
    expect(trace.status).toBe("refused");
  });
});
