import { defineTests } from "@slipway/presets/vitest";

export default defineTests({
  test: {
    include: ["packed/**/*.test.ts"],
    outputFile: { json: ".results/packed.json" },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
