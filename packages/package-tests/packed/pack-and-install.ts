import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorkspacePackage } from "../src/workspace.js";

/** An empty project with the packed tarballs installed by plain npm, as a stranger would. */
export type Consumer = { folder: string; tarballs: Map<string, string>; remove: () => void };

/**
 * Packs every given package with pnpm and installs all tarballs into an empty project outside the workspace. The folder
 * is under the system's temporary folder, so that nothing resolves to the workspace by accident.
 */
export function installPacked(packages: WorkspacePackage[]): Consumer {
  const base = mkdtempSync(join(tmpdir(), "slipway-packed-"));
  const tarballs = new Map<string, string>();
  for (const { folder, manifest } of packages) {
    const target = join(base, "tarballs", manifest.name.replace("/", "-"));
    mkdirSync(target, { recursive: true });
    execFileSync("pnpm", ["pack", "--pack-destination", target], { cwd: folder, stdio: "pipe" });
    tarballs.set(manifest.name, join(target, readdirSync(target)[0] as string));
  }
  const folder = join(base, "consumer");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, version: "1.0.0" }));
  const files = [...tarballs.values(), ...listOptionalPeers(packages)];
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...files], {
    cwd: folder,
    stdio: "pipe",
  });
  return { folder, tarballs, remove: () => rmSync(base, { recursive: true, force: true }) };
}

/** Optional peers that none of the packages brings along: a stranger who imports the subpath installs them by name. */
function listOptionalPeers(packages: WorkspacePackage[]): string[] {
  const brought = packages.flatMap(({ manifest }) => Object.keys(manifest.optionalDependencies ?? {}));
  const peers = packages.flatMap(({ manifest }) => Object.entries(manifest.peerDependencies ?? {}));
  return peers.filter(([name]) => !brought.includes(name)).map(([name, range]) => `${name}@${range}`);
}

/** Runs a program in the consumer project and returns what it printed; a failure throws with both streams. */
export function runIn(folder: string, program: string, args: string[], env: NodeJS.ProcessEnv = process.env): string {
  return execFileSync(program, args, { cwd: folder, stdio: "pipe", encoding: "utf8", env });
}
