import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { createContext, runInContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listPackages } from "../src/workspace.js";
import type { Consumer } from "./pack-and-install.js";
import { installPacked, runIn } from "./pack-and-install.js";

/** The two tarballs and nothing else: the optional peer stays away. */
const packages = listPackages()
  .filter(({ manifest }) => manifest.name === "@slipway/errors" || manifest.name === "@slipway/pattern")
  .map(({ folder, manifest }) => ({ folder, manifest: { ...manifest, peerDependencies: {} } }));

/** Uses both functions; the value is the found id. */
const USE = `
  const id = compilePattern("^[0-9a-f]{8}-[0-9a-f]{4}$");
  const search = compileSearch("session id: ([0-9a-f-]{13})");
  const scanner = search.value.scanner({ idPattern: id.value });
  scanner.noteInput("hello");
  scanner.push(new Uint8Array([0x73, 0x65, 0x73, 0x73]));
  scanner.push("ion \\u001b[1mid: 6f0a1b2c-3");
  const found = scanner.push("d4e\\u001b[0m\\r\\n").id;`;

type Bundler = {
  build(options: Record<string, unknown>): Promise<{
    outputFiles: { text: string }[];
    metafile: { inputs: Record<string, unknown>; outputs: Record<string, { imports: { path: string }[] }> };
  }>;
};

/** The bundler that the build of the workspace brings. */
async function loadBundler(): Promise<Bundler> {
  const presets = createRequire(import.meta.url).resolve("@slipway/presets/tsup");
  const tsup = createRequire(presets).resolve("tsup/package.json");
  return import(pathToFileURL(createRequire(tsup).resolve("esbuild")).href);
}

async function bundleForBrowser(folder: string, contents: string) {
  const { build } = await loadBundler();
  return build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    write: false,
    metafile: true,
    platform: "browser",
    format: "iife",
    globalName: "result",
    logLevel: "silent",
  });
}

let consumer: Consumer;
beforeAll(() => {
  consumer = installPacked(packages);
});
afterAll(() => consumer?.remove());

describe("when a project holds the tarballs of pattern and errors only", () => {
  it("imports both functions and finds an id", () => {
    const script = `import { compilePattern, compileSearch } from "@slipway/pattern"; ${USE} console.log(found);`;
    const printed = runIn(consumer.folder, process.execPath, ["--input-type=module", "-e", script]);
    expect(printed.trim()).toBe("6f0a1b2c-3d4e");
  });

  it("requires both functions and finds an id", () => {
    const script = `const { compilePattern, compileSearch } = require("@slipway/pattern"); ${USE} console.log(found);`;
    const printed = runIn(consumer.folder, process.execPath, ["--no-warnings", "-e", script]);
    expect(printed.trim()).toBe("6f0a1b2c-3d4e");
  });

  it("says which package the fallback lacks", () => {
    const script = `import("@slipway/pattern/re2").catch((error) => console.log(error.code, error.message));`;
    expect(runIn(consumer.folder, process.execPath, ["-e", script])).toMatch(/^ERR_MODULE_NOT_FOUND .*'re2js'/);
  });

  it("refuses what needs the fallback, by its code", () => {
    const script = `import { compileSearch } from "@slipway/pattern"; console.log(compileSearch("id.*(a)").issues[0].code);`;
    const printed = runIn(consumer.folder, process.execPath, ["--input-type=module", "-e", script]);
    expect(printed.trim()).toBe("PATTERN_NEEDS_RE2");
  });
});

describe("when a browser's bundle takes the package", () => {
  it("holds nothing of Node, and runs where only what browsers have is there", async () => {
    const contents = `import { compilePattern, compileSearch } from "@slipway/pattern"; ${USE} export { found };`;
    const { outputFiles, metafile } = await bundleForBrowser(consumer.folder, contents);
    expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([]);
    const inputs = Object.keys(metafile.inputs).join("\n");
    expect(inputs).toContain("@slipway/pattern/dist/index.js");
    expect(inputs).not.toMatch(/re2js|^node:/mu);
    const context = createContext({ TextEncoder, TextDecoder });
    expect(runInContext("[typeof process, typeof Buffer, typeof require].join()", context)).toBe(
      "undefined,undefined,undefined",
    );
    expect(runInContext(`${outputFiles[0]?.text}; result.found`, context)).toBe("6f0a1b2c-3d4e");
  });

  it("would not be built with a Node built-in in it", async () => {
    await expect(bundleForBrowser(consumer.folder, `import "node:fs";`)).rejects.toThrow("node:fs");
  });
});
