import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "vitest";

export const isRoot = process.geteuid?.() === 0;
/** The user database's `nobody`, which owns nothing here. */
export const STRANGER = 65534;

export function hasTool(name: string): boolean {
  return spawnSync("/usr/bin/which", [name]).status === 0;
}

export type Tree = {
  root: string;
  at: (...parts: string[]) => string;
  folder: (path: string, mode?: number) => string;
  /** A native program: a copy of the machine's `true`. */
  native: (path: string, mode?: number) => string;
  file: (path: string, content: string | Uint8Array, mode?: number) => string;
  link: (target: string, path: string) => string;
  give: (path: string, uid: number) => void;
};

/** A folder of its own for each test, with explicit modes whatever the umask. */
export function useTree(): Tree {
  const tree = { root: "" } as Tree;
  tree.at = (...parts) => join(tree.root, ...parts);
  tree.folder = (path, mode = 0o755) => {
    const full = tree.at(path);
    mkdirSync(full, { recursive: true, mode: 0o755 });
    chmodSync(full, mode);
    return full;
  };
  const place = (path: string, mode: number, write: (full: string) => void) => {
    const full = tree.at(path);
    mkdirSync(dirname(full), { recursive: true, mode: 0o755 });
    write(full);
    chmodSync(full, mode);
    return full;
  };
  tree.native = (path, mode = 0o755) => place(path, mode, (full) => copyFileSync(realpathSync("/bin/true"), full));
  tree.file = (path, content, mode = 0o755) => place(path, mode, (full) => writeFileSync(full, content));
  tree.link = (target, path) => {
    const full = tree.at(path);
    mkdirSync(dirname(full), { recursive: true, mode: 0o755 });
    symlinkSync(target, full);
    return full;
  };
  tree.give = (path, uid) => chownSync(tree.at(path), uid, uid);

  beforeEach(() => {
    tree.root = mkdtempSync(join(realpathSync(tmpdir()), "slipway-binary-"));
    chmodSync(tree.root, 0o755);
  });
  afterEach(() => {
    rmSync(tree.root, { recursive: true, force: true });
  });
  return tree;
}

/** A clock long after the files were made: their identity alone shows every later write. */
export const settled = { now: () => BigInt(Date.now() + 60_000) * 1_000_000n };

export function codesOf(issues: readonly { code: string }[]): string[] {
  return issues.map((found) => found.code);
}
