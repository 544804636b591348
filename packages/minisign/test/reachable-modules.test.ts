import { existsSync, readFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/** Every file that an entry loads, by its static imports; and every name that is no file. */
function walkImports(entry: string): { files: Set<string>; bare: Set<string>; dynamic: string[] } {
  const files = new Set<string>();
  const bare = new Set<string>();
  const dynamic: string[] = [];
  const queue = [entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const source = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    if (/\b(?:import|require)\s*\(/.test(source)) dynamic.push(file);
    for (const [, typeOnly, name] of source.matchAll(
      /^\s*(?:import|export)\s+(type\s)?(?:[\w$*{},\s]+?\sfrom\s+)?["']([^'"]+)["']/gm,
    )) {
      if (typeOnly !== undefined || name === undefined) continue;
      bare.add(name);
      const next = findFile(file, name);
      if (next !== undefined) queue.push(next);
    }
  }
  return { files, bare, dynamic };
}

function findFile(from: string, name: string): string | undefined {
  if (builtinModules.includes(name.replace(/^node:/, ""))) return undefined;
  if (name === "@slipway/errors") return fileURLToPath(new URL("../../errors/src/index.ts", import.meta.url));
  if (!name.startsWith(".")) return createRequire(from).resolve(name);
  const file = resolve(dirname(from), name);
  return existsSync(file) ? file : file.replace(/\.js$/, ".ts");
}

describe.each(["index", "sign"])("when the entry %s is loaded", (name) => {
  const { files, bare, dynamic } = walkImports(fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url)));

  it("reaches no Node built-in, in no dependency either", () => {
    expect(files.size).toBeGreaterThan(20);
    // Verification brings its own arithmetic; only signing takes the libraries.
    expect([...files].some((file) => file.includes("@noble/"))).toBe(name === "sign");
    const builtin = [...bare].filter((name) => name.startsWith("node:") || builtinModules.includes(name));
    expect(builtin).toEqual([]);
    expect(dynamic).toEqual([]);
  });

  it("uses no Node global in its own sources", () => {
    for (const file of files) {
      if (!file.includes("/minisign/src/")) continue;
      const code = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
      expect([file, /\b(?:Buffer|process)\b|\b(?:fetch|require)\(/.test(code)]).toEqual([file, false]);
    }
  });
});
