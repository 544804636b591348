import { win32 } from "node:path";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { BinaryError, binaryIssue } from "./binary-code.js";
import { checkUnicode, PATH_MAX_LENGTH } from "./check-path-text.js";
import type { BinaryPorts } from "./system-ports.js";

/** The folders whose content a repository can choose, as text; letter case does not count. */
export type WindowsWorkspace = { roots: string[]; nodeModules: string[] };

/**
 * The workspace, every repository around it, and the `node_modules` of it and of each folder above it. Compared by text
 * alone: a junction, a substituted drive or a short name (`PROGRA~1`) is a second path to a folder that text does not show,
 * which is why the real path of each file is compared as well.
 */
export function findWindowsWorkspace(workspace: string, ports: BinaryPorts): WindowsWorkspace {
  if (typeof workspace !== "string" || checkWindowsPath(workspace) !== undefined)
    throw new BinaryError("BINARY_MISUSE", msg`workspace must be an absolute path with a drive, not ${workspace}`);
  const forms = [win32.normalize(workspace), realPathOf(workspace, ports)].map(trimEnd);
  const home = ports.user().homedir;
  const roots = new Set<string>();
  const nodeModules = new Set<string>();
  for (const form of forms)
    for (let at = form; ; at = win32.dirname(at)) {
      const isRoot = at === form || exists(win32.join(at, ".git"), ports);
      // As elsewhere: a shell that stands in the home folder must not lose what is installed below it.
      if (isRoot && at !== win32.dirname(at) && at.toLowerCase() !== home?.toLowerCase()) roots.add(at.toLowerCase());
      nodeModules.add(win32.join(at, "node_modules").toLowerCase());
      if (win32.dirname(at) === at) break;
    }
  return { roots: [...roots], nodeModules: [...nodeModules] };
}

/** Why a path of Windows is not used, or nothing: only one with a drive means the same file everywhere. */
export function checkWindowsPath(path: string): Issue | undefined {
  const wrong = checkUnicode(path);
  if (wrong !== undefined) return wrong;
  if (path.length > PATH_MAX_LENGTH)
    return binaryIssue({ code: "BINARY_PATH_TOO_LONG", message: msg`${path} is longer than ${PATH_MAX_LENGTH}` });
  if (!/^[a-z]:[\\/]/iu.test(path))
    return binaryIssue({
      code: "BINARY_PATH_NOT_ABSOLUTE",
      message: msg`${path} does not begin with a drive and a backslash`,
      hint: msg`name the file from its drive on: another form depends on the current drive or on another machine`,
    });
  // A colon names another stream of the file; Windows drops blanks and dots at the end of a name.
  const names = path.slice(3).split(/[\\/]/u);
  if (names.some((name) => /[:"<>|?*\x00-\x1f]/u.test(name) || (/[. ]$/u.test(name) && name !== "." && name !== "..")))
    return binaryIssue({
      code: "BINARY_NAME_INVALID",
      message: msg`${path} holds a name that Windows reads as another`,
    });
  return undefined;
}

/** Why a folder is not looked in, or nothing. */
export function checkWindowsPlace(folder: string, workspace: WindowsWorkspace): Issue | undefined {
  if (folder === "")
    return binaryIssue({
      code: "BINARY_PLACE_EMPTY",
      severity: "info",
      message: msg`an empty entry means the working directory`,
    });
  const wrong = checkWindowsPath(folder) ?? checkRunner(folder) ?? checkWindowsHostile(folder, workspace);
  return wrong === undefined ? undefined : { ...wrong, severity: "info" };
}

/** Why a path may not be used unless the caller names it, or nothing. */
export function checkWindowsHostile(path: string, { roots, nodeModules }: WindowsWorkspace): Issue | undefined {
  const folded = trimEnd(win32.normalize(path)).toLowerCase();
  const within = (folder: string) => folded === folder || folded.startsWith(`${folder}\\`);
  const modules = nodeModules.find(within);
  const hint = msg`install the program for your user, or name this file yourself`;
  if (modules !== undefined)
    return binaryIssue({
      code: "BINARY_IN_NODE_MODULES",
      message: msg`${path} is in ${modules}, which the working directory brings along`,
      hint,
    });
  const root = roots.find(within);
  if (root === undefined) return undefined;
  return binaryIssue({
    code: "BINARY_IN_WORKSPACE",
    message: msg`${path} is in ${root}: what a working directory brings along is not started unasked`,
    hint,
  });
}

/** The path with junctions and links followed; the path itself when that cannot be asked. */
export function realPathOf(path: string, ports: BinaryPorts): string {
  try {
    return ports.fs.realpathSync.native(path);
  } catch {
    return win32.normalize(path);
  }
}

function checkRunner(folder: string): Issue | undefined {
  const names = trimEnd(win32.normalize(folder)).toLowerCase().split("\\");
  const isBin = names.at(-1) === ".bin" && names.at(-2) === "node_modules";
  if (!isBin && names.at(-1) !== "node-gyp-bin" && !names.includes("_npx")) return undefined;
  return binaryIssue({
    code: "BINARY_PLACE_OF_PACKAGE_RUNNER",
    message: msg`${folder} was put on PATH by a package runner`,
  });
}

function trimEnd(path: string): string {
  return path.length > 3 ? path.replace(/[\\/]+$/u, "") : path;
}

function exists(path: string, ports: BinaryPorts): boolean {
  try {
    return ports.fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
