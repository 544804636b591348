import { userInfo } from "node:os";
import { isAbsolute, join, posix, win32 } from "node:path";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { runtimeIssue } from "../runtime-error.js";

/** Where Slipway keeps its own files. */
export type Folders = {
  config: string;
  /** Adoption records, sessions, memory of signed channels: not to be cleared with caches. */
  state: string;
  cache: string;
  /** True when `SLIPWAY_HOME` named them. */
  overridden: boolean;
  issues: Issue[];
};

/** The entry of the user database; `homedir` takes precedence over `$HOME`. */
export type UserEntry = { homedir: string };

/**
 * The three folders. `SLIPWAY_HOME` (absolute) puts all of them into one; else the XDG folders, or the platform's own on
 * macOS and Windows. The home is that of the user database: `$HOME` is set by editors, containers and `direnv` in the folder
 * one works in. Relative values are ignored, each with a warning (XDG base directory specification, "must be absolute").
 */
export function resolveFolders(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  user?: UserEntry,
): Folders {
  const issues: Issue[] = [];
  const path = platform === "win32" ? win32 : posix;
  const read = (name: string): string | undefined => {
    const value = env[name];
    if (value === undefined || value === "") return undefined;
    if (path.isAbsolute(value)) return value;
    issues.push(
      runtimeIssue({
        code: "RUNTIME_FOLDER_RELATIVE",
        severity: "warning",
        message: msg`${name} is not an absolute path and is ignored: ${value}`,
        hint: msg`give the full path`,
      }),
    );
    return undefined;
  };

  const own = read("SLIPWAY_HOME");
  if (own !== undefined)
    return {
      config: path.join(own, "config"),
      state: path.join(own, "state"),
      cache: path.join(own, "cache"),
      overridden: true,
      issues,
    };
  const home = findHome(env, platform, user, issues);
  if (platform === "win32") {
    const roaming = read("APPDATA") ?? path.join(home, "AppData", "Roaming");
    const local = read("LOCALAPPDATA") ?? path.join(home, "AppData", "Local");
    return {
      config: path.join(roaming, "slipway"),
      state: path.join(local, "slipway", "state"),
      cache: path.join(local, "slipway", "cache"),
      overridden: false,
      issues,
    };
  }
  const library = path.join(home, "Library");
  const isMac = platform === "darwin";
  const folder = (name: string, mac: string, rest: string): string => {
    const base = read(name);
    if (base !== undefined) return path.join(base, "slipway");
    return isMac ? path.join(library, mac) : path.join(home, rest, "slipway");
  };
  return {
    config: folder("XDG_CONFIG_HOME", "Application Support/slipway/config", ".config"),
    state: folder("XDG_STATE_HOME", "Application Support/slipway/state", ".local/state"),
    cache: folder("XDG_CACHE_HOME", "Caches/slipway", ".cache"),
    overridden: false,
    issues,
  };
}

function findHome(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  user: UserEntry | undefined,
  issues: Issue[],
): string {
  const said = env[platform === "win32" ? "USERPROFILE" : "HOME"];
  const known = user ?? readUser();
  // A container may run under a number that no user database knows: then there is only $HOME.
  if (known === undefined || known.homedir === "") return said !== undefined && isAbsolute(said) ? said : join("/");
  if (said !== undefined && said !== known.homedir)
    issues.push(
      runtimeIssue({
        code: "RUNTIME_HOME_DIFFERS",
        severity: "info",
        message: msg`HOME is ${said}, the user database says ${known.homedir}: Slipway's own files follow the latter`,
        hint: msg`set SLIPWAY_HOME to choose another place`,
      }),
    );
  return known.homedir;
}

/** This user in the user database, if it knows one. */
export function readUser(): UserEntry | undefined {
  try {
    return userInfo();
  } catch {
    return undefined;
  }
}
