import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Desk } from "./run-program.js";
import { entry, FLOOR, GOOD, makeDesk } from "./run-program.js";

let folder: string;
let run: Desk["run"];
let write: Desk["write"];
let remove: Desk["remove"];
beforeEach(() => {
  ({ folder, run, write, remove } = makeDesk());
});
afterEach(() => remove());

describe("when two catalogs are compared", () => {
  it("finds nothing between a folder and itself, facts included", () => {
    expect(run("diff", FLOOR, FLOOR)).toEqual({ code: 0, stdout: "nothing changes for users\n", stderr: "" });
  });

  it("ends with 1 when a launch differs, and shows both sides", () => {
    const old = write("old.json", entry(GOOD));
    const now = write("new.json", entry(`${GOOD.replace("x-agent", "y-agent")}, "mono": true`));
    expect(run("diff", old, now)).toEqual({
      code: 1,
      stdout: [
        "high   x     program     names",
        "       - x-agent",
        "       + y-agent",
        "low    x     display     mono",
        "       - false",
        "       + true",
        "2 changes (1 high, 0 medium, 1 low): launches change",
        "",
      ].join("\n"),
      stderr: "",
    });
    expect(JSON.parse(run("diff", "--json", old, now).stdout)).toMatchObject({
      ok: false,
      launch: true,
      risks: { high: 1, medium: 0, low: 1 },
      changes: [{ agent: "x", subject: "program", where: "names", before: "x-agent", after: "y-agent" }, {}],
    });
    const { code, stdout } = run("diff", "--markdown", old, now);
    expect(code).toBe(1);
    expect(stdout).toContain("| **high** | `x` | program | `names` | `x-agent` | `y-agent` |\n");
  });

  it("ends with 0 when only what is shown differs", () => {
    const ran = run("diff", write("a.json", entry(GOOD)), write("b.json", entry(`${GOOD}, "icon": "x.svg"`)));
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("1 change (0 high, 0 medium, 1 low): no launch changes");
  });

  it("compares the facts of folders", () => {
    mkdirSync(join(folder, "c"));
    copyFileSync(join(FLOOR, "agents.json"), join(folder, "c/agents.json"));
    const facts = readFileSync(join(FLOOR, "facts.json"), "utf8");
    write("c/facts.json", facts.replace('"sigils": "/@"', '"sigils": "/"'));
    const ran = run("diff", FLOOR, "c");
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^high {3}claude +prompt +\w+ \w+ prompt \(facts /mu);
  });

  it("says that entries with errors are compared as absent", () => {
    const ran = run("diff", write("a.json", entry(GOOD)), write("b.json", entry(GOOD.replace("x-agent", "bash"))));
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("agent       removed");
    expect(ran.stderr).toContain("warning: CATALOG_TOOLS_NOT_COMPARED: b.json holds entries");
  });

  it.each([
    ["is refused as a whole", "[]", 1, "CATALOG_TOOLS_NOT_COMPARED: b.json is refused"],
    ["is facts alone", '{ "kind": "slipway-facts" }', 1, "b.json is no agents.json"],
  ])("compares nothing when one side %s", (_what, text, code, told) => {
    const ran = run("diff", write("a.json", entry(GOOD)), write("b.json", text));
    expect(ran).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(told) });
  });

  it("ends with 3 when a side cannot be read, and with 2 for two formats", () => {
    const file = write("a.json", entry(GOOD));
    expect(run("diff", file, "gone").code).toBe(3);
    expect(run("diff", "--json", "--markdown", file, file).code).toBe(2);
  });
});
