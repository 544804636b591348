import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { BinaryPorts } from "../src/index.js";
import { readLoginPath } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();
const hasPrintenv = existsSync("/usr/bin/printenv");

/** A user whose bash reads this profile. */
function ask(profile: string, more: { shell?: string | null; timeoutMs?: number; signal?: AbortSignal } = {}) {
  const { shell = "/bin/bash", ...limits } = more;
  const home = tree.folder("home");
  tree.file("home/.bash_profile", profile, 0o644);
  const ports: Partial<BinaryPorts> = { user: () => ({ username: "user", gid: 1, homedir: home, shell }) };
  return readLoginPath({ stateDir: tree.folder("state", 0o700), ports, ...limits });
}
const path = 'export PATH="/opt/own/bin:/usr/bin"\n';

describe.skipIf(!hasPrintenv)("when the login shell is asked for its PATH (needs bash and printenv)", () => {
  it("gives what the start files make of it", async () => {
    expect(await ask(path)).toMatchObject({ ok: true, value: "/opt/own/bin:/usr/bin" });
  });

  it("is not misled by a banner of 200 KB, marks of its own, or text behind", async () => {
    const banner = 'head -c 200000 /dev/zero | tr "\\0" x\necho "PATH=/evil"; echo slipway-0000-/evil-0000-slipway\n';
    expect(await ask(`${banner}${path}trap 'echo PATH=/evil' EXIT\n`)).toMatchObject({
      ok: true,
      value: "/opt/own/bin:/usr/bin",
    });
  });

  it("does not wait for a start file that sleeps, or that becomes another program", async () => {
    for (const profile of ["sleep 60\n", "exec sleep 60\n"]) {
      const asked = await ask(profile, { timeoutMs: 500 });
      expect(codesOf(asked.issues)).toEqual(["BINARY_LOGIN_SHELL"]);
      expect(asked.issues[0]?.message).toContain("500 ms");
    }
  });

  it("does not wait for what a start file left running, and ends it", async () => {
    const asked = await ask(`sleep 4711 &\necho $! > "$HOME/pid"\n${path}`);
    expect(asked.ok).toBe(true);
    const pid = readFileSync(tree.at("home/pid"), "utf8").trim();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const args = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : "";
    expect(args).not.toContain("4711");
  });

  it("gives up on endless output", async () => {
    const asked = await ask("while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done\n");
    expect(asked.issues[0]?.message).toContain("too much");
  });

  it("runs in Slipway's own folder, without a terminal, input, or the host's environment", async () => {
    process.env["SLIPWAY_TEST_SECRET"] = "seen";
    const seen = tree.at("seen");
    try {
      await ask(`{ pwd; tty; cat | wc -c; echo "[$SLIPWAY_TEST_SECRET]"; } > ${seen} 2>&1\n${path}`);
    } finally {
      delete process.env["SLIPWAY_TEST_SECRET"];
    }
    expect(readFileSync(seen, "utf8")).toBe(`${tree.at("state")}\nnot a tty\n0\n[]\n`);
  });

  it("asks no shell that is unknown, missing, or that others can write", async () => {
    for (const shell of [null, "", "/bin/true", tree.at("missing/bash"), tree.native("open/bash", 0o757)])
      expect(codesOf((await ask(path, { shell })).issues), String(shell)).toEqual(["BINARY_LOGIN_SHELL"]);
  });

  it("can be ended", async () => {
    const signal = AbortSignal.timeout(200);
    await expect(ask("sleep 60\n", { signal })).rejects.toThrow();
  });
});
