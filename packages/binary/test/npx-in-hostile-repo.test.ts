import { chmodSync, mkdirSync } from "node:fs";
import { delimiter } from "node:path";
import { describe, expect, it } from "vitest";
import { bindBinary, discover, explainTrace } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();

function npxPath(workspace: string): string {
  const parts = workspace.split("/");
  const bins = parts.map((_, index) => `${parts.slice(0, parts.length - index).join("/")}/node_modules/.bin`);
  return [...bins, "/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin"].join(delimiter);
}

describe("when npx runs in a repository that carries a node_modules/.bin/claude", () => {
  it("takes the user's own program and never the repository's", () => {
    const workspace = tree.folder("clone/app");
    tree.folder("clone/.git");
    tree.native("clone/app/node_modules/.bin/claude");
    tree.native("clone/node_modules/.bin/claude");
    tree.native("node_modules/.bin/claude");
    const own = tree.native("usr/bin/claude");
    const trace = discover({
      names: ["claude"],
      workspace,
      npmGlobal: false,
      env: { PATH: `${npxPath(workspace)}${delimiter}${tree.at("usr/bin")}` },
    });
    expect(trace.status).toBe("found");
    expect(trace.chosen?.path).toBe(own);
    expect(trace.candidates.map((candidate) => candidate.path)).toEqual([own]);
  });

  it("finds nothing when only the repository has one, and says which places were skipped and why", () => {
    const workspace = tree.folder("clone/app");
    tree.native("clone/app/node_modules/.bin/claude");
    const trace = discover({ names: ["claude"], workspace, npmGlobal: false, env: { PATH: npxPath(workspace) } });
    expect(trace.status).toBe("absent");
    expect(trace.candidates).toEqual([]);
    const skipped = new Set(trace.places.map((place) => place.skipped?.code));
    expect(skipped).toEqual(new Set(["BINARY_PLACE_OF_PACKAGE_RUNNER"]));
    expect(explainTrace(trace)).toContain(tree.at("clone/app/node_modules/.bin"));
  });

  it("skips the workspace's own folders, the repository's above it, and every enclosing repository's", () => {
    const workspace = tree.folder("outer/sub/app");
    tree.folder("outer/.git");
    tree.file("outer/sub/.git", "gitdir: elsewhere\n", 0o644);
    for (const folder of ["outer/bin", "outer/sub/bin", "outer/sub/app/bin"]) tree.native(`${folder}/claude`);
    const places = ["outer/bin", "outer/sub/bin", "outer/sub/app/bin", "outer/sub/app/../bin"].map((folder) =>
      tree.at(folder),
    );
    const trace = discover({
      names: ["claude"],
      workspace,
      npmGlobal: false,
      searchPaths: places,
      env: { PATH: places.join(delimiter) },
    });
    expect(trace.status).toBe("absent");
    expect(new Set(trace.places.map((place) => place.skipped?.code))).toEqual(new Set(["BINARY_IN_WORKSPACE"]));
  });

  it("skips relative and empty entries of PATH, which are the working directory by another name", () => {
    const workspace = tree.folder("clone");
    const trace = discover({
      names: ["claude"],
      workspace,
      npmGlobal: false,
      env: { PATH: `:bin:./node_modules/.bin:.` },
    });
    expect(trace.places.map((place) => place.skipped?.code)).toEqual([
      "BINARY_PLACE_EMPTY",
      "BINARY_PATH_NOT_ABSOLUTE",
      "BINARY_PATH_NOT_ABSOLUTE",
      "BINARY_PATH_NOT_ABSOLUTE",
    ]);
    expect(trace.status).toBe("absent");
  });

  it("refuses a link outside the repository that leads into it, as a file and as a folder", () => {
    const workspace = tree.folder("clone");
    tree.native("clone/tools/claude");
    tree.link(tree.at("clone/tools/claude"), "bin/claude");
    tree.link(tree.at("clone/tools"), "linked");
    const trace = discover({
      names: ["claude"],
      workspace,
      npmGlobal: false,
      env: { PATH: `${tree.at("bin")}${delimiter}${tree.at("linked")}` },
    });
    expect(trace.status).toBe("refused");
    expect(codesOf(trace.candidates[0]?.issues ?? [])).toContain("BINARY_IN_WORKSPACE");
    expect(trace.candidates).toHaveLength(1);
    expect(trace.places[1]?.skipped?.code).toBe("BINARY_IN_WORKSPACE");
  });

  it("refuses a link that only passes through the repository, which could redirect it", () => {
    const workspace = tree.folder("clone");
    tree.link(tree.native("opt/claude"), "clone/hop");
    tree.link(tree.at("clone/hop"), "bin/claude");
    const env = { PATH: tree.at("bin") };
    const trace = discover({ names: ["claude"], workspace, npmGlobal: false, env });
    expect(codesOf(trace.candidates[0]?.issues ?? [])).toEqual(["BINARY_IN_WORKSPACE"]);
  });

  it("sees through a workspace that is itself a link", () => {
    tree.native("real/bin/claude");
    tree.link(tree.at("real"), "shown");
    const trace = discover({
      names: ["claude"],
      workspace: tree.at("shown"),
      npmGlobal: false,
      env: { PATH: `${tree.at("real/bin")}${delimiter}${tree.at("shown/bin")}` },
    });
    expect(trace.status).toBe("absent");
  });

  it("starts a file of the repository when the caller names that very file", () => {
    const workspace = tree.folder("clone");
    const named = tree.native("clone/node_modules/.bin/claude");
    expect(discover({ names: [], explicit: named, workspace, env: {} }).chosen?.path).toBe(named);
    expect(bindBinary(named, { via: "explicit", workspace, env: {} }).ok).toBe(true);
    const asFound = bindBinary(named, { via: "path", workspace, env: {} });
    expect(asFound.ok).toBe(false);
    expect(codesOf(asFound.issues)).toContain("BINARY_IN_NODE_MODULES");
  });
});

