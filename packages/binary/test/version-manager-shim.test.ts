import { spawnSync } from "node:child_process";
import { delimiter } from "node:path";
import { describe, expect, it } from "vitest";
import { bindBinary, discover, judgeFile } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();

/** As the managers write them. */
const shims = {
  asdf: '#!/usr/bin/env bash\n# asdf-plugin: nodejs 20.1.0\nexec asdf exec "claude" "$@" # asdf_allow: \' asdf \'\n',
  "asdf by path": '#!/usr/bin/env bash\nexec /opt/asdf/bin/asdf exec "claude" "$@"\n',
  pyenv:
    '#!/usr/bin/env bash\nset -e\n[ -n "$PYENV_DEBUG" ] && set -x\n\nprogram="${0##*/}"\n\nexport PYENV_ROOT="/h/.pyenv"\nexec "/h/.pyenv/libexec/pyenv" exec "$program" "$@"\n',
  rbenv: '#!/usr/bin/env bash\nprogram="${0##*/}"\nexec "/usr/bin/rbenv" exec "$program" "$@"\n',
};

describe("when a program on PATH is the shim of a version manager", () => {
  it.each(Object.entries(shims))("refuses the shell script of %s with a code of its own", (_, content) => {
    const workspace = tree.folder("clone");
    tree.file("shims/claude", content);
    const env = { PATH: `${tree.at("shims")}${delimiter}/usr/bin${delimiter}/bin` };
    const trace = discover({ names: ["claude"], workspace, npmGlobal: false, env });
    expect(trace.status).toBe("refused");
    expect(codesOf(trace.candidates[0]?.issues ?? [])).toContain("BINARY_SHIM");
  });

  it("takes no such shim for an interpreter, where the working directory would choose its bytes", () => {
    const workspace = tree.folder("clone");
    tree.file("clone/tools/runtime", "#!/bin/sh\necho HOSTILE\n");
    // A manager that obeys a file of the working directory, as asdf does for `path:`.
    tree.file("opt/asdf", '#!/bin/sh\nshift\nname=$1\nshift\nexec "$(cat .tool-versions)/$name" "$@"\n');
    tree.file("clone/.tool-versions", "tools", 0o644);
    const shim = tree.file("shims/runtime", `#!/bin/sh\nexec "${tree.at("opt/asdf")}" exec "runtime" "$@"\n`);
    expect(spawnSync(shim, [], { cwd: workspace, encoding: "utf8" }).stdout).toBe("HOSTILE\n");
    const own = tree.native("bin/runtime");
    const script = tree.file("opt/claude", "#!/usr/bin/env runtime\n");
    const env = { PATH: `${tree.at("shims")}${delimiter}${tree.at("bin")}` };
    const bound = bindBinary(script, { via: "path", workspace, env });
    expect(bound.ok && bound.value.interpreter?.path).toBe(own);
  });

  it.each(["snap", "rustup", "vfox"])("refuses a link to %s, which would run itself under its real path", (name) => {
    tree.native(`usr/bin/${name}`);
    tree.link(`../usr/bin/${name}`, "snap/claude");
    expect(codesOf(judgeFile(tree.at("snap/claude")).issues)).toEqual(["BINARY_SHIM"]);
  });

  it("still takes pnpm's global scripts, and a script that only speaks of a manager", () => {
    const pnpm = `#!/bin/sh
basedir=$(dirname "$(echo "$0" | sed -e 's,\\\\,/,g')")
if [ -x "$basedir/node" ]; then
  exec "$basedir/node"  "$basedir/global/5/node_modules/claude/cli.js" "$@"
else
  exec node  "$basedir/global/5/node_modules/claude/cli.js" "$@"
fi
`;
    for (const content of [pnpm, "#!/bin/sh\n# run: exec asdf exec claude\nexec /opt/claude exec\n"])
      expect(judgeFile(tree.file("bin/claude", content)).verdict).toBe("ok");
  });

  it("refuses the dynamic loader as a program and as an interpreter", () => {
    tree.native("lib/ld-linux-x86-64.so.2");
    expect(codesOf(judgeFile(tree.at("lib/ld-linux-x86-64.so.2")).issues)).toEqual(["BINARY_FORBIDDEN_NAME"]);
    const script = tree.file("bin/claude", `#!${tree.at("lib/ld-linux-x86-64.so.2")} /bin/sh\n`);
    const bound = bindBinary(script, { via: "path", workspace: tree.folder("clone"), env: {} });
    expect(codesOf(bound.issues)).toEqual(["BINARY_INTERPRETER_REFUSED"]);
  });
});
