#!/usr/bin/env node
// Every root script of package.json comes here: `node scripts/dev.mjs <command> [arguments]`. It needs Node and npm only,
// sets up the pinned pnpm and the workspace from the frozen locks when they are not set up yet, and runs the command.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { countResults, removeResults } from "./count-results.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pnpmFolder = join(root, "tools/pnpm");
const env = makeEnvironment();

const commands = {
  demo: (args) =>
    turbo(
      "build",
      "--output-logs=errors-only",
      ...["cli", "catalog-tools", "testkit"].map((name) => `--filter=@slipway/${name}`),
    ) || node("scripts/demo.mjs", ...args),
  test: (args) => test(args),
  "test:nodes": (args) => turbo("build", "--output-logs=errors-only") || node("scripts/test-on-nodes.mjs", ...args),
  build: (args) => turbo("build", "types", ...args),
  typecheck: (args) => turbo("typecheck", ...args),
  lint: (args) => biome("check", "--error-on-warnings", ...(args.length ? args : ["."])) || run("turbo", "boundaries"),
  format: (args) => biome("check", "--write", ...(args.length ? args : ["."])),
  "pack-test": (args) => turbo("test:packed", ...args),
  e2e: (args) => turbo("e2e", ...args),
  bench: (args) => turbo("bench", ...args),
  docs: () => turbo("types") || run("typedoc"),
  full: () => firstFailure(["lint", "typecheck", "test", "pack-test", "e2e", "docs", "bench"]),
};

const [name, ...rest] = process.argv.slice(2);
if (!Object.hasOwn(commands, name ?? "")) {
  console.error(`usage: node scripts/dev.mjs <${Object.keys(commands).join(" | ")}> [arguments]`);
  process.exit(2);
}
process.exit(setUp() || commands[name](rest));

function test(args) {
  removeResults(root);
  const status = turbo("test", "--continue", ...args);
  const totals = countResults(root);
  for (const line of totals.skipped) console.log(`skipped: ${line}`);
  console.log(totals.line);
  return status || (totals.failed > 0 ? 1 : 0);
}

function firstFailure(names) {
  for (const each of names) {
    const status = commands[each]([]);
    if (status !== 0) {
      console.error(`${each} failed`);
      return status;
    }
  }
  return 0;
}

/** Installs what is missing; an unchanged tree costs two file reads. */
function setUp() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Slipway needs Node 20.19 or later; this is ${process.version}.`);
    return 1;
  }
  const pnpmStamp = hashFiles([join(pnpmFolder, "package-lock.json")]);
  if (!stampHolds(pnpmFolder, pnpmStamp) || !existsSync(join(pnpmFolder, "node_modules/pnpm/bin/pnpm.cjs"))) {
    console.log("setting up pnpm ...");
    const status = run("npm", "ci", "--prefix", pnpmFolder, "--ignore-scripts", "--no-audit", "--no-fund");
    if (status !== 0) return status;
    writeStamp(pnpmFolder, pnpmStamp);
  }
  const manifests = listManifests();
  const stamp = hashFiles([join(root, "pnpm-lock.yaml"), join(root, "pnpm-workspace.yaml"), ...manifests]);
  const linked = manifests.every((file) => file.startsWith(join(root, "package.json")) || isLinked(dirname(file)));
  if (stampHolds(root, stamp) && linked) return 0;
  console.log("installing the workspace ...");
  const status = run("pnpm", "install", "--frozen-lockfile", "--prefer-offline");
  if (status === 0) writeStamp(root, stamp);
  return status;
}

function isLinked(folder) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return !dependencies && !devDependencies ? true : existsSync(join(folder, "node_modules"));
}

function listManifests() {
  const files = [join(root, "package.json")];
  for (const group of ["packages", "apps", "tools"])
    for (const name of readdirSync(join(root, group)).sort()) {
      const file = join(root, group, name, "package.json");
      if (name !== "pnpm" && existsSync(file)) files.push(file);
    }
  return files;
}

function hashFiles(files) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch} ${process.versions.modules}\n`);
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex");
}

function stampHolds(folder, stamp) {
  try {
    return readFileSync(join(folder, "node_modules/.slipway-stamp"), "utf8") === stamp;
  } catch {
    return false;
  }
}

function writeStamp(folder, stamp) {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  writeFileSync(join(folder, "node_modules/.slipway-stamp"), stamp);
}

function makeEnvironment() {
  const made = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };
  for (const key of ["TURBO_API", "TURBO_TEAM", "TURBO_TOKEN"]) delete made[key];
  made.PATH = [
    join(pnpmFolder, "node_modules/.bin"),
    join(root, "node_modules/.bin"),
    dirname(process.execPath),
    process.env.PATH ?? "",
  ].join(delimiter);
  // Headers beside the running node spare node-gyp a download; nothing here compiles, but a user's override might.
  const prefix = dirname(dirname(process.execPath));
  if (existsSync(join(prefix, "include/node/node_api.h"))) made.npm_config_nodedir = prefix;
  return made;
}

function turbo(...args) {
  // Two tasks at once: more than the cores of a small machine makes tests of real processes time out.
  const logs = args.some((each) => each.startsWith("--output-logs")) ? [] : ["--output-logs=new-only"];
  return run("turbo", "run", "--concurrency=2", ...logs, ...args);
}

function biome(...args) {
  return run("biome", ...args);
}

function node(...args) {
  return run(process.execPath, ...args);
}

function run(program, ...args) {
  const done = spawnSync(program, args, { cwd: root, env, stdio: "inherit", shell: process.platform === "win32" });
  if (done.error) {
    console.error(`cannot run ${program}: ${done.error.message}`);
    return 1;
  }
  return done.status ?? 1;
}