describe("when the workspace is the home folder, or above it", () => {
  const inHome = (workspace: string, home: string, path: string) =>
    discover({
      names: ["claude"],
      workspace,
      npmGlobal: false,
      env: { PATH: path },
      ports: { user: () => ({ username: "user", gid: 1, homedir: home }) },
    });

  it("still finds ~/.local/bin, but nothing of ~/node_modules", () => {
    const home = tree.folder("home/user");
    mkdirSync(tree.at("home/user/.git"));
    const own = tree.native("home/user/.local/bin/claude");
    tree.native("home/user/node_modules/pkg/claude");
    const path = `${tree.at("home/user/node_modules/pkg")}${delimiter}${tree.at("home/user/.local/bin")}`;
    const trace = inHome(home, home, path);
    expect(trace.chosen?.path).toBe(own);
    expect(trace.places[0]?.skipped?.code).toBe("BINARY_IN_NODE_MODULES");
    expect(inHome(tree.folder("home/user/project"), home, path).chosen?.path).toBe(own);
  });

  it("keeps the home usable in a workspace above it, and nothing else there", () => {
    const home = tree.folder("home/user");
    const own = tree.native("home/user/.local/bin/claude");
    tree.native("home/shared/claude");
    chmodSync(tree.at("home"), 0o755);
    const path = `${tree.at("home/shared")}${delimiter}${tree.at("home/user/.local/bin")}`;
    const trace = inHome(tree.at("home"), home, path);
    expect(trace.chosen?.path).toBe(own);
    expect(trace.places[0]?.skipped?.code).toBe("BINARY_IN_WORKSPACE");
  });

  it("does not take / for a root that hides every program", () => {
    const own = tree.native("bin/claude");
    expect(inHome("/", tree.folder("home"), tree.at("bin")).chosen?.path).toBe(own);
  });
});
