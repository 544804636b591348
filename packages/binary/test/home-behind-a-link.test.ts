import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { discover } from "../src/index.js";
import { useTree } from "./tree.js";

const tree = useTree();

describe("when the home of the user database is a link (/home/user -> /data/user)", () => {
  const find = (workspace: string) =>
    discover({
      names: ["claude"],
      searchPaths: ["~/.local/bin"],
      npmGlobal: false,
      workspace,
      env: { PATH: "" },
      ports: { user: () => ({ username: "user", gid: 1, homedir: tree.at("home/user") }) },
    }).chosen?.path;

  it("finds ~/.local/bin from the home as written, as it really is, and from below a repository of dotfiles", () => {
    tree.native("data/user/.local/bin/claude");
    tree.link(tree.at("data/user"), "home/user");
    mkdirSync(tree.at("data/user/.git"));
    tree.folder("data/user/project");
    const own = tree.at("home/user/.local/bin/claude");
    for (const workspace of ["home/user", "data/user", "home/user/project", "data/user/project", "home", "data"])
      expect([workspace, find(tree.at(workspace))]).toEqual([workspace, own]);
  });
});
