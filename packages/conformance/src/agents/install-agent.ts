import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { Result } from "@slipway/errors";
import { issue, msg, refuse, succeed } from "@slipway/errors";
import { findSystemTool, SYSTEM_FOLDERS } from "../cage/find-tools.js";
import { checkoutRoot } from "../package-root.js";
import type { AgentCase } from "./agent-case.js";
import { checkLock } from "./check-lock.js";
import { digestFile, digestTree } from "./digest-tree.js";

/** Milliseconds for `npm ci`: 424 MB at 2 MB/s and some. */
const INSTALL_TIMEOUT_MS = 300_000;

/** Characters of what npm says that go into a message: the beginning, where the reason stands; its usage follows. */
const NPM_MESSAGE_MAX_CHARACTERS = 1_500;

/** Written last into a complete install; holds the digest of the lock it was made from. */
const STAMP = ".complete";

export interface InstalledAgent {
  readonly agent: AgentCase;
  /** The install folder: `<cache>/<id>`. */
  readonly folder: string;
  /** True when it was there already. */
  readonly cached: boolean;
}

/** `$SLIPWAY_AGENT_CACHE` (absolute), else `.cache/agents` of the checkout. */
export function agentCacheFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const named = env["SLIPWAY_AGENT_CACHE"];
  return named !== undefined && isAbsolute(named) ? named : join(checkoutRoot(), ".cache", "agents");
}

async function checkDigests(agent: AgentCase, folder: string): Promise<Result<true>> {
  const platform = `${process.platform}-${process.arch}`;
  const recorded = agent.digests[platform];
  if (recorded === undefined) {
    const message = msg`no digest of ${agent.package} ${agent.version} is recorded for ${platform}`;
    return refuse(issue({ code: "CONFORMANCE_AGENT_PLATFORM", message }));
  }
  const issues = [];
  for (const [path, expected] of Object.entries(recorded.files)) {
    const file = join(folder, path);
    if (!existsSync(file)) {
      const hint = msg`npm leaves out a platform package that it cannot get, and says nothing`;
      issues.push(issue({ code: "CONFORMANCE_BINARY_MISSING", message: msg`${file} is missing`, hint }));
    } else if ((await digestFile(file)) !== expected) {
      issues.push(
        issue({ code: "CONFORMANCE_BINARY_CHANGED", message: msg`${file} is not the file that was recorded` }),
      );
    }
  }
  if (issues.length === 0 && (await digestTree(join(folder, "node_modules"))) !== recorded.tree) {
    const message = msg`the files under ${folder} are not those that were recorded`;
    const hint = msg`remove that folder; it is installed again`;
    issues.push(issue({ code: "CONFORMANCE_BINARY_CHANGED", message, hint }));
  }
  return issues.length > 0 ? refuse(...issues) : succeed(true);
}

/**
 * The environment for npm. A package manager that runs this as a script leaves its own settings there under npm's names
 * (`npm_config_*`); of them only the registry and its cache are the user's.
 */
function npmEnvironment(): NodeJS.ProcessEnv {
  const kept = ["npm_config_registry", "npm_config_cache"];
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_") || kept.includes(name));
  return Object.fromEntries(entries);
}

/** `npm ci` of the committed lock into a new folder beside `folder`, which it becomes only when all went well. */
function runNpm(agent: AgentCase, folder: string, stamp: string): Result<true> {
  const code = "CONFORMANCE_INSTALL_FAILED";
  const npm = findSystemTool("npm", [dirname(process.execPath), "/usr/local/bin", ...SYSTEM_FOLDERS]);
  if (npm === undefined) {
    const message = msg`npm is neither beside Node nor in a system folder`;
    return refuse(issue({ code, message, hint: msg`install npm` }));
  }
  const fresh = `${folder}.${randomBytes(6).toString("hex")}`;
  mkdirSync(fresh, { recursive: true, mode: 0o755 });
  try {
    for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(agent.folder, name), join(fresh, name));
    const run = spawnSync(npm, ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: fresh,
      env: npmEnvironment(),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      timeout: INSTALL_TIMEOUT_MS,
    });
    if (run.status !== 0) {
      const said = (run.error?.message ?? run.stderr).trim().slice(0, NPM_MESSAGE_MAX_CHARACTERS);
      const message = msg`npm could not install ${agent.package} ${agent.version}: ${said}`;
      return refuse(issue({ code, message, hint: msg`run it again with the npm registry in reach` }));
    }
    writeFileSync(join(fresh, STAMP), stamp);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
    return succeed(true);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * Installs an agent from its committed lock, scripts off, unless the cache holds it complete, and then compares what is
 * there with the recorded digests: the started file, the native program, and the whole tree. Nothing of it is started.
 *
 * Refused with `CONFORMANCE_LOCK_UNSAFE`, `_INSTALL_FAILED`, `_AGENT_PLATFORM`, `_BINARY_MISSING`, `_BINARY_CHANGED`.
 */
export async function installAgent(
  agent: AgentCase,
  cacheFolder = agentCacheFolder(),
): Promise<Result<InstalledAgent>> {
  const lock = readFileSync(join(agent.folder, "package-lock.json"), "utf8");
  const unsafe = checkLock(lock);
  if (unsafe.length > 0) return refuse(...unsafe);
  const stamp = createHash("sha256").update(lock).digest("hex");
  const folder = join(cacheFolder, agent.id);
  const stampFile = join(folder, STAMP);
  const cached = existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
  if (!cached) {
    const made = runNpm(agent, folder, stamp);
    if (!made.ok) return made;
  }
  const judged = await checkDigests(agent, folder);
  return judged.ok ? succeed({ agent, folder, cached }) : judged;
}
