import { describe, expect, it } from "vitest";
import { bindBinary, judgeFile } from "../src/index.js";
import { settled, useTree } from "./tree.js";

const tree = useTree();

describe("when the program runs with the rights of its owner or group", () => {
  it.each([0o4755, 0o2755, 0o6755])("says so and binds it: mode %o", (mode) => {
    const path = tree.native("bin/claude", mode);
    const judged = judgeFile(path);
    expect(judged.issues.map(({ code, severity }) => [code, severity])).toEqual([["BINARY_SETUID", "warning"]]);
    const bound = bindBinary(path, { via: "path", workspace: tree.folder("clone"), env: {}, ports: settled });
    expect(bound.ok && bound.issues.map(({ code }) => code)).toEqual(["BINARY_SETUID"]);
  });
});
