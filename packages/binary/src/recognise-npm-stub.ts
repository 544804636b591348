import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";
import { PATH_MAX_LENGTH } from "./check-path-text.js";
import { readHead } from "./read-head.js";
import type { BinaryPorts } from "./system-ports.js";

/** Stubs are about 500 bytes; a real program of this size does not exist. */
export const STUB_MAX_BYTES = 8192;
/** Bytes of a package.json that are read. */
export const PACKAGE_FILE_MAX_BYTES = 262_144;
/** Folders above the stub in which its package.json is looked for (`bin/claude.exe` is one below). */
const PACKAGE_LEVELS = 3;
/** Optional dependencies that are looked at; the largest list seen has 12. */
const PLATFORM_PACKAGES_MAX = 64;

/**
 * npm packages with a native program ship a small text file in its place, which the package's install script replaces.
 * With `--ignore-scripts` it stays, and the program waits in the platform package beside it. Returns the issue to give
 * instead of "not a program", and the waiting file where it is there; nothing when the file is no such stub.
 */
export function recogniseNpmStub(
  path: string,
  head: Buffer,
  size: number,
  ports: BinaryPorts,
): { issue: Issue; beside?: string } | undefined {
  if (size > STUB_MAX_BYTES || head.includes(0)) return undefined;
  const owner = findOwner(path, ports);
  if (owner === undefined) return undefined;
  const beside = findPlatformProgram(owner, path, ports);
  return {
    issue: binaryIssue({
      code: "BINARY_NPM_STUB",
      message: msg`${path} is the placeholder that npm leaves when install scripts are off, not the program`,
      hint:
        beside === undefined
          ? msg`install it again without --ignore-scripts and --omit=optional`
          : msg`use ${beside}, or install it again without --ignore-scripts`,
    }),
    ...(beside === undefined ? {} : { beside }),
  };
}

type Owner = { folder: string; platformPackages: string[] };

function findOwner(path: string, ports: BinaryPorts): Owner | undefined {
  let folder = path;
  for (let level = 0; level < PACKAGE_LEVELS; level += 1) {
    folder = folder.slice(0, folder.lastIndexOf("/"));
    if (folder === "") return undefined;
    const bytes = readHead(`${folder}/package.json`, PACKAGE_FILE_MAX_BYTES, ports);
    if (bytes === undefined) continue;
    const optional = readOptionalDependencies(bytes);
    const fits = new RegExp(`(?:^|[-_/])${platformName(ports)}[-_]${ports.arch}(?:[-_][a-z0-9]+)*$`, "u");
    const platformPackages = optional.filter((name) => fits.test(name));
    return platformPackages.length === 0 ? undefined : { folder, platformPackages };
  }
  return undefined;
}

/** Packages say `windows` or `win32`; the other platforms have one name. */
function platformName(ports: BinaryPorts): string {
  return ports.platform === "win32" ? "win(?:32|dows)" : ports.platform;
}

function readOptionalDependencies(bytes: Buffer): string[] {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    if (typeof value !== "object" || value === null) return [];
    const optional = (value as { optionalDependencies?: unknown }).optionalDependencies;
    if (typeof optional !== "object" || optional === null) return [];
    // A name becomes part of a path: only npm's own grammar, no dots that climb.
    return Object.keys(optional)
      .slice(0, PLATFORM_PACKAGES_MAX)
      .filter((name) => /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/u.test(name) && name.length <= 214);
  } catch {
    return [];
  }
}

function findPlatformProgram(owner: Owner, stub: string, ports: BinaryPorts): string | undefined {
  const at = owner.folder.lastIndexOf("/node_modules/");
  const roots = [
    `${owner.folder}/node_modules`,
    ...(at === -1 ? [] : [owner.folder.slice(0, at + "/node_modules".length)]),
  ];
  const file = stub.slice(stub.lastIndexOf("/") + 1);
  const names = ports.platform === "win32" ? [file] : [file.replace(/\.exe$/u, ""), file];
  // The plain build first; libc and processor variants (`-musl`, `-baseline`) only when it is not there.
  const packages = [...owner.platformPackages].sort((left, right) => left.length - right.length);
  for (const name of packages)
    for (const root of roots)
      for (const sub of ["", "/bin"])
        for (const program of names) {
          const path = `${root}/${name}${sub}/${program}`;
          if (path.length <= PATH_MAX_LENGTH && isPlainFile(path, ports)) return path;
        }
  return undefined;
}

function isPlainFile(path: string, ports: BinaryPorts): boolean {
  try {
    return ports.fs.lstatSync(path).isFile();
  } catch {
    return false;
  }
}
