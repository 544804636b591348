import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCatalog } from "./read-catalog.js";

describe("when an agent is added", () => {
  it("needs no code: no source file names one outside its comments", () => {
    const ids = readCatalog().agents.map((agent) => agent.id);
    const root = new URL("../src/", import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    expect(files.length).toBeGreaterThan(20);
    // Tables of what was seen of programs are data, an optional row for one that needs it.
    const tables = ["rules/known-traps.ts", "rules/security-flags.ts"];
    expect(files).toEqual(expect.arrayContaining(tables));
    for (const file of files.filter((name) => !tables.includes(name))) {
      const code = readFileSync(new URL(file, root), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
      // The example in the hint of `command` is the reference's own, and no rule.
      // As a word inside a text: ids such as `pi` and `amp` are parts of ordinary words.
      const texts = code.replace('as in "gh copilot"', "").match(/"[^"\n]*"|'[^'\n]*'|`[^`]*`/g) ?? [];
      const words = new Set(texts.flatMap((text) => text.split(/[^A-Za-z0-9_-]+/)));
      for (const id of ids) expect([file, words.has(id)]).toEqual([file, false]);
    }
  });
});
