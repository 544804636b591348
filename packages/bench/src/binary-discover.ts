import { chmodSync, copyFileSync, existsSync, mkdirSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { discover } from "@slipway/binary";
import type { Comparison } from "./compare.js";
import { compareSubjects } from "./compare.js";

const PLACES = 40;

/** Looking through 40 entries of PATH, the program in the last one, against npm's own `which`; the whole trace included. */
export function compareDiscovery(folder: string): Comparison | undefined {
  const npm = join(dirname(realpathSync(process.execPath)), "../lib/node_modules/npm/package.json");
  const near = ["/usr/lib/node_modules/npm/package.json", npm].find((path) => existsSync(path));
  if (near === undefined) return undefined;
  const which = createRequire(near)("which") as { sync: (name: string, options: { path: string }) => string };
  const root = realpathSync(folder);
  const places = Array.from({ length: PLACES }, (_, index) => join(root, "path", `${index}`, "bin"));
  for (const place of places) mkdirSync(place, { recursive: true });
  const program = join(places.at(-1) as string, "agent-of-the-bench");
  copyFileSync(realpathSync("/bin/true"), program);
  chmodSync(program, 0o755);
  const workspace = join(root, "workspace");
  mkdirSync(workspace);
  const path = places.join(":");
  const env = { PATH: path };
  const find = () => {
    const trace = discover({ names: ["agent-of-the-bench"], workspace, env, npmGlobal: false });
    if (trace.chosen?.path !== program || trace.places.length !== PLACES) throw new Error("not found");
  };
  return compareSubjects(
    `find a program in ${PLACES} entries of PATH`,
    { name: "@slipway/binary discover", run: find },
    {
      name: "which of npm",
      run: () => {
        if (which.sync("agent-of-the-bench", { path }) !== program) throw new Error("not found");
      },
    },
  );
}
