import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "./machine.js";
import { makeMachine, writeScript } from "./machine.js";

let machine: Machine;
let witness: string;
let hostile: string;
beforeEach(() => {
  machine = makeMachine();
  witness = join(machine.root, "ran");
  hostile = join(machine.work, "node_modules", ".bin");
  mkdirSync(hostile, { recursive: true });
  mkdirSync(join(machine.work, ".git"));
  for (const name of ["claude", "parrot", "node"]) writeScript(join(hostile, name), `touch ${witness}; echo hostile`);
});

/** The environment that a package runner gives to a script of the repository. */
const asRunner = () => ({ PATH: `${hostile}:./node_modules/.bin::${machine.env["PATH"]}` });

describe("when a repository brings a claude in node_modules/.bin", () => {
  it("is never a candidate of the list", () => {
    const ran = machine.slipway(["list", "--json"], { env: asRunner() });
    expect(ran.code).toBe(0);
    expect(ran.stdout).not.toContain(`"path":"${hostile}`);
  });

  it("is named as passed over, with its reason, where it hides that none is installed", () => {
    const ran = machine.slipway(["print", "claude", "hi"], { env: asRunner() });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("RUNTIME_AGENT_NOT_INSTALLED");
    expect(ran.stderr).toContain(`RUNTIME_PROGRAM_PASSED_OVER: ${join(hostile, "claude")} was not taken`);
    const { checks } = JSON.parse(machine.slipway(["doctor", "claude", "--json"], { env: asRunner() }).stdout);
    expect(JSON.stringify(checks[0].trace.places)).toMatch(/BINARY_(IN_|PLACE_OF_)/u);
  });

  it("is never started", () => {
    machine.slipway(["print", "claude", "hi"], { env: asRunner() });
    machine.slipway(["doctor"], { env: asRunner() });
    expect(existsSync(witness)).toBe(false);
  });

  it("does not hide the real one, nor lend it an interpreter", () => {
    const real = machine.installParrot();
    const ran = machine.slipway(["print", "parrot", "hi"], { env: asRunner() });
    expect(ran.stdout).toBe("parrot heard: hi [turn 1]\n");
    expect(ran.stderr).toContain(real);
    expect(existsSync(witness)).toBe(false);
  });
});

describe("when a repository brings settings", () => {
  it("reads none of them", () => {
    for (const name of [".env", "slipway.toml", "agents.json", ".slipwayrc", "config.toml", "bunfig.toml"])
      writeFileSync(join(machine.work, name), "SLIPWAY_BIN_CLAUDE=/bin/true\n");
    const ran = machine.slipway(["list", "--json"]);
    expect(ran.stdout).not.toContain("/bin/true");
    expect(ran.stderr).toBe("");
  });
});

describe("when the agent is to work in another folder than the repository it is started from", () => {
  const absolute = () => ({ PATH: `${machine.work}:${machine.env["PATH"]}` });
  beforeEach(() => writeScript(join(machine.work, "parrot"), `touch ${witness}; echo hostile`));

  it("still starts nothing of the repository", () => {
    const other = join(machine.root, "elsewhere");
    mkdirSync(other);
    expect(machine.slipway(["print", "--cwd", other, "parrot", "hi"], { env: absolute() }).stderr).toContain(
      "RUNTIME_AGENT_NOT_INSTALLED",
    );
    const real = machine.installParrot();
    expect(machine.slipway(["print", "--cwd", other, "parrot", "hi"], { env: absolute() }).stderr).toContain(real);
    expect(existsSync(witness)).toBe(false);
  });
});
