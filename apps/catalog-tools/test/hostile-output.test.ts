import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Desk } from "./run-program.js";
import { entry, makeDesk } from "./run-program.js";

let run: Desk["run"];
let write: Desk["write"];
let remove: Desk["remove"];
beforeEach(() => {
  ({ run, write, remove } = makeDesk());
});
afterEach(() => remove());

/** A runner of GitHub executes the first after trimming a line, the second anywhere in it; others read the last two. */
const COMMANDS = /^\s*::[a-z]|##[A-Za-z]*\[/m;
const NAMES = [
  "::add-mask::x",
  "##[error]x",
  "##vso[task.setvariable variable=a]b",
  "##teamcity[x]",
  "x\n::stop-commands::y",
];

describe("when a catalog holds commands to the CI runner that checks it", () => {
  it.each(NAMES)("breaks %j up, as id, name, field, argument and line of source", (name) => {
    const text = JSON.stringify(name);
    const fields = [
      `"id": ${text}, "name": ${text}, "adapter": ${text}, "command": ${text}, ${text}: 1, "flags": { "print": [${text}] }`,
      `"id": "x", "name": "x", "adapter": "cli", "command": "bash"\n${text}: 1`,
      `\n\n${name}\n`,
    ];
    for (const [index, each] of fields.entries()) {
      const file = write(`${index}.json`, entry(each));
      for (const args of [
        ["check"],
        ["check", "--json"],
        ["fmt", "--check"],
        ["diff", file],
        ["diff", "--markdown", file],
      ]) {
        const ran = run(...args, file);
        expect(ran.stdout + ran.stderr).not.toMatch(COMMANDS);
        expect(ran.stdout + ran.stderr).not.toContain("::");
        expect(ran.code).not.toBe(3);
      }
    }
  });

  it("keeps the values of the JSON output as they are", () => {
    const file = write("a.json", entry('"id": "::add-mask::x", "name": "x", "adapter": "cli", "command": "x"'));
    expect(JSON.parse(run("check", "--json", file).stdout).files[0].issues[0].message).toContain("::add-mask::x");
  });

  it("breaks up the names of files, and begins no line with a sign of theirs", () => {
    for (const name of ["::add-mask::x.json", "##[group]x.json", "-x.json"]) {
      const { stdout } = run("check", "--", write(name, "{"));
      expect(stdout).not.toMatch(COMMANDS);
      expect(stdout).toMatch(/^\.\//u);
    }
  });

  it("keeps the carets under the place when a command stands before it", () => {
    const { stdout } = run("check", write("a.json", `{"::x":1,"schema":1,"agents":[]}`));
    const lines = stdout.split("\n");
    const at = lines.findIndex((line) => line.includes("updatedAt"));
    const field = lines.findIndex((line) => line.includes("MANIFEST_UNKNOWN_FIELD"));
    expect(lines[field + 1]).toContain('{":\\u{3a}x":1');
    expect(lines[field + 2]).toBe(`    |  ${"^".repeat('":\\u{3a}x"'.length)}`);
    expect(at).not.toBe(-1);
  });
});
