import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Desk } from "./run-program.js";
import { entry, FLOOR, GOOD, makeDesk } from "./run-program.js";

let folder: string;
let run: Desk["run"];
let runWith: Desk["runWith"];
let write: Desk["write"];
let remove: Desk["remove"];
beforeEach(() => {
  ({ folder, run, runWith, write, remove } = makeDesk());
});
afterEach(() => remove());

const read = (name: string): string => readFileSync(join(folder, name), "utf8");
const FORMATTED = `{
  "schema": 1,
  "updatedAt": "2026-01-01",
  "agents": [
    {
      "id": "x",
      "name": "X",
      "command": "x-agent",
      "adapter": "cli"
    }
  ]
}
`;

describe("when a file is formatted", () => {
  it("is replaced whole, keeps its mode, and is left alone the second time", () => {
    const file = write("agents.json", `// mine\n${entry(GOOD)}`);
    chmodSync(join(folder, file), 0o640);
    expect(run("fmt", file)).toMatchObject({
      code: 0,
      stdout: "agents.json: formatted, 1 comment dropped\n",
      stderr: "",
    });
    expect(read(file)).toBe(FORMATTED);
    expect(statSync(join(folder, file)).mode & 0o7777).toBe(0o640);
    const { ino, mtimeMs } = statSync(join(folder, file));
    expect(run("fmt", file).stdout).toBe("agents.json: is formatted\n");
    expect(statSync(join(folder, file))).toMatchObject({ ino, mtimeMs });
    expect(readdirSync(folder)).toEqual(["agents.json"]);
  });

  it("keeps a symbolic link a link", () => {
    write("real.json", entry(GOOD));
    symlinkSync("real.json", join(folder, "agents.json"));
    expect(run("fmt", "agents.json").code).toBe(0);
    expect(lstatSync(join(folder, "agents.json")).isSymbolicLink()).toBe(true);
    expect(read("real.json")).toBe(FORMATTED);
  });

  it("tells that a signature no longer fits", () => {
    const file = write("agents.json", entry(GOOD));
    write("agents.json.minisig", "x");
    expect(run("fmt", file).stdout).toContain("hint: agents.json.minisig was made over the old bytes: sign again");
  });

  it("leaves a file alone that does not parse, and says why with its place", () => {
    const file = write("agents.json", '{ "a": 1,\n "a": 2 }');
    const ran = run("fmt", file);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^agents\.json:2:2: error MANIFEST_DUPLICATE_MEMBER at a: .*\n {2}2 \| "a": 2 \}\n/u);
    expect(ran.stdout).toMatch(/\nagents\.json: left alone\n$/u);
    expect(read(file)).toBe('{ "a": 1,\n "a": 2 }');
  });

  it("goes on with the others when one cannot be read", () => {
    write("c/agents.json", entry(GOOD));
    write("d/agents.json", entry(GOOD));
    mkdirSync(join(folder, "e/agents.json"), { recursive: true });
    const ran = run("fmt", "c", "e", "d");
    expect(ran).toMatchObject({ code: 3, stderr: expect.stringContaining("e/agents.json is a folder") });
    expect([read("c/agents.json"), read("d/agents.json")]).toEqual([FORMATTED, FORMATTED]);
  });

  it("leaves the bundled agents.json as it is", () => {
    expect(run("fmt", "--check", join(FLOOR, "agents.json"))).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("when it is only checked what would change", () => {
  it("changes nothing and ends with 1", () => {
    const file = write("agents.json", entry(GOOD));
    expect(run("fmt", "--check", file)).toMatchObject({ code: 1, stdout: "agents.json: would change\n", stderr: "" });
    expect(read(file)).toBe(entry(GOOD));
    expect(JSON.parse(run("fmt", "--check", "--json", file).stdout)).toMatchObject({
      ok: false,
      files: [{ file: "agents.json", changed: true, comments: 0, issues: [] }],
    });
    run("fmt", file);
    expect(run("fmt", "--check", file).code).toBe(0);
  });
});

describe("when standard input is formatted", () => {
  it("goes to standard output, and nothing else does", () => {
    expect(runWith({ input: entry(GOOD) }, "fmt", "-")).toEqual({ code: 0, stdout: FORMATTED, stderr: "" });
    expect(existsSync(join(folder, "-"))).toBe(false);
  });

  it("gives no document when it does not parse", () => {
    const ran = runWith({ input: "{" }, "fmt", "-");
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("(stdin):1:2: error MANIFEST_TRUNCATED");
  });

  it("is only looked at with --check", () => {
    expect(runWith({ input: entry(GOOD) }, "fmt", "--check", "-")).toMatchObject({
      code: 1,
      stdout: "(stdin): would change\n",
    });
  });
});
