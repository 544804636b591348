import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "./machine.js";
import { makeMachine } from "./machine.js";

let machine: Machine;
let path: string;
beforeEach(() => {
  machine = makeMachine();
  path = machine.installParrot();
});
const record = () => join(machine.root, "state", "state", "binaries", "parrot.json");

describe("when the file of an agent is asked for", () => {
  it("is the path alone, and nothing is adopted", () => {
    expect(machine.slipway(["which", "parrot"])).toEqual({ code: 0, stdout: `${path}\n`, stderr: "" });
    expect(existsSync(record())).toBe(false);
  });

  it("is what a launch would start: the recorded one, by its real path, with its interpreter", () => {
    const link = join(machine.root, "link");
    symlinkSync(path, link);
    machine.slipway(["adopt", "parrot", "--path", link, "--yes"]);
    const { stdout } = machine.slipway(["which", "parrot", "--json"], { env: { PATH: "/usr/bin:/bin" } });
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      state: "adopted",
      via: "explicit",
      foundAt: link,
      path,
      argv: [process.execPath, path],
      interpreter: { lookup: true, verdict: "ok" },
      policy: "strict",
    });
  });

  it("is refused with the reason, and all that was looked at, when none would be started", () => {
    chmodSync(path, 0o777);
    const refused = machine.slipway(["which", "parrot"]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("BINARY_FILE_WRITABLE");
    expect(refused.stderr).toContain("refused: parrot was found");
    const absent = machine.slipway(["which", "parrot"], { env: { PATH: "/usr/bin:/bin" } });
    expect(absent).toMatchObject({ code: 1, stdout: "" });
    expect(absent.stderr).toContain("not found: parrot");
    expect(machine.slipway(["which", "nobody"]).code).not.toBe(0);
  });

  it("is never one of the working directory", () => {
    const own = join(machine.work, "node_modules", ".bin");
    mkdirSync(own, { recursive: true });
    symlinkSync(path, join(own, "parrot"));
    const ran = machine.slipway(["which", "parrot"], { env: { PATH: `${own}:/usr/bin:/bin` } });
    expect(ran).toMatchObject({ code: 1, stdout: "" });
  });
});

describe("when an adoption is forgotten", () => {
  it("is gone, and the file is not", () => {
    machine.slipway(["adopt", "parrot", "--path", path, "--yes"]);
    expect(existsSync(record())).toBe(true);
    const ran = machine.slipway(["forget", "parrot"]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toContain(`forgot ${path} (explicit)`);
    expect(existsSync(record())).toBe(false);
    expect(existsSync(path)).toBe(true);
    const again = machine.slipway(["forget", "parrot"]);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("CLI_NOT_ADOPTED");
  });

  it("leaves a record alone that is not one of ours, and takes no path for an id", () => {
    machine.slipway(["adopt", "parrot", "--path", path, "--yes"]);
    writeFileSync(record(), "{}");
    const ran = machine.slipway(["forget", "parrot"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("BINARY_RECORD_DAMAGED");
    expect(existsSync(record())).toBe(true);
    expect(machine.slipway(["forget", "../binaries/parrot"]).stderr).toContain("BINARY_RECORD_ID");
  });
});
