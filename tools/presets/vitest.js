import { defineConfig, mergeConfig } from "vitest/config";

const sourceConditions = ["@slipway/source"];

/** Tests run from `src` of every package through the source condition; totals are left in `.results` for the CI line. */
export function defineTests(overrides = {}) {
  // Lists are joined when configurations are merged; another choice of files replaces the preset's.
  const { include = ["test/**/*.test.ts"], ...test } = overrides.test ?? {};
  const preset = defineConfig({
    resolve: { conditions: [...sourceConditions, "node", "import", "default"] },
    ssr: { resolve: { conditions: [...sourceConditions, "node", "import", "default"] } },
    test: {
      include,
      testTimeout: 120_000,
      hookTimeout: 120_000,
      maxWorkers: 2,
      reporters: [["default", { summary: false }], "json"],
      outputFile: { json: ".results/vitest.json" },
    },
  });
  return mergeConfig(preset, { ...overrides, test });
}
