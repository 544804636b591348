import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { arrows, proofs } from "../src/arrows.js";
import { listPackages } from "../src/workspace.js";

const packages = listPackages();
const shortName = (name: string) => (name.startsWith("@slipway/") ? name.slice("@slipway/".length) : name);

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") || file.endsWith(".js"))
    .map((file) => `${folder}/${file}`);
}

/** The package names a source file imports, statically or not. */
function listImports(file: string): string[] {
  const source = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, "");
  const found = source.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^\s*import\s+)"([^"]+)"/gmu);
  return [...found]
    .map((match) => match[1] as string)
    .filter((name) => !name.startsWith(".") && !name.startsWith("node:"))
    .map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/"));
}

it("the table names every package of the workspace", () => {
  const names = packages.map(({ manifest }) => shortName(manifest.name)).sort();
  expect(names).toEqual([...Object.keys(arrows), ...proofs].sort());
});

describe.each(packages.filter(({ manifest }) => !proofs.includes(shortName(manifest.name))))(
  "$manifest.name",
  ({ folder, manifest }) => {
    const arrow = arrows[shortName(manifest.name)];

    it("depends on what the table allows, and nothing else", () => {
      const declared = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies };
      const outside = Object.keys(declared)
        .map(shortName)
        .filter((name) => !arrow?.may.includes(name));
      expect(outside).toEqual([]);
    });

    it("imports what it declares, and declares what it imports", () => {
      const declared = Object.keys({
        ...manifest.dependencies,
        ...manifest.optionalDependencies,
        ...manifest.peerDependencies,
      });
      const imported = new Set(listSources(`${folder}/src`).flatMap(listImports));
      imported.delete(manifest.name);
      expect([...imported].filter((name) => !declared.includes(name))).toEqual([]);
      // An optional dependency only satisfies the peer of a dependency, which is the one that imports it, by a variable.
      expect(Object.keys(manifest.dependencies ?? {}).filter((name) => !imported.has(name))).toEqual([]);
    });

    it("carries the tag of its layer", () => {
      expect(JSON.parse(readFileSync(`${folder}/turbo.json`, "utf8")).tags).toEqual([arrow?.layer]);
    });
  },
);

it("nothing depends on a proof", () => {
  const users = packages.filter(({ manifest }) =>
    Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).some((name) =>
      proofs.includes(shortName(name)),
    ),
  );
  expect(users.map(({ manifest }) => manifest.name).filter((name) => !proofs.includes(shortName(name)))).toEqual([]);
});
