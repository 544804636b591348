import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judgeFile } from "../src/index.js";
import { codesOf, isRoot, useTree } from "./tree.js";

const tree = useTree();

describe("when the path leads through links", () => {
  it("refuses a loop", () => {
    tree.link(tree.at("b"), "a");
    tree.link(tree.at("a"), "b");
    expect(codesOf(judgeFile(tree.at("a")).issues)).toEqual(["BINARY_LINK_LOOP"]);
    tree.link("self/x", "self");
    expect(codesOf(judgeFile(tree.at("self/x")).issues)).toEqual(["BINARY_LINK_LOOP"]);
  });

  it("tells a broken link from a missing file", () => {
    tree.link(tree.at("gone"), "claude");
    expect(codesOf(judgeFile(tree.at("claude")).issues)).toEqual(["BINARY_LINK_BROKEN"]);
    expect(codesOf(judgeFile(tree.at("other")).issues)).toEqual(["BINARY_MISSING"]);
  });

  it("follows relative links, folder links and .., and reports each link", () => {
    const program = tree.native("lib/pkg/run");
    tree.link("../lib/current/../pkg/run", "bin/claude");
    tree.link("pkg", "lib/current");
    const judged = judgeFile(tree.at("bin/claude"));
    expect(judged.verdict).toBe("ok");
    expect(judged.realPath).toBe(program);
    expect(judged.links).toEqual([tree.at("bin/claude"), tree.at("lib/current")]);
  });

  it("refuses a link in a folder that others can write, though the program is fine", () => {
    tree.native("lib/claude");
    tree.link(tree.at("lib/claude"), "open/claude");
    chmodSync(tree.at("open"), 0o777);
    expect(codesOf(judgeFile(tree.at("open/claude")).issues)).toEqual(["BINARY_FOLDER_WRITABLE"]);
  });

  it("refuses a link between links that others could redirect", () => {
    tree.native("lib/claude");
    tree.link(tree.at("lib/claude"), "open/hop");
    tree.link(tree.at("open/hop"), "bin/claude");
    chmodSync(tree.at("open"), 0o777);
    expect(codesOf(judgeFile(tree.at("bin/claude")).issues)).toEqual(["BINARY_FOLDER_WRITABLE"]);
  });

  it.skipIf(!isRoot)("refuses a link in the shared temporary folder (needs root)", () => {
    tree.native("lib/claude");
    tree.link(tree.at("lib/claude"), "shared/claude");
    chmodSync(tree.at("shared"), 0o1777);
    expect(codesOf(judgeFile(tree.at("shared/claude")).issues)).toEqual(["BINARY_FOLDER_STICKY"]);
  });
});
