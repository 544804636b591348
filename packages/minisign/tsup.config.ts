import { defineBuild } from "@slipway/presets/tsup";

export default defineBuild({
  index: "src/index.ts",
  "index-under-node": "src/index-under-node.ts",
  sign: "src/sign.ts",
  node: "src/node.ts",
  "slipway-minisign": "src/slipway-minisign.ts",
});
