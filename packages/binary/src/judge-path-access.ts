import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";
import { parseMacAccessList } from "./parse-mac-access-list.js";
import { parseSecurityDescriptor } from "./parse-security-descriptor.js";
import type { BinaryPorts } from "./system-ports.js";

/**
 * What the platform's access list says against a file or folder, beyond its mode: on macOS and Windows only. Nothing said
 * is no proof: the list is asked for by path, and may not have been readable.
 */
export function judgePathAccess(path: string, what: "file" | "folder", ports: BinaryPorts): Issue | undefined {
  if (ports.platform !== "darwin" && ports.platform !== "win32") return undefined;
  const text = ports.pathAccess(path);
  if (text === undefined) return undefined;
  const code = what === "file" ? "BINARY_FILE_WRITABLE" : "BINARY_FOLDER_WRITABLE";
  const mac = ports.platform === "darwin";
  const writers = mac
    ? parseMacAccessList(text)?.filter((who) => !isOwn(who, ports))
    : parseSecurityDescriptor(text)?.anybody;
  if (writers === undefined)
    return binaryIssue({ code, message: msg`the access list of ${path} cannot be understood`, hint: advise(mac) });
  const [first] = writers;
  if (first === undefined) return undefined;
  return binaryIssue({ code, message: msg`an access list lets ${first} change ${path}`, hint: advise(mac) });
}

/** On macOS, root and this user by name; a group of this user may have other members. */
function isOwn(who: string, ports: BinaryPorts): boolean {
  const { username } = ports.user();
  return who === "user root" || (username !== undefined && who === `user ${username}`);
}

function advise(mac: boolean) {
  return mac ? msg`look at it with: ls -lde; remove entries with: chmod -a#` : msg`look at it with: icacls`;
}
