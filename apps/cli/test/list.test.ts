import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "./machine.js";
import { makeMachine, writeScript } from "./machine.js";

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
const find = (id: string, args: string[] = []) =>
  JSON.parse(machine.slipway(["list", "--json", ...args]).stdout).agents.find(
    (agent: { id: string }) => agent.id === id,
  );

describe("when agents are listed", () => {
  it("starts no program and writes nothing", () => {
    const witness = join(machine.root, "ran");
    for (const name of ["parrot", "claude", "codex", "npm", "getfacl"])
      writeScript(join(machine.bin, name), `touch ${witness}`);
    expect(machine.slipway(["list"]).code).toBe(0);
    expect(existsSync(witness)).toBe(false);
    expect(readdirSync(machine.home)).toEqual([]);
    expect(existsSync(machine.env["SLIPWAY_HOME"] as string)).toBe(false);
  });

  it("says what is installed and where", () => {
    expect(find("parrot")).toMatchObject({ state: "absent" });
    const path = machine.installParrot();
    expect(find("parrot")).toMatchObject({ state: "found", path, via: "path" });
    expect(machine.slipway(["list"]).stdout).toContain(path);
  });

  it("knows the version only after a launch has adopted the program", () => {
    machine.installParrot();
    expect(find("parrot").version).toBeUndefined();
    machine.slipway(["print", "parrot", "hi"]);
    expect(find("parrot")).toMatchObject({ state: "adopted", version: "1.0.0" });
  });

  it("fits 80 columns but for long paths", () => {
    for (const line of machine.slipway(["list"]).stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe("when a program lies only in the folder one is in", () => {
  it("does not say that there is none, but that it was not taken", () => {
    const folder = join(machine.work, "node_modules", ".bin");
    mkdirSync(folder, { recursive: true });
    writeScript(join(folder, "claude"), "exit 0");
    const env = { PATH: `${folder}:${machine.env["PATH"]}` };
    expect(machine.slipway(["list"], { env }).stdout).toMatch(/^claude .*not taken.*slipway doctor claude/mu);
    expect(machine.slipway(["doctor", "claude"], { env }).stdout).toContain("RUNTIME_PROGRAM_PASSED_OVER");
    expect(machine.slipway(["show", "claude"], { env }).stdout).toContain("RUNTIME_PROGRAM_PASSED_OVER");
    const ran = machine.slipway(["adopt", "claude"], { env });
    expect(ran.stderr).toContain(`slipway adopt claude --path ${join(folder, "claude")}`);
    const printed = machine.slipway(["print", "claude", "hi"], { env });
    expect(printed.stderr).toMatch(/found and not taken[\s\S]*slipway doctor claude/u);
  });
});

describe("when one agent is shown", () => {
  it("gives the agent whole as JSON and what is known as text", () => {
    expect(JSON.parse(machine.slipway(["show", "--json", "claude"]).stdout)).toMatchObject({
      ok: true,
      agent: { id: "claude", trust: "first-party" },
    });
    expect(machine.slipway(["show", "claude"]).stdout).toMatch(/claude/u);
  });
});
