import { spawnSync } from "node:child_process";
import { copyFileSync, realpathSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { bindBinary, discover, execArgv } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();
const hostileNode = "#!/bin/sh\necho HOSTILE NODE RAN\n";
const realNode = realpathSync(process.execPath);

function run(vector: string[], PATH: string): string {
  return spawnSync(vector[0] as string, vector.slice(1), { cwd: tree.root, env: { PATH }, encoding: "utf8" }).stdout;
}

describe("when a script says #!/usr/bin/env node and a hostile node comes first on PATH", () => {
  it("binds and runs the real node, where the kernel's own lookup runs the hostile one", () => {
    const workspace = tree.folder("clone");
    tree.file("clone/node_modules/.bin/node", hostileNode);
    tree.file("clone/bin/node", hostileNode);
    const script = tree.file(
      "opt/claude",
      "#!/usr/bin/env node\nconsole.log('ran by', process.execPath, process.argv[2]);\n",
    );
    const PATH = [tree.at("clone/node_modules/.bin"), tree.at("clone/bin"), dirname(realNode), "/usr/bin", "/bin"].join(
      delimiter,
    );
    const bound = bindBinary(script, { via: "path", workspace, env: { PATH } });
    expect(bound.issues).toEqual([]);
    if (!bound.ok) throw new Error("not bound");
    expect(bound.value.kind).toBe("script");
    expect(bound.value.interpreter?.path).toBe(realNode);
    expect(execArgv(bound.value, ["arg"])).toEqual([realNode, script, "arg"]);

    // The control: the attack is real in this very environment.
    expect(run([script, "arg"], PATH)).toBe("HOSTILE NODE RAN\n");
    expect(run(execArgv(bound.value, ["arg"]), PATH)).toBe(`ran by ${realNode} arg\n`);
  });

  it("does not take the hostile node though it lies beside a script that the caller named in the workspace", () => {
    const workspace = tree.folder("clone");
    tree.file("clone/bin/node", hostileNode);
    const script = tree.file("clone/bin/claude", "#!/usr/bin/env node\n");
    const bound = bindBinary(script, { via: "explicit", workspace, env: { PATH: tree.at("clone/bin") } });
    expect(bound.ok && bound.value.interpreter?.path).toBe(realNode);
  });

  it("refuses an absolute #! line that leads into the workspace", () => {
    const workspace = tree.folder("clone");
    const evil = tree.native("clone/bin/node");
    tree.link(evil, "bin/node");
    for (const interpreter of [evil, tree.at("bin/node")]) {
      const script = tree.file("opt/claude", `#!${interpreter}\n`);
      const bound = bindBinary(script, { via: "path", workspace, env: { PATH: "" } });
      expect(codesOf(bound.issues)).toEqual(["BINARY_INTERPRETER_REFUSED"]);
    }
  });
});

describe("when the interpreter is a name", () => {
  it("prefers the node of the script's own installation", () => {
    const own = tree.at("prefix/bin/node");
    tree.native("prefix/bin/node");
    tree.file("prefix/lib/node_modules/claude/cli.js", "#!/usr/bin/env node\n");
    tree.link("../lib/node_modules/claude/cli.js", "prefix/bin/claude");
    const options = { workspace: tree.folder("clone"), env: { PATH: dirname(realNode) } };
    const found = bindBinary(tree.at("prefix/bin/claude"), { ...options, via: "path" });
    expect(found.ok && found.value.interpreter?.path).toBe(own);
    // Found through a link elsewhere, it is still that installation's script.
    tree.link(tree.at("prefix/bin/claude"), "home/bin/claude");
    const linked = bindBinary(tree.at("home/bin/claude"), { ...options, via: "path" });
    expect(linked.ok && linked.value.interpreter?.path).toBe(own);
  });

  it("passes over a node that others can write, and says so when none is left", () => {
    tree.native("bin/thing", 0o777);
    const script = tree.file("opt/claude", "#!/usr/bin/env thing\n");
    const options = { via: "path", workspace: tree.folder("clone") } as const;
    const refused = bindBinary(script, { ...options, env: { PATH: tree.at("bin") } });
    expect(codesOf(refused.issues)).toEqual(["BINARY_INTERPRETER_REFUSED"]);
    const good = tree.native("good/thing");
    const bound = bindBinary(script, { ...options, env: { PATH: `${tree.at("bin")}:${tree.at("good")}` } });
    expect(bound.ok && bound.value.interpreter?.path).toBe(good);
  });

  it("takes none from the folders of package runners, wherever they are", () => {
    const runner = tree.native("cache/_npx/1a2b/node_modules/.bin/thing");
    const named = tree.file("other/node_modules/.bin/claude", "#!/usr/bin/env thing\n");
    tree.native("other/node_modules/.bin/thing");
    const options = { via: "explicit", workspace: tree.folder("clone") } as const;
    const bound = bindBinary(named, { ...options, env: { PATH: dirname(runner) } });
    expect(codesOf(bound.issues)).toEqual(["BINARY_INTERPRETER_MISSING"]);
  });

  it("has a code of its own when the interpreter, not the program, is missing", () => {
    tree.file("opt/claude", "#!/usr/bin/env no-such-runtime\n");
    const env = { PATH: tree.at("opt") };
    const trace = discover({ names: ["claude"], workspace: tree.folder("clone"), npmGlobal: false, env });
    expect(trace.status).toBe("refused");
    expect(trace.candidates[0]?.reason?.code).toBe("BINARY_INTERPRETER_MISSING");
    expect(trace.candidates[0]?.reason?.message).toContain("no-such-runtime");
  });

  it("refuses a package runner or privilege tool as the interpreter", () => {
    for (const name of ["npx", "sudo", "env"]) {
      const script = tree.file("opt/claude", `#!/usr/bin/env ${name}\n`);
      const bound = bindBinary(script, { via: "path", workspace: tree.folder("clone"), env: { PATH: "/usr/bin" } });
      expect(codesOf(bound.issues)).toEqual(["BINARY_INTERPRETER_REFUSED"]);
    }
  });
});

describe("when interpreters are scripts of interpreters", () => {
  it("binds the whole chain in the kernel's order and holds each identity", () => {
    const second = tree.file("bin/second", '#!/bin/sh -e\necho second: "$@"\n');
    const first = tree.file("bin/first", `#!${second} two words\n`);
    const script = tree.file("bin/claude", `#!${first} x\n`);
    const bound = bindBinary(script, { via: "path", workspace: tree.folder("clone"), env: { PATH: "" } });
    if (!bound.ok) throw new Error("not bound");
    expect(execArgv(bound.value, ["arg"]).slice(1)).toEqual(["-e", second, "two words", first, "x", script, "arg"]);
    expect(bound.value.interpreter?.through?.map((file) => file.path)).toEqual([second, first]);
    expect(run(execArgv(bound.value, ["arg"]), "")).toBe(run([script, "arg"], ""));
  });

  it("stops at the limit and at a script that is its own interpreter", () => {
    const self = tree.at("bin/claude");
    tree.file("bin/claude", `#!${self}\n`);
    const bound = bindBinary(self, { via: "path", workspace: tree.folder("clone"), env: {} });
    expect(codesOf(bound.issues)).toEqual(["BINARY_INTERPRETER_CHAIN"]);
  });

  it("gives a multi-call interpreter its name as the first argument", () => {
    copyFileSync(tree.native("bin/true"), tree.at("bin/busybox"));
    tree.link("busybox", "bin/sh");
    const script = tree.file("opt/claude", `#!${tree.at("bin/sh")} -e\n`);
    const bound = bindBinary(script, { via: "path", workspace: tree.folder("clone"), env: {} });
    expect(bound.ok && execArgv(bound.value)).toEqual([tree.at("bin/busybox"), "sh", "-e", script]);
  });

  it("refuses the linked python of a virtual environment, which would lose its packages", () => {
    tree.native("usr/python3.11");
    tree.link(tree.at("usr/python3.11"), "venv/bin/python");
    tree.file("venv/pyvenv.cfg", "home = /usr\n", 0o644);
    const script = tree.file("venv/bin/aider", `#!${tree.at("venv/bin/python")}\n`);
    const bound = bindBinary(script, { via: "path", workspace: tree.folder("clone"), env: {} });
    expect(codesOf(bound.issues)).toEqual(["BINARY_INTERPRETER_REFUSED"]);
    expect(bound.issues[0]?.message).toContain("virtual environment");
  });
});
