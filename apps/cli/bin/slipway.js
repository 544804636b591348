#!/usr/bin/env node
// Exists before a build, so that installing the workspace can link it.
import { existsSync } from "node:fs";

const entry = new URL("../dist/slipway.js", import.meta.url);
if (existsSync(entry)) await import(entry.href);
else {
  process.stderr.write("slipway: this checkout is not built yet\n  hint: npm run build\n");
  process.exitCode = 1;
}
