import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listPackages } from "../src/workspace.js";
import type { Consumer } from "./pack-and-install.js";
import { installPacked, runIn } from "./pack-and-install.js";

const packages = listPackages().filter(({ manifest }) => manifest.private !== true);
const importable = packages.flatMap(({ manifest }) =>
  Object.entries(manifest.exports ?? {})
    .filter(([, target]) => typeof target !== "string")
    .map(([subpath]) => ({ name: manifest.name, subpath, specifier: manifest.name + subpath.slice(1) })),
);
const require = createRequire(import.meta.url);
const typescript = require.resolve("typescript/bin/tsc");
const tools = fileURLToPath(new URL("../node_modules/.bin/", import.meta.url));

let consumer: Consumer;
beforeAll(() => {
  consumer = installPacked(packages);
});
afterAll(() => consumer?.remove());

describe.each(importable)("$specifier", ({ specifier }) => {
  it("is imported and required, and is one and the same module", () => {
    const script = `const a = await import(${JSON.stringify(specifier)}); const { createRequire } = await import("node:module");
      const b = createRequire(process.cwd() + "/")(${JSON.stringify(specifier)});
      for (const name of Object.keys(a)) if (a[name] !== b[name]) throw new Error(name);
      console.log(Object.keys(a).length);`;
    const printed = runIn(consumer.folder, process.execPath, ["--input-type=module", "-e", script]);
    expect(Number(printed)).toBeGreaterThan(0);
  });
});

it("types compile in a nodenext consumer, ESM and CommonJS, without skipLibCheck", () => {
  const lines = importable.map(({ specifier }, index) => `import * as m${index} from ${JSON.stringify(specifier)};`);
  const uses = `export const all = [${importable.map((_, index) => `m${index}`).join(", ")}];\n`;
  for (const name of ["esm.mts", "cjs.cts"]) writeFileSync(join(consumer.folder, name), `${lines.join("\n")}\n${uses}`);
  const types = join(require.resolve("@types/node/package.json"), "..");
  mkdirSync(join(consumer.folder, "types"), { recursive: true });
  writeFileSync(
    join(consumer.folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        module: "nodenext",
        target: "es2023",
        lib: ["es2023"],
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        types: [types],
      },
      files: ["esm.mts", "cjs.cts"],
    }),
  );
  expect(runIn(consumer.folder, process.execPath, [typescript, "-p", "."])).toBe("");
});

describe.each(packages)("$manifest.name", ({ folder, manifest }) => {
  it("leaves no workspace or catalog range in the tarball", () => {
    const installed = join(consumer.folder, "node_modules", manifest.name, "package.json");
    expect(readFileSync(installed, "utf8")).not.toMatch(/"(?:workspace|catalog):/u);
  });

  it("passes publint", () => {
    const printed = execFileSync(`${tools}publint`, ["run", "--strict", "--pack", "false", folder], {
      encoding: "utf8",
    });
    expect(printed).toContain("All good!");
  });
});

describe.each(packages.filter(({ manifest }) => importable.some(({ name }) => name === manifest.name)))(
  "$manifest.name",
  ({ manifest }) => {
    it("has right types for ESM consumers", () => {
      const tarball = consumer.tarballs.get(manifest.name) as string;
      // Data files are entry points without types.
      const entries = importable.filter(({ name }) => name === manifest.name).map(({ subpath }) => subpath);
      execFileSync(`${tools}attw`, [tarball, "--profile", "esm-only", "--entrypoints", ...entries], { stdio: "pipe" });
    });
  },
);

it("no published package trusts the development key", () => {
  const testkit = readFileSync(join(consumer.folder, "node_modules/@slipway/testkit/dist/index.js"), "utf8");
  const publicKey = /RW[A-Za-z0-9+/]{54}/u.exec(testkit)?.[0] as string;
  expect(publicKey).toHaveLength(56);
  const users = packages
    .map(({ manifest }) => manifest.name)
    .filter((name) => name !== "@slipway/testkit")
    .filter((name) => {
      const grep = runIn(consumer.folder, "sh", ["-c", `grep -rlF '${publicKey}' node_modules/${name} || true`]);
      return grep.trim() !== "";
    });
  expect(users).toEqual([]);
});

describe("the installed command line", () => {
  it("prints its version and lists the agents of the bundled floor", () => {
    const home = join(consumer.folder, "home");
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const env = { PATH: process.env["PATH"], HOME: home, SLIPWAY_HOME: join(home, "slipway") };
    const slipway = join(consumer.folder, "node_modules/.bin/slipway");
    expect(runIn(consumer.folder, slipway, ["--version"], env).trim()).toMatch(/^\d+\.\d+\.\d+$/u);
    const listed = JSON.parse(runIn(consumer.folder, slipway, ["list", "--json"], env));
    expect(JSON.stringify(listed)).toContain('"claude"');
    expect(runIn(consumer.folder, slipway, ["list"], env)).toContain("claude");
    expect(
      runIn(consumer.folder, join(consumer.folder, "node_modules/.bin/slipway-catalog"), ["--help"], env),
    ).toContain("verify");
  });
});
