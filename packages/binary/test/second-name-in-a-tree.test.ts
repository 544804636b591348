import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import type { BoundTree } from "../src/index.js";
import { bindBinary, bindTree, recheckTree, verifyTree } from "../src/index.js";
import { codesOf, settled, useTree } from "./tree.js";

const tree = useTree();

function plant(): string {
  tree.native("install/node_modules/agent/bin/agent");
  tree.file("install/node_modules/agent/index.js", "import './lib.js';\n", 0o644);
  tree.file("install/node_modules/agent/lib.js", "good\n", 0o644);
  tree.link("../agent/bin/agent", "install/node_modules/.bin/agent");
  return tree.at("install");
}

function bind(root: string, outside: string[] = []): BoundTree {
  const bound = bindTree(root, { outside });
  if (!bound.ok) throw new Error(bound.issues.map(({ message }) => message).join("\n"));
  return bound.value;
}

describe.skipIf(process.platform !== "linux")("when the files that an agent imports are changed (needs Linux)", () => {
  it("passes an untouched tree, through JSON, and names the same digest for a copy of it", () => {
    const root = plant();
    const bound = bind(root);
    expect(bound.coverage).toBe("tree");
    expect(bound.entries.map(({ path }) => path)).toEqual([...bound.entries.map(({ path }) => path)].sort());
    expect(bound.entries.filter(({ type }) => type === "file")).toHaveLength(3);
    const back = JSON.parse(JSON.stringify(bound)) as BoundTree;
    expect(verifyTree(back).ok).toBe(true);
    expect(recheckTree(back).ok).toBe(true);
    expect(spawnSync("cp", ["-a", root, tree.at("copy")]).status).toBe(0);
    expect(bind(tree.at("copy")).digest).toBe(bound.digest);
  });

  const attacks: [string, string, boolean, (at: (path: string) => string) => void][] = [
    ["a file that is added", "BINARY_TREE_ADDED", true, (at) => writeFileSync(at("agent/evil.js"), "")],
    ["a folder that is added", "BINARY_TREE_ADDED", true, (at) => mkdirSync(at("agent/node_modules"))],
    ["a second set of names beside", "BINARY_TREE_ADDED", true, (at) => mkdirSync(at("Agent"))],
    ["a file that is gone", "BINARY_TREE_REMOVED", true, (at) => unlinkSync(at("agent/lib.js"))],
    ["a folder that is gone", "BINARY_TREE_REMOVED", true, (at) => rmSync(at("agent/bin"), { recursive: true })],
    ["bytes that are added", "BINARY_TREE_CHANGED", false, (at) => appendFileSync(at("agent/lib.js"), "evil")],
    ["a rewrite of the same size", "BINARY_TREE_CHANGED", false, (at) => writeFileSync(at("agent/lib.js"), "evil\n")],
    ["a file made executable", "BINARY_TREE_CHANGED", false, (at) => chmodSync(at("agent/lib.js"), 0o755)],
    [
      "a link turned elsewhere",
      "BINARY_TREE_CHANGED",
      true,
      (at) => {
        unlinkSync(at(".bin/agent"));
        symlinkSync("../agent/lib.js", at(".bin/agent"));
      },
    ],
    [
      "a file that became a link to its old self",
      "BINARY_TREE_CHANGED",
      true,
      (at) => {
        renameSync(at("agent/lib.js"), at("agent/index2.js"));
        symlinkSync("index2.js", at("agent/lib.js"));
      },
    ],
  ];
  it.each(attacks)("sees %s", (_, code, atLaunch, attack) => {
    const bound = bind(plant());
    attack((path) => tree.at("install/node_modules", path));
    expect(codesOf(verifyTree(bound).issues)).toContain(code);
    // At a launch no file is read: names are seen, a rewrite in place is not.
    expect(recheckTree(bound).ok).toBe(!atLaunch);
  });

  it("refuses what can be no part of an install: FIFOs, names that are not UTF-8, what others can write", () => {
    const root = plant();
    expect(spawnSync("mkfifo", [tree.at("install/pipe")]).status).toBe(0);
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff])]), "");
    chmodSync(tree.at("install/node_modules/agent/lib.js"), 0o666);
    const bound = bindTree(root);
    expect(new Set(codesOf(bound.issues))).toEqual(new Set(["BINARY_TREE_REFUSED", "BINARY_FILE_WRITABLE"]));
    expect(bound.issues).toHaveLength(3);
  });

  it("says what lies outside, and that two names are one elsewhere", () => {
    const root = plant();
    expect(bind(root, ["~/.grok/bin"])).toMatchObject({ coverage: "partial", outside: ["~/.grok/bin"] });
    tree.link("/usr/lib/other", "install/other");
    writeFileSync(tree.at("install/OTHER"), "");
    const bound = bindTree(root);
    expect(bound.ok && bound.value.outside).toEqual(["/usr/lib/other"]);
    expect(codesOf(bound.issues)).toEqual(["BINARY_TREE_TWINS"]);
  });

  it("decides what a binding covers", () => {
    const bound = bind(plant());
    const options = { via: "install", workspace: tree.folder("clone"), env: {}, ports: settled } as const;
    const path = tree.at("install/node_modules/agent/bin/agent");
    const whole = bindBinary(path, { ...options, tree: bound });
    expect(whole.ok && whole.value.coverage).toBe("tree");
    const other = bindBinary(tree.native("elsewhere/agent"), { ...options, tree: bound });
    expect(codesOf(other.issues)).toEqual(["BINARY_TREE_ELSEWHERE"]);
  });
});
