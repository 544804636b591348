import { spawnSync } from "node:child_process";
import { statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Desk } from "./run-program.js";
import { makeDesk, PROGRAM } from "./run-program.js";

let folder: string;
let run: Desk["run"];
let remove: Desk["remove"];
beforeEach(() => {
  ({ folder, run, remove } = makeDesk());
});
afterEach(() => remove());

describe("when the line is written wrong", () => {
  it.each([
    [["chek", "x"], "did you mean check?"],
    [["check"], "CATALOG_TOOLS_FILES"],
    [["check", "--nope", "x"], "CATALOG_TOOLS_OPTION"],
    [["check", "-P", "RW", "x"], "CATALOG_TOOLS_OPTION: check takes no --key"],
    [["check", "--allow-development-key", "x"], "CATALOG_TOOLS_OPTION: check takes no --allow-development-key"],
    [["verify", "-P", "RW", "-P", "RX", "x"], "CATALOG_TOOLS_OPTION: --key is given twice"],
    [["fmt"], "CATALOG_TOOLS_FILES"],
    [["fmt", "--strict", "x"], "CATALOG_TOOLS_OPTION: fmt takes no --strict"],
    [["fmt", "-", "x"], "CATALOG_TOOLS_FILES: fmt takes - alone"],
    [["diff", "x"], "CATALOG_TOOLS_FILES: diff takes two catalogs"],
    [["diff", "x", "y", "z"], "CATALOG_TOOLS_FILES: diff takes two catalogs"],
    [["explain", "A", "B"], "CATALOG_TOOLS_FILES: explain takes one code"],
  ])("refuses %j", (args, told) => {
    expect(run(...args)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(told) });
  });
});

describe("when the program is started", () => {
  it("is executable, through a symlink too, and shows help and version", () => {
    expect(statSync(PROGRAM).mode & 0o111).toBe(0o111);
    const link = join(folder, "sc");
    symlinkSync(PROGRAM, link);
    expect(spawnSync(link, ["--help"], { encoding: "utf8" }).stdout).toContain("usage: slipway-catalog check");
    expect(run("--version").stdout).toMatch(/^\d+\.\d+\.\d+\n$/u);
  });
});
