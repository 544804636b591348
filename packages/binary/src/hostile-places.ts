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
  /** The user's home is not a root, and what lies in it stays usable when a root lies above it. */
  home: string | undefined;
  /** Whether two spellings of a name can be one file here: letter case and Unicode form are then not compared. */
  folds: boolean;
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
  const home = known === undefined ? undefined : resolveFolder(known, ports);
  const written = trimSlash(normalize(workspace));
  const forms = new Set([written, resolveFolder(written, ports)]);
  const roots = new Set<string>();
  const nodeModules = new Set<string>();
  for (const form of forms) {
    const above = listAncestors(form);
    const repositories = above.filter((folder) => exists(folder === "/" ? "/.git" : `${folder}/.git`, ports));
    for (const root of [form, ...repositories]) if (root !== "/" && root !== home) roots.add(root);
    for (const folder of above) nodeModules.add(folder === "/" ? "/node_modules" : `${folder}/node_modules`);
  }
  return { roots: [...roots], nodeModules: [...nodeModules], home, folds: ports.platform !== "linux" };
}

/** Why a path may not be used unless the caller names it, or nothing. Compares text: follow links first, check both. */
export function checkHostile(path: string, places: HostilePlaces): Issue | undefined {
  const fold = (text: string) => (places.folds ? text.normalize("NFC").toLowerCase() : text);
  const normal = fold(trimSlash(normalize(path)));
  const home = places.home === undefined ? undefined : fold(places.home);
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
    if (home !== undefined && isWithin(home, fold(root)) && isWithin(normal, home)) continue;
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

function resolveFolder(path: string, ports: BinaryPorts): string {
  const followed = followLinks(path, { ports, policy: "report" });
  return followed.ok ? followed.path : trimSlash(normalize(path));
}

function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/u, "") || "/" : path;
}

function exists(path: string, ports: BinaryPorts): boolean {
  try {
    ports.fs.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
