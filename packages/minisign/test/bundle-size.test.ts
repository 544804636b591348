import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

/**
 * Bytes that `import { verify }` adds to a page, minified and compressed with gzip -9. Raise it only for something that is
 * worth the download.
 */
const VERIFY_ONLY_MAX_BYTES = 12_700;

type Bundler = {
  build(options: Record<string, unknown>): Promise<{ outputFiles: { contents: Uint8Array; text: string }[] }>;
};

async function bundle(contents: string, platform: string): Promise<{ contents: Uint8Array; text: string }> {
  // The bundler is the one that tsup brings.
  const fromTsup = createRequire(createRequire(import.meta.url).resolve("tsup/package.json"));
  const { build } = (await import(pathToFileURL(fromTsup.resolve("esbuild")).href)) as Bundler;
  const resolveDir = fileURLToPath(new URL("..", import.meta.url));
  const options = { bundle: true, minify: true, write: false, format: "esm", target: "es2022", logLevel: "silent" };
  const { outputFiles } = await build({ ...options, platform, stdin: { contents, resolveDir } });
  return outputFiles[0] as { contents: Uint8Array; text: string };
}

describe("when a browser's bundle takes the verifier", () => {
  it("is built", () => {
    expect(existsSync(new URL("../dist/index.js", import.meta.url))).toBe(true);
  });

  it("stays below the ceiling, and has neither node:crypto nor a library in it", async () => {
    const made = await bundle(`export { verify } from "@slipway/minisign";`, "browser");
    expect(gzipSync(made.contents, { level: 9 }).length).toBeLessThan(VERIFY_ONLY_MAX_BYTES);
    const foreign = ["createPublicKey", "noble", "scrypt"].filter((name) => made.text.includes(name));
    expect(foreign).toEqual([]);
  });

  it("takes the build with node:crypto for Node", async () => {
    const made = await bundle(`export { verify } from "@slipway/minisign";`, "node");
    expect(made.text.includes("createPublicKey")).toBe(true);
  });
});
