import { readdirSync } from "node:fs";
import { defineBuild } from "@slipway/presets/tsup";

// Each command is an entry of its own, so that it is loaded only when it is asked for.
const commands = readdirSync(new URL("src/commands/", import.meta.url))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -".ts".length));

export default defineBuild({
  slipway: "src/slipway.ts",
  ...Object.fromEntries(commands.map((name) => [`commands/${name}`, `src/commands/${name}.ts`])),
});
