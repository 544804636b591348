import type { StatSyncFn } from "node:fs";
import * as nodeFs from "node:fs";
import { delimiter } from "node:path";
import { describe, expect, it } from "vitest";
import type { BinaryPorts } from "../src/index.js";
import { bindBinary, discover } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();

/** What a bind mount or a firmlink looks like: one folder under two paths, and no link between them. */
function mountTwice(folder: string, alias: string): Partial<BinaryPorts> {
  const swap = (path: string) =>
    path === alias || path.startsWith(`${alias}/`) ? `${folder}${path.slice(alias.length)}` : path;
  const statSync = ((path: string, options: never) => nodeFs.statSync(swap(path), options)) as unknown as StatSyncFn;
  return { fs: { ...nodeFs, statSync } };
}

describe("when a repository is reached by a second path that is no link", () => {
  const prepare = () => {
    const workspace = tree.folder("clone/app");
    tree.folder("clone/.git");
    // The mount is imitated for stat alone, so the file has to be there for the rest.
    tree.native("alias/app/tools/claude");
    tree.native("alias/bin/claude");
    tree.folder("clone/app/tools");
    tree.folder("clone/bin");
    return { workspace, npmGlobal: false, names: ["claude"], ports: mountTwice(tree.at("clone"), tree.at("alias")) };
  };

  it("refuses a file of it that a variable names", () => {
    for (const value of [tree.at("alias/app/tools/claude"), tree.at("alias/bin/claude")]) {
      const trace = discover({ ...prepare(), env: {}, envOverride: { name: "CLAUDE_BIN", value } });
      expect(trace.status).toBe("refused");
      expect(codesOf(trace.candidates[0]?.issues ?? [])).toEqual(["BINARY_IN_WORKSPACE"]);
    }
  });

  it("takes neither a program nor an interpreter from its folders on PATH", () => {
    const request = prepare();
    const own = tree.native("usr/bin/claude");
    const env = { PATH: `${tree.at("alias/bin")}${delimiter}${tree.at("usr/bin")}` };
    const trace = discover({ ...request, env });
    expect(trace.chosen?.path).toBe(own);
    expect(trace.candidates[0]?.reason?.code).toBe("BINARY_IN_WORKSPACE");
    const script = tree.file("opt/claude", `#!${tree.at("alias/bin/claude")}\n`);
    const bound = bindBinary(script, { via: "path", workspace: request.workspace, env: {}, ports: request.ports });
    expect(codesOf(bound.issues)).toEqual(["BINARY_INTERPRETER_REFUSED"]);
  });

  it("still starts what the caller names", () => {
    const request = prepare();
    const named = tree.at("alias/bin/claude");
    expect(discover({ ...request, env: {}, explicit: named }).chosen?.path).toBe(named);
  });
});
