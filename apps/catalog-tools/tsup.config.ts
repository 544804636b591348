import { defineBuild } from "@slipway/presets/tsup";

// An entry for each command: they stay separate files that are loaded only when they are asked for.
export default defineBuild({
  "slipway-catalog": "src/slipway-catalog.ts",
  "commands/check": "src/commands/check.ts",
  "commands/fmt": "src/commands/fmt.ts",
  "commands/explain": "src/commands/explain.ts",
  "commands/diff": "src/commands/diff.ts",
  "commands/verify": "src/commands/verify.ts",
});
