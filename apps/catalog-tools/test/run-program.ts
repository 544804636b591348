import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The program as it is installed. */
export const PROGRAM = fileURLToPath(new URL("../bin/slipway-catalog.js", import.meta.url));
/** The folder of the bundled catalog. */
export const FLOOR = fileURLToPath(new URL("../../../packages/catalog/", import.meta.url));

/** An empty folder with the program to run in it. */
export type Desk = {
  folder: string;
  run: (...args: string[]) => { code: number | null; stdout: string; stderr: string };
  /** The same with standard input and variables. */
  runWith: (
    options: { input?: string; env?: Record<string, string> },
    ...args: string[]
  ) => { code: number | null; stdout: string; stderr: string };
  /** Writes a file and gives its name. */
  write: (name: string, text: string) => string;
  remove: () => void;
};

export function makeDesk(): Desk {
  const folder = mkdtempSync(join(tmpdir(), "slipway-catalog-tools-"));
  const runWith: Desk["runWith"] = ({ input, env }, ...args) => {
    const { NO_COLOR: _no, FORCE_COLOR: _force, ...inherited } = process.env;
    const ran = spawnSync(process.execPath, [PROGRAM, ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { ...inherited, ...env },
      input: input ?? "",
    });
    return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
  };
  return {
    folder,
    runWith,
    run: (...args) => runWith({}, ...args),
    write: (name, text) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
      return name;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** An agents.json of one entry. */
export function entry(fields: string): string {
  return `{ "schema": 1, "updatedAt": "2026-01-01", "agents": [\n  { ${fields} }\n] }`;
}

/** The fields of an entry with no problem. */
export const GOOD = '"id": "x", "name": "X", "adapter": "cli", "command": "x-agent"';
