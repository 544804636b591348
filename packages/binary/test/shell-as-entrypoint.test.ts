import { copyFileSync, linkSync, realpathSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bindBinary, checkEntrypointName, discover, judgeFile } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();

describe("when an agent's program is a shell, an interpreter or a tool that runs others", () => {
  it("refuses exact names, with a version behind or .exe, in any case", () => {
    const names = [
      "sh",
      "bash",
      "bash5",
      "BASH",
      "python3.12",
      "python3",
      "python-3.11",
      "node",
      "node20",
      "NODE.EXE",
      "lua5.4",
    ];
    names.push(
      "env",
      "sudo",
      "npx",
      "bunx",
      "uvx",
      "pnpm",
      "docker",
      "git",
      "make",
      "ssh",
      "busybox.static",
      "perl5.36.0",
    );
    for (const name of names) expect(checkEntrypointName(name)?.code, name).toBe("BINARY_FORBIDDEN_NAME");
  });

  it("does not refuse names that only begin alike", () => {
    const names = [
      "node-red",
      "env-tool",
      "php-agent",
      "gitui",
      "shell-gpt",
      "bash-agent",
      "claude",
      "codex",
      "gemini.js",
    ];
    names.push("opencode.exe", "goose", "2.1.332", "amp", "pi", "cn", "node_agent", "sh.agent");
    for (const name of names) expect(checkEntrypointName(name), name).toBeUndefined();
  });

  it("does not look for such a name, and says so", () => {
    const trace = discover({ names: ["npx"], workspace: tree.folder("clone"), env: { PATH: "/usr/bin" } });
    expect(trace.status).toBe("refused");
    expect(trace.candidates).toEqual([]);
    expect(codesOf(trace.issues)).toEqual(["BINARY_FORBIDDEN_NAME"]);
  });

  it("refuses a link, a hard link and a differently named link to one", () => {
    tree.link("/bin/sh", "bin/claude");
    expect(codesOf(judgeFile(tree.at("bin/claude")).issues)).toContain("BINARY_FORBIDDEN_NAME");
    // As another name of one file: the interpreter list is asked by inode. A copy stands for /bin/sh, which may be on
    // another file system.
    const shell = tree.at("usr/known");
    copyFileSync(realpathSync("/bin/sh"), tree.native("usr/known"));
    linkSync(shell, tree.at("bin/gemini"));
    const judged = judgeFile(tree.at("bin/gemini"), { ports: { execPath: shell } });
    expect(codesOf(judged.issues)).toEqual(["BINARY_IS_INTERPRETER"]);
  });

  it("refuses it however it is named, by the caller too", () => {
    const options = { via: "explicit", workspace: tree.folder("clone"), env: {} } as const;
    expect(codesOf(bindBinary("/bin/sh", options).issues)).toContain("BINARY_FORBIDDEN_NAME");
  });

  it("refuses a version manager's shim with its own code", () => {
    tree.native("bin/mise");
    tree.link("../bin/mise", "shims/claude");
    const judged = judgeFile(tree.at("shims/claude"));
    expect(codesOf(judged.issues)).toEqual(["BINARY_SHIM"]);
    expect(judged.issues[0]?.hint).toContain("which");
  });
});
