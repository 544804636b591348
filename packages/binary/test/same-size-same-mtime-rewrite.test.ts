import { spawnSync } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bindBinary, recheckBinary } from "../src/index.js";
import { codesOf, settled, useTree } from "./tree.js";

const tree = useTree();

describe("when a file is rewritten in place with its old size and modification time", () => {
  it.each([
    ["the program", "bin/claude"],
    ["the script that runs it", "bin/between"],
  ])("is refused: %s", (_, victim) => {
    const between = tree.file("bin/between", "#!/bin/sh\necho good\n");
    const path = tree.file("bin/claude", `#!${between}\necho good\n`);
    const workspace = tree.folder("clone");
    const bound = bindBinary(path, { via: "path", workspace, env: {}, ports: settled });
    if (!bound.ok) throw new Error("not bound");
    const full = tree.at(victim);
    const before = statSync(full, { bigint: true });
    // touch keeps nanoseconds, which utimes of Node cannot.
    expect(spawnSync("touch", ["-r", full, tree.file("reference", "")]).status).toBe(0);
    writeFileSync(full, victim === "bin/claude" ? `#!${between}\necho evil\n` : "#!/bin/sh\necho evil\n");
    expect(spawnSync("touch", ["-r", tree.at("reference"), full]).status).toBe(0);
    const after = statSync(full, { bigint: true });
    expect([after.size, after.mtimeNs, after.ino]).toEqual([before.size, before.mtimeNs, before.ino]);
    expect(codesOf(recheckBinary(bound.value).issues)).toEqual(["BINARY_CHANGED"]);
  });
});
