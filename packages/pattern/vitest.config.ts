import { defineTests } from "@slipway/presets/vitest";

export default defineTests();
