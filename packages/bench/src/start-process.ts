import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Subject } from "./compare.js";

/** Runs a Node program to its end with a fresh home; a failure stops the bench, because its time means nothing. */
export function startNode(name: string, args: readonly string[], home: string): Subject {
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, SLIPWAY_HOME: join(home, "slipway") };
  return {
    name,
    run: () => {
      const done = spawnSync(process.execPath, args, { env, stdio: "ignore", cwd: home });
      if (done.status !== 0) throw new Error("a measured program failed", { cause: { name, status: done.status } });
    },
  };
}

/** A temporary home for measured programs, removed by the returned function. */
export function makeHome(): { home: string; remove: () => void } {
  const home = mkdtempSync(join(tmpdir(), "slipway-bench-"));
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) };
}
