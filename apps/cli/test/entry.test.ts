import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "./machine.js";
import { makeMachine, SLIPWAY } from "./machine.js";

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});

describe("when the program is started", () => {
  it("is executable by itself, through a symlink and from any folder", () => {
    expect(statSync(SLIPWAY).mode & 0o111).toBe(0o111);
    const link = join(machine.bin, "slipway");
    symlinkSync(SLIPWAY, link);
    const ran = spawnSync(link, ["list", "--json"], { cwd: "/", env: machine.env, encoding: "utf8" });
    expect(ran.stderr).toBe("");
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: true });
  });

  it("shows its version", () => {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect(machine.slipway(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("ends with 141 when the reader of its output went away", async () => {
    const child = spawn(process.execPath, [SLIPWAY, "list"], { cwd: machine.work, env: machine.env });
    child.stdout.destroy();
    let told = "";
    child.stderr.on("data", (data: Buffer) => {
      told += String(data);
    });
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(141);
    expect(told).toBe("");
  });
});

describe.skipIf(!existsSync("/dev/full"))("when the disk is full (needs /dev/full)", () => {
  it("says that the output is not whole", () => {
    const ran = machine.runShell(`${process.execPath} "$0" list >/dev/full`);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/^slipway: CLI_OUTPUT_FAILED: .*ENOSPC.*\n {2}hint: .+\n$/u);
  });
});

describe("when JSON is asked for", () => {
  it.each([[["--json", "--version"]], [["--json"]], [["--json", "help", "run"]], [["run", "--json", "--help"]]])(
    "gives one value for %j",
    (args) => {
      const ran = machine.slipway(args);
      expect(ran).toMatchObject({ code: 0, stderr: "" });
      expect(JSON.parse(ran.stdout)).toMatchObject({ ok: true });
    },
  );
});

describe("when only help or the version is asked for", () => {
  // Hooks run in a thread of their own, whose streams end with the process: the descriptor does not wait for it.
  const hook = `import { writeSync } from "node:fs";
  export async function resolve(name, context, next) {
    const found = await next(name, context);
    if (!found.url.startsWith("node:")) writeSync(2, found.url + "\\n");
    return found;
  }`;
  const asUrl = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
  const observe = asUrl(`import { register } from "node:module"; register(${JSON.stringify(asUrl(hook))});`);

  it.each([["--version"], ["--help"], ["run --help"], ["help adopt"]])(
    "loads no command and no package but errors for %s",
    (line) => {
      const ran = spawnSync(process.execPath, ["--import", observe, SLIPWAY, ...line.split(" ")], {
        env: machine.env,
        encoding: "utf8",
      });
      const loaded = ran.stderr.split("\n").filter((url) => url.startsWith("file:"));
      expect(loaded.length).toBeGreaterThan(0);
      expect(
        loaded.filter((url) =>
          /commands|runtime|binary|manifest|minisign|catalog/u.test(url.replace(/^.*\/(apps|packages)\//u, "")),
        ),
      ).toEqual([]);
    },
  );
});

describe("when help is shown", () => {
  it.each([[[]], [["run", "--help"]], [["adopt", "-h"]], [["print", "--help"]]])("fits 100 columns for %j", (args) => {
    const ran = machine.slipway([...args, ...(args.length === 0 ? ["--help"] : [])]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("usage: slipway");
    for (const line of ran.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
  });
});

describe("when the line is written wrong", () => {
  it("ends with 2 and says what was probably meant", () => {
    const ran = machine.slipway(["lisst"]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toBe("slipway: CLI_UNKNOWN_COMMAND: there is no command lisst\n  hint: did you mean list?\n");
  });

  it("reports it as JSON when JSON was asked for", () => {
    const ran = machine.slipway(["list", "--json", "--nope"]);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: false, issues: [{ code: "CLI_UNKNOWN_OPTION" }] });
  });
});
