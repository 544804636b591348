import { defineBuild } from "@slipway/presets/tsup";

// Two entries and not one: commands stay separate files that are loaded only when they are asked for.
export default defineBuild({
  "slipway-catalog": "src/slipway-catalog.ts",
  "commands/check": "src/commands/check.ts",
  "commands/verify": "src/commands/verify.ts",
});
