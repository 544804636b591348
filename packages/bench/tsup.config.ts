import { defineBuild } from "@slipway/presets/tsup";

export default defineBuild({ bench: "src/bench.ts", load: "src/load.ts" });
