import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Desk } from "./run-program.js";
import { makeDesk } from "./run-program.js";

let run: Desk["run"];
let remove: Desk["remove"];
beforeEach(() => {
  ({ run, remove } = makeDesk());
});
afterEach(() => remove());

describe("when a code is explained", () => {
  it("tells the rule, why it exists, and how it is broken and kept", () => {
    const { code, stdout, stderr } = run("explain", "CATALOG_TOOLS_ICON_MISSING");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^CATALOG_TOOLS_ICON_MISSING \(warning\)\n {2}An icon file .+\n\nwhy:\n {2}.+/u);
    expect(stdout).toContain('\nwrong:\n  | "icon": "exmaple.svg"\n');
    expect(stdout).toContain('\nright:\n  | "icon": "example.svg"\n');
  });

  it("lists every code, each of which can be explained", () => {
    const { rules } = JSON.parse(run("explain", "--json").stdout) as {
      rules: { code: string; rule: string; why: string }[];
    };
    expect(run("explain").stdout.trimEnd().split("\n")).toHaveLength(rules.length);
    for (const { rule, why } of rules) expect([rule, why].every((text) => text.length > 10)).toBe(true);
    const last = rules.at(-1)?.code as string;
    expect(JSON.parse(run("explain", "--json", last).stdout)).toMatchObject({ ok: true, code: last });
  });

  it("suggests the near code of one that does not exist, with 2", () => {
    expect(run("explain", "CATALOG_TOOLS_ICN")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("did you mean CATALOG_TOOLS_ICON?"),
    });
    expect(run("explain", "constructor").code).toBe(2);
  });
});

describe("when a code of the format is explained", () => {
  it("knows it, with an example that breaks it and one that keeps it", () => {
    const { code, stdout } = run("explain", "MANIFEST_FLAG_OUT_OF_GROUP");
    expect(code).toBe(0);
    expect(stdout).toContain("MANIFEST_FLAG_OUT_OF_GROUP (error)");
    expect(stdout).toContain('wrong:\n  | "flags": { "print": ["--yolo"');
  });
});
