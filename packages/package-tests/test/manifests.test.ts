import { existsSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listPackages, root } from "../src/workspace.js";

const packages = listPackages();
const published = packages.filter(({ manifest }) => manifest.private !== true);

describe.each(packages)("$manifest.name", ({ manifest }) => {
  it("names licence, module kind, engine and what it is", () => {
    expect(manifest).toMatchObject({ license: "MIT", type: "module", engines: { node: ">=20.19" } });
    expect(manifest.description).toMatch(/^\S.{10,100}\.$/u);
  });

  it("takes third-party versions from the one catalog", () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    const own = Object.entries(all).filter(([, range]) => !range.startsWith("workspace:") && range !== "catalog:");
    expect(own).toEqual([]);
  });
});

describe.each(published)("$manifest.name as published", ({ folder, manifest }) => {
  it("exports its source, types and one default target a subpath", () => {
    for (const [subpath, target] of Object.entries(manifest.exports ?? {})) {
      if (typeof target === "string") continue;
      const name = subpath === "." ? "index" : subpath.slice(2);
      const { node, ...everywhere } = target as Record<string, unknown>;
      expect(everywhere).toEqual({
        "@slipway/source": `./src/${name}.ts`,
        types: `./dist/${name}.d.ts`,
        default: `./dist/${name}.js`,
      });
      expect(existsSync(`${folder}/src/${name}.ts`)).toBe(true);
      if (node === undefined) continue;
      // A second build of the same names and types, for Node: what is everywhere else reaches no Node built-in.
      expect(Object.keys(target as object)[0]).toBe("node");
      expect(node).toEqual({
        "@slipway/source": `./src/${name}-under-node.ts`,
        types: `./dist/${name}.d.ts`,
        default: `./dist/${name}-under-node.js`,
      });
      expect(existsSync(`${folder}/src/${name}-under-node.ts`)).toBe(true);
    }
    expect(manifest.exports?.["./package.json"]).toBe("./package.json");
  });

  it("ships dist and src, has a README, and is free of install scripts", () => {
    // An app has no types and no source to map to: its bin is all there is to use.
    const importable = Object.keys(manifest.exports ?? {}).length > 1;
    expect(manifest.files).toEqual(expect.arrayContaining(importable ? ["dist", "src"] : ["bin", "dist"]));
    for (const file of Object.values(manifest.bin ?? {}))
      expect(statSync(`${folder}/${file}`).mode & 0o111).toBe(0o111);
    expect(existsSync(`${folder}/README.md`)).toBe(true);
    const scripts = Object.keys(manifest.scripts ?? {});
    expect(scripts.filter((name) => /^(?:pre|post)?install$|^prepare$/u.test(name))).toEqual([]);
  });

  it("is in the table of the root README", () => {
    expect(readFileSync(`${root}README.md`, "utf8")).toContain(manifest.name);
  });
});
