import { defineBuild } from "@slipway/presets/tsup";

export default defineBuild({ index: "src/index.ts", re2: "src/re2.ts" });
