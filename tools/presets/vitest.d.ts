import type { UserConfig, ViteUserConfig } from "vitest/config";

/** The vitest configuration of a package; `overrides` are merged over the preset. */
export function defineTests(overrides?: UserConfig): ViteUserConfig;
