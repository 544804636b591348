import * as nodeFs from "node:fs";
import { delimiter } from "node:path";
import { describe, expect, it } from "vitest";
import { discover } from "../src/index.js";
import { useTree } from "./tree.js";

const tree = useTree();

describe("when scripts in every folder of PATH name each other as their interpreter", () => {
  it("does work that grows with the folders, not with their number to the power of the depth", () => {
    const workspace = tree.folder("clone");
    const measure = (count: number) => {
      const folders = Array.from({ length: count }, (_, index) => `p${count}/${index}`);
      for (const folder of folders)
        for (const name of ["a", "b"]) tree.file(`${folder}/${name}`, `#!/usr/bin/env ${name === "a" ? "b" : "a"}\n`);
      let opened = 0;
      const openSync = ((...args: Parameters<typeof nodeFs.openSync>) => {
        opened += 1;
        return nodeFs.openSync(...args);
      }) as typeof nodeFs.openSync;
      const env = { PATH: folders.map((folder) => tree.at(folder)).join(delimiter) };
      const ports = { fs: { ...nodeFs, openSync } };
      const trace = discover({ names: ["a"], workspace, npmGlobal: false, env, ports });
      expect(trace.status).toBe("refused");
      expect(trace.candidates).toHaveLength(count);
      for (const candidate of trace.candidates) {
        expect(candidate.issues.length).toBeLessThanOrEqual(4 * count);
        expect(new Set(candidate.issues.map((found) => found.code))).toEqual(new Set(["BINARY_INTERPRETER_CHAIN"]));
      }
      return opened / count;
    };
    // Opened files for each candidate: doubling the folders doubles them. Without a bound it is eight times as many.
    expect(measure(6) / measure(3)).toBeLessThan(3);
  });
});
