import { lstatSync } from "node:fs";

/**
 * Whether a file is root's own tool: a plain file without a link on the way that root owns and nobody else can write, in folders
 * of the same kind. By mode alone, since reading a list of the access lists' reader would never end: without a group or
 * other write bit there is no list that grants it. For programs of the system that are started as helpers.
 */
export function isRootsAlone(path: string): boolean {
  try {
    const file = lstatSync(path);
    if (!file.isFile() || file.uid !== 0 || (file.mode & 0o022) !== 0) return false;
    for (let cut = path.lastIndexOf("/"); cut >= 0; cut = cut === 0 ? -1 : path.lastIndexOf("/", cut - 1)) {
      const folder = lstatSync(path.slice(0, cut) || "/");
      if (!folder.isDirectory() || folder.uid !== 0 || (folder.mode & 0o022) !== 0) return false;
    }
    return true;
  } catch {
    return false;
  }
}
