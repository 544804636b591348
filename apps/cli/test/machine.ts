import type { SpawnSyncReturns } from "node:child_process";
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parrotPath } from "@slipway/testkit";
import { afterAll } from "vitest";

/** The built program: tests start what people start. */
export const SLIPWAY = fileURLToPath(new URL("../bin/slipway.js", import.meta.url));
/** The bundled catalog, as files. */
export const CATALOG_FOLDER = fileURLToPath(new URL("../../../packages/catalog/", import.meta.url));

/** How one run of the program ended. */
export type Ran = { code: number | null; stdout: string; stderr: string };

/** A machine of its own: home, state, a folder of programs, a working folder; nothing of the real user's. */
export type Machine = {
  root: string;
  home: string;
  bin: string;
  work: string;
  env: NodeJS.ProcessEnv;
  /** Puts parrot into the folder of programs. */
  installParrot(name?: string): string;
  /** Runs a shell script whose `$0` is the program. */
  runShell(script: string): Ran;
  writeBytes(path: string, bytes: Uint8Array): void;
  slipway(args: string[], options?: { input?: string; cwd?: string; env?: NodeJS.ProcessEnv }): Ran;
};

const made: string[] = [];
afterAll(() => {
  for (const root of made) rmSync(root, { recursive: true, force: true });
});

export function makeMachine(): Machine {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "slipway-cli-")));
  made.push(root);
  const [home, bin, work] = ["home", "bin", "work"].map((name) => join(root, name)) as [string, string, string];
  for (const folder of [home, bin, work]) mkdirSync(folder, { mode: 0o700 });
  const env = {
    HOME: home,
    SLIPWAY_HOME: join(root, "state"),
    PATH: `${bin}:/usr/bin:/bin`,
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
  };
  return {
    root,
    home,
    bin,
    work,
    env,
    installParrot: (name = "parrot") => {
      const path = join(bin, name);
      copyFileSync(parrotPath(), path);
      chmodSync(path, 0o755);
      return path;
    },
    runShell: (script) =>
      asRan(
        spawnSync("/bin/sh", ["-c", script, SLIPWAY], { cwd: work, env, input: "", encoding: "utf8", timeout: 25_000 }),
      ),
    writeBytes: (path, bytes) => writeFileSync(path, bytes),
    slipway: (args, options = {}) => {
      const ran = spawnSync(process.execPath, [SLIPWAY, ...args], {
        cwd: options.cwd ?? work,
        env: { ...env, ...options.env },
        input: options.input ?? "",
        encoding: "utf8",
        timeout: 25_000,
      });
      return asRan(ran);
    },
  };
}

function asRan(ran: SpawnSyncReturns<string>): Ran {
  if (ran.error !== undefined) throw ran.error;
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

/** Writes an executable shell script. */
export function writeScript(path: string, body: string): void {
  writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  chmodSync(path, 0o755);
}

/** Copies the bundled catalog and its signature into a folder and gives the catalog's path. */
export function copyCatalog(folder: string): string {
  for (const name of ["agents.json", "agents.json.minisig"])
    copyFileSync(join(CATALOG_FOLDER, name), join(folder, name));
  return join(folder, "agents.json");
}
