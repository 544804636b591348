import { createHash } from "node:crypto";
import { readFileSync, symlinkSync, unlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bindBinary, discover } from "../src/index.js";
import { codesOf, settled, useTree } from "./tree.js";

const tree = useTree();
const digestOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

describe("when Slipway installed the program", () => {
  const bind = (path: string, root: string) =>
    bindBinary(path, {
      via: "install",
      workspace: tree.folder("clone"),
      env: {},
      root,
      sha256: digestOf(path),
      ports: settled,
    });

  it("binds it as managed, by its digest, in the folder it was installed into", () => {
    const bound = bind(tree.native("plugins/claude/bin/claude"), tree.at("plugins/claude"));
    expect(bound.ok && bound.value).toMatchObject({ state: "managed", via: "install" });
    expect(bound.ok && bound.value.file.sha256).toMatch(/^[0-9a-f]{64}$/u);
  });

  it("refuses it when a link leads there, or out of that folder", () => {
    const path = tree.native("plugins/claude/bin/claude");
    tree.native("evil/claude");
    unlinkSync(path);
    symlinkSync(tree.at("evil/claude"), path);
    const bound = bind(path, tree.at("plugins/claude"));
    expect(codesOf(bound.issues)).toEqual(["BINARY_MANAGED_LINK", "BINARY_OUTSIDE_ROOT"]);
    const trace = discover({
      names: ["claude"],
      workspace: tree.folder("clone"),
      env: { PATH: "" },
      npmGlobal: false,
      managed: { root: tree.at("plugins/claude"), path: "bin/claude" },
    });
    expect(trace.status).toBe("refused");
    expect(trace.candidates[0]?.via).toBe("install");
    expect(codesOf(trace.candidates[0]?.issues ?? [])).toContain("BINARY_MANAGED_LINK");
  });

  it("refuses a neighbour whose name only begins alike, and asks for the digest", () => {
    const path = tree.native("plugins/claude-evil/claude");
    expect(codesOf(bind(path, tree.at("plugins/claude")).issues)).toEqual(["BINARY_OUTSIDE_ROOT"]);
    const options = { via: "install", workspace: "/srv", root: tree.at("plugins") } as const;
    expect(() => bindBinary(path, options)).toThrow(/sha256/u);
  });

  it("comes after the record and before everything that is found", () => {
    const [record, managed, path, login] = ["one", "two", "three", "four"].map((name) => tree.native(`${name}/claude`));
    const trace = discover({
      names: ["claude"],
      workspace: tree.folder("clone"),
      npmGlobal: false,
      record: record as string,
      managed: { root: tree.at("two"), path: "claude" },
      loginPath: tree.at("four"),
      env: { PATH: tree.at("three") },
    });
    expect(trace.candidates.map((found) => [found.path, found.via])).toEqual([
      [record, "record"],
      [managed, "install"],
      [login, "login-path"],
      [path, "path"],
    ]);
  });
});
