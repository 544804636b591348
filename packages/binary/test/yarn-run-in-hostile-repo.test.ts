import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { bindBinary, discover } from "../src/index.js";
import { useTree } from "./tree.js";

const tree = useTree();

describe("when yarn run or bun run put a folder of wrappers first on PATH", () => {
  it.each(["xfs-1a2b3c4d", "yarn--1700000000000-0.1234", "bun-node-0fde53c3b"])(
    "looks for neither a program nor an interpreter in %s",
    (name) => {
      const workspace = tree.folder("clone");
      const evil = tree.file("clone/.yarn/claude.js", "console.log('HOSTILE')\n");
      const wrapper = `#!/bin/sh\nexec "${process.execPath}" "${evil}" "$@"\n`;
      const folder = dirname(tree.file(`tmp/${name}/claude`, wrapper));
      tree.file(`tmp/${name}/runtime`, wrapper);
      const env = { PATH: folder };
      const trace = discover({ names: ["claude"], workspace, npmGlobal: false, env });
      expect(trace.status).toBe("absent");
      expect(trace.places[0]?.skipped?.code).toBe("BINARY_PLACE_OF_PACKAGE_RUNNER");
      const script = tree.file("opt/claude", "#!/usr/bin/env runtime\n");
      const bound = bindBinary(script, { via: "path", workspace, env });
      expect(bound.issues.map((found) => found.code)).toEqual(["BINARY_INTERPRETER_MISSING"]);
    },
  );

  it("still looks in folders that only look alike", () => {
    const workspace = tree.folder("clone");
    const own = tree.native("xfs-tools/claude");
    const env = { PATH: tree.at("xfs-tools") };
    expect(discover({ names: ["claude"], workspace, npmGlobal: false, env }).chosen?.path).toBe(own);
  });
});
