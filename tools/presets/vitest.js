import { defineConfig, mergeConfig } from "vitest/config";

const sourceConditions = ["@slipway/source"];

/** Tests run from `src` of every package through the source condition; totals are left in `.results` for the CI line. */
export function defineTests(overrides = {}) {
  const preset = defineConfig({
    resolve: { conditions: [...sourceConditions, "node", "import", "default"] },
    ssr: { resolve: { conditions: [...sourceConditions, "node", "import", "default"] } },
    test: {
      include: ["test/**/*.test.ts"],
      testTimeout: 30_000,
      hookTimeout: 60_000,
      maxWorkers: 2,
      reporters: [["default", { summary: false }], "json"],
      outputFile: { json: ".results/vitest.json" },
    },
  });
  return mergeConfig(preset, overrides);
}
