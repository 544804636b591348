import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { discover, summariseTrace } from "../src/index.js";
import { useTree } from "./tree.js";

const tree = useTree();

describe.skipIf(process.platform === "win32")("when all was installed under a umask of 002 (needs POSIX modes)", () => {
  const find = (path: string) =>
    discover({ names: ["claude"], workspace: tree.folder("clone"), npmGlobal: false, env: { PATH: path } });

  it("offers one command for everything that is open, and it is enough", () => {
    tree.file("it's/lib/node_modules/claude/cli.js", "#!/bin/sh\n");
    tree.link("../lib/node_modules/claude/cli.js", "it's/bin/claude");
    const open = ["it's", "it's/bin", "it's/lib", "it's/lib/node_modules", "it's/lib/node_modules/claude"];
    for (const path of [...open, "it's/lib/node_modules/claude/cli.js"]) chmodSync(tree.at(path), 0o775);
    chmodSync(tree.at("it's/lib"), 0o777);
    const trace = find(tree.at("it's/bin"));
    expect(trace.status).toBe("refused");
    const command = /^if that was not meant: (.*)$/su.exec(summariseTrace(trace)?.hint ?? "")?.[1];
    expect(command).toMatch(/^chmod /u);
    expect(command).not.toMatch(/ -[A-Za-z]*R/u);
    expect(spawnSync("/bin/sh", ["-c", command as string]).status).toBe(0);
    expect(find(tree.at("it's/bin")).status).toBe("found");
  });
});
