import { userInfo } from "node:os";
import { describe, expect, it } from "vitest";
import { discover, explainTrace } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();

describe("when $HOME points into a folder that a repository prepared", () => {
  it("looks in the home of the user database and says that they differ", () => {
    const workspace = tree.folder("clone");
    tree.native("fake-home/.local/bin/claude-of-nobody");
    const trace = discover({
      names: ["claude-of-nobody"],
      workspace,
      npmGlobal: false,
      searchPaths: ["~/.local/bin"],
      env: { HOME: tree.at("fake-home"), PATH: "" },
    });
    expect(trace.status).toBe("absent");
    expect(trace.places.map((place) => place.folder)).toEqual([`${userInfo().homedir}/.local/bin`]);
    expect(codesOf(trace.issues)).toEqual(["BINARY_HOME_DIFFERS"]);
    expect(explainTrace(trace)).toContain(tree.at("fake-home"));
  });

  it("reads npm's prefix from the real home only, and never from the workspace", () => {
    const workspace = tree.folder("clone");
    tree.file("clone/.npmrc", `prefix=${tree.at("evil")}\n`, 0o644);
    tree.file("fake-home/.npmrc", `prefix=${tree.at("evil")}\n`, 0o644);
    tree.file("home/.npmrc", `registry=x\nprefix = \${HOME}/.npm-global\n`, 0o644);
    tree.native("evil/bin/claude");
    const own = tree.native("home/.npm-global/bin/claude");
    const trace = discover({
      names: ["claude"],
      workspace,
      env: { HOME: tree.at("fake-home"), PATH: "", npm_config_prefix: tree.at("evil") },
      ports: { user: () => ({ username: "user", gid: 1, homedir: tree.at("home") }) },
    });
    expect(trace.chosen?.path).toBe(own);
    expect(trace.chosen?.via).toBe("npm-global");
    expect(trace.places.map((place) => place.folder)).not.toContain(tree.at("evil/bin"));
  });

  it("says nothing when they agree but for a slash", () => {
    const env = { HOME: `${userInfo().homedir}/`, PATH: "" };
    expect(discover({ names: ["x-agent"], workspace: tree.root, npmGlobal: false, env }).issues).toEqual([]);
  });
});
