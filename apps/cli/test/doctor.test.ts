import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "./machine.js";
import { makeMachine, writeScript } from "./machine.js";

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});

describe("when the machine is checked for the first time", () => {
  it("makes the folder of the state and says so", () => {
    const state = join(machine.root, "state", "state");
    expect(machine.slipway(["doctor"]).stdout).toContain(`${state}, made now (named by SLIPWAY_HOME)\n`);
    expect(existsSync(state)).toBe(true);
    expect(machine.slipway(["doctor"]).stdout).toContain(`${state} (named by SLIPWAY_HOME)\n`);
  });

  it("says where the state lies when HOME is not the user's, and why", () => {
    const cache = join(machine.root, "cache");
    const data = join(machine.root, "data");
    for (const folder of [cache, data]) mkdirSync(folder, { mode: 0o700 });
    const env = { SLIPWAY_HOME: undefined, XDG_STATE_HOME: data, XDG_CACHE_HOME: cache };
    const { stdout } = machine.slipway(["doctor"], { env });
    expect(stdout).toContain(join(data, "slipway"));
    expect(stdout).toContain(`HOME is ${machine.home}`);
    expect(stdout).toContain(userInfo().homedir);
  });
});

describe("when others can write the folder of the state", () => {
  it("is not called empty, and doctor says what to do", () => {
    const state = join(machine.root, "state", "state");
    machine.slipway(["doctor"]);
    chmodSync(state, 0o777);
    expect(machine.slipway(["sessions"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^slipway: BINARY_FOLDER_NOT_PRIVATE: .+\n {2}hint: chmod 700 /u),
    });
    const checked = machine.slipway(["doctor"]);
    expect(checked.code).toBe(1);
    expect(checked.stdout).toMatch(/^WRONG +sessions +BINARY_FOLDER_NOT_PRIVATE: .+$/mu);
    expect(checked.stdout).not.toContain("0 stored");
  });
});

describe("when a host was killed while its session ran", () => {
  it("names the process that lives on, and ends it when asked", () => {
    machine.installParrot();
    const script = join(machine.bin, "stay");
    writeScript(script, "sleep 3017");
    const code = `const { spawn } = require("node:child_process");
      const { readFileSync } = require("node:fs");
      const stat = readFileSync("/proc/self/stat", "latin1");
      const start = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
      const env = { ...process.env, SLIPWAY_SESSION_HOST: process.pid + ":" + start };
      const child = spawn(${JSON.stringify(script)}, [], { detached: true, stdio: "ignore", env });
      console.log(child.pid);
      child.unref();`;
    const pid = Number(spawnSync(process.execPath, ["-e", code], { env: machine.env, encoding: "utf8" }).stdout);
    const row = (args: string[]) =>
      (
        JSON.parse(machine.slipway(["doctor", "--json", ...args]).stdout).checks as { what: string; detail: string }[]
      ).find(({ what }) => what === "leftovers");
    expect(row([])).toMatchObject({ state: "none", fix: "slipway doctor --reap ends them" });
    expect(row([])?.detail).toContain(`${pid} `);
    expect(row(["--reap"])).toMatchObject({ state: "ok" });
    expect(row([])).toMatchObject({ state: "ok", detail: "no process of a session whose host is gone" });
    // Nobody may have collected it yet: a dead process has no arguments.
    const file = `/proc/${pid}/cmdline`;
    expect(existsSync(file) ? readFileSync(file, "utf8") : "").toBe("");
  });
});

describe("when agents are checked", () => {
  const ask = (args: string[] = []) => {
    const ran = machine.slipway(["doctor", "--json", ...args]);
    const { checks } = JSON.parse(ran.stdout) as { checks: { what: string; state: string; program?: object }[] };
    return { code: ran.code, check: (id: string) => checks.find(({ what }) => what === id) };
  };

  it("tells found, adopted, not installed and refused apart, with path, version, interpreter and policy", () => {
    const path = machine.installParrot();
    const facts = { path, via: "path", version: "1.0.0", policy: "strict", signedIn: "unknown" };
    const interpreter = { path: process.execPath, lookup: true };
    const found = ask();
    expect(found.check("parrot")?.program).toEqual({ ...facts, state: "found", versionFrom: "asked", interpreter });
    expect(found.check("claude")).toMatchObject({ state: "none", program: { state: "absent" } });
    expect(found.code).toBe(0);
    machine.slipway(["print", "parrot", "hi"]);
    const adopted = ask().check("parrot");
    expect(adopted?.program).toEqual({ ...facts, state: "adopted", versionFrom: "recorded", interpreter });
    chmodSync(path, 0o777);
    const refused = ask();
    expect(refused.check("parrot")).toMatchObject({ state: "wrong", program: { state: "refused" } });
    expect(refused.code).toBe(1);
  });

  it("asks a program whether somebody is signed in where facts name the command, and shows nothing it prints", () => {
    const path = join(machine.bin, "codex");
    const answer = (line: string) =>
      writeScript(path, `case "$*" in --version) echo codex-cli 0.171.0;; "login status") ${line};; *) exit 64;; esac`);
    const asked = () => ask(["codex"]).check("codex")?.program;
    answer("echo Not logged in >&2; exit 1");
    expect(asked()).toMatchObject({ signedIn: "no" });
    expect(machine.slipway(["doctor", "codex"]).stdout).toMatch(/^ok +codex +0\.171\.0, found at .+, not signed in$/mu);
    answer("echo API key configured - sk-obvio***-test >&2");
    expect(asked()).toMatchObject({ signedIn: "yes" });
    expect(machine.slipway(["doctor", "codex"]).stdout).not.toContain("sk-");
    answer("exit 3");
    expect(asked()).toMatchObject({ signedIn: "unknown" });
  });
});
