import { defineBuild } from "@slipway/presets/tsup";

export default defineBuild({ index: "src/index.ts", schema: "src/schema.ts" });
