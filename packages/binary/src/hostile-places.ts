import { dirname, normalize } from "node:path";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";
import { requireAbsolute } from "./check-path-text.js";
import { followLinks } from "./follow-links.js";
import type { BinaryPorts } from "./system-ports.js";

/** The folders whose content a repository can choose, for one workspace. */
export type HostilePlaces = {
  /** Nothing at or below these is a candidate: the workspace and its repository root, as written and with links followed. */
  roots: string[];
  /** Nothing below these is one: `node_modules` of the workspace and of every folder above it. */
  nodeModules: string[];
  /**
   * The user's home, as written and with links followed: not a root, and what lies in it stays usable when a root lies
   * above it.
   */
  homes: string[];
  /** Whether two spellings of a name can be one file here: letter case and Unicode form are then not compared. */
  folds: boolean;
  /**
   * The roots and `node_modules` folders by device and inode. A bind mount, a firmlink of macOS (`/System/Volumes/Data`)
   * or a spelling that the file system folds is a second path to them, which a repository can put into a variable.
   */
  byIdentity: ReadonlyMap<string, string>;
  /** Device and inode of a folder; nothing when it cannot be asked. Remembers its answers. */
  identify: (folder: string) => string | undefined;
};

/**
 * Works out the places that the working directory controls. A clone belongs to the user, so ownership proves nothing
 * there: `npx` puts `node_modules/.bin` of the working directory and of every folder above it in front of PATH, and a
 * repository that carries a `claude` would be started as Claude.
 *
 * A repository root is EVERY folder above with a `.git` (found by looking, never by running git): a submodule does not
 * hide the clone around it. The user's home and `/` are never roots: what is installed in `~/.local/bin` would
 * disappear in a shell that stands in the home folder, or whose dotfiles are a repository. The `node_modules` rule holds
 * for them too.
 */
export function findHostilePlaces(workspace: string, ports: BinaryPorts): HostilePlaces {
  requireAbsolute(workspace, "workspace");
  const known = ports.user().homedir;
  const homes = known === undefined ? [] : [...new Set([trimSlash(normalize(known)), resolveFolder(known, ports)])];
  const written = trimSlash(normalize(workspace));
  const forms = new Set([written, resolveFolder(written, ports)]);
  const roots = new Set<string>();
  const nodeModules = new Set<string>();
  for (const form of forms) {
    const above = listAncestors(form);
    const repositories = above.filter((folder) => exists(folder === "/" ? "/.git" : `${folder}/.git`, ports));
    for (const root of [form, ...repositories]) if (root !== "/" && !homes.includes(root)) roots.add(root);
    for (const folder of above) nodeModules.add(folder === "/" ? "/node_modules" : `${folder}/node_modules`);
  }
  const identify = rememberIdentities(ports);
  const byIdentity = new Map<string, string>();
  for (const folder of [...roots, ...nodeModules]) {
    const identity = identify(folder);
    if (identity !== undefined && !byIdentity.has(identity)) byIdentity.set(identity, folder);
  }
  const folds = ports.platform !== "linux";
  return { roots: [...roots], nodeModules: [...nodeModules], homes, folds, byIdentity, identify };
}

/**
 * Why a path may not be used unless the caller names it, or nothing. Follow links first and check both. Compares text,
 * then asks of each folder above whether it is a hostile one under another path. A second path to a folder INSIDE a root
 * (a bind mount of `clone/bin`) cannot be told from any other folder.
 */
export function checkHostile(path: string, places: HostilePlaces): Issue | undefined {
  const normal = trimSlash(normalize(path));
  const written = checkHostileText(path, places);
  if (written !== undefined || places.byIdentity.size === 0) return written;
  for (const folder of listAncestors(normal)) {
    const identity = places.identify(folder);
    const same = identity === undefined ? undefined : places.byIdentity.get(identity);
    if (same === undefined || same === folder) continue;
    const found = checkSpelling(`${same}${normal.slice(folder.length)}`, path, places);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first half of {@link checkHostile}: enough for a place, whose files are checked whole once they are found. */
export function checkHostileText(path: string, places: HostilePlaces): Issue | undefined {
  return checkSpelling(trimSlash(normalize(path)), path, places);
}

function checkSpelling(spelling: string, path: string, places: HostilePlaces): Issue | undefined {
  const fold = (text: string) => (places.folds ? text.normalize("NFC").toLowerCase() : text);
  const normal = fold(spelling);
  const homes = places.homes.map(fold);
  const modules = places.nodeModules.find((folder) => isWithin(normal, fold(folder)));
  if (modules !== undefined)
    return binaryIssue({
      code: "BINARY_IN_NODE_MODULES",
      message: msg`${path} is in ${modules}, which the working directory brings along`,
      hint: msg`install the program for your user, or name this file yourself`,
    });
  for (const root of places.roots) {
    if (!isWithin(normal, fold(root))) continue;
    // A home inside a root (a workspace of `/home`): the user's own programs, unless a nearer root holds them.
    if (homes.some((home) => isWithin(home, fold(root)) && isWithin(normal, home))) continue;
    return binaryIssue({
      code: "BINARY_IN_WORKSPACE",
      message: msg`${path} is in ${root}: what a working directory brings along is not started unasked`,
      hint: msg`install the program elsewhere, or name this file yourself`,
    });
  }
  return undefined;
}

/** Whether a path is a folder or lies below it; both absolute and normal. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || folder === "/" || path.startsWith(`${folder}/`);
}

function listAncestors(path: string): string[] {
  const found = [path];
  for (let at = path, above = dirname(at); above !== at; at = above, above = dirname(at)) found.push(above);
  return found;
}

function rememberIdentities(ports: BinaryPorts): HostilePlaces["identify"] {
  const known = new Map<string, string | undefined>();
  return (folder) => {
    if (known.has(folder)) return known.get(folder);
    let identity: string | undefined;
    try {
      const stat = ports.fs.statSync(folder, { bigint: true, throwIfNoEntry: false });
      if (stat?.isDirectory() && stat.ino !== 0n) identity = `${stat.dev}:${stat.ino}`;
    } catch {
      // What cannot be asked cannot be started either: the verified walk refuses it.
    }
    known.set(folder, identity);
    return identity;
  };
}

function resolveFolder(path: string, ports: BinaryPorts): string {
  const followed = followLinks(path, { ports, policy: "report" });
  return followed.ok ? followed.path : trimSlash(normalize(path));
}

function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/u, "") || "/" : path;
}

function exists(path: string, ports: BinaryPorts): boolean {
  try {
    return ports.fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
