import { defineBuild } from "@slipway/presets/tsup";

export default defineBuild({ index: "src/index.ts", e2e: "src/e2e.ts", "inside-cage": "src/inside-cage.ts" });
