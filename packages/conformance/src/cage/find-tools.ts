import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** Where system tools may come from. Not PATH: a folder in it may belong to the repository under test. */
export const SYSTEM_FOLDERS: readonly string[] = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];

/** The tools the cage is made with, and the Debian package of each. */
export const CAGE_TOOLS: ReadonlyMap<string, string> = new Map([
  ["unshare", "util-linux"],
  ["setpriv", "util-linux"],
  ["mount", "mount"],
  ["ip", "iproute2"],
  ["sh", "dash"],
  ["env", "coreutils"],
  ["readlink", "coreutils"],
  ["awk", "mawk"],
]);

/** The absolute path of a system tool, or undefined. */
export function findSystemTool(name: string, folders: readonly string[] = SYSTEM_FOLDERS): string | undefined {
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
