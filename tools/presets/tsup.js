import { defineConfig } from "tsup";

/**
 * JavaScript only: the compiler writes the declarations (`types` script), because tsup 8 cannot emit them under
 * TypeScript 6. Several entries share chunks, so that a class or a module-level cache exists once per package.
 */
export function defineBuild(entry, { banner } = {}) {
  const config = {
    entry,
    format: ["esm"],
    target: "es2023",
    platform: "node",
    dts: false,
    splitting: Object.keys(entry).length > 1 || banner !== undefined,
    treeshake: true,
    sourcemap: true,
    clean: ["dist/**/*.js", "dist/**/*.js.map"],
    outExtension: () => ({ js: ".js" }),
    // An import that is not declared would be inlined silently; every bare import stays an import.
    skipNodeModulesBundle: true,
  };
  if (banner !== undefined) config.banner = { js: banner };
  return defineConfig(config);
}
