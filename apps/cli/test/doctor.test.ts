import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "./machine.js";
import { makeMachine } from "./machine.js";

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
