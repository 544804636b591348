import type { defineConfig } from "tsup";

/** `entry` maps each public subpath to its source file (`index` for the root); `banner` is put first in every file. */
export function defineBuild(
  entry: Record<string, string>,
  options?: { banner?: string },
): ReturnType<typeof defineConfig>;
