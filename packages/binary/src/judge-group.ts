import type { Printable } from "@slipway/errors";
import { msg, printable } from "@slipway/errors";
import { faultCode } from "./binary-code.js";
import type { BinaryPorts } from "./system-ports.js";

/** Bytes of `/etc/passwd` and `/etc/group` that are read; a larger one is a site where files are not the whole truth. */
export const USER_FILE_MAX_BYTES = 1_048_576;

/**
 * Whether the members of a group are anybody but this user. Read fresh each time: a member can be added at any moment.
 *
 * `refused` when the user files show somebody else. Never better than `unproven`: Node cannot read an ACL, whose mask
 * looks like a group bit, and a directory service may know members that the files do not.
 */
export function judgeGroup(gid: bigint, ports: BinaryPorts): { verdict: "refused" | "unproven"; reason: Printable } {
  const user = ports.user();
  const groups = readRows("/etc/group", ports);
  const users = readRows("/etc/passwd", ports);
  if (groups === undefined || users === undefined)
    return { verdict: "unproven", reason: msg`who is in that group is not known here` };

  const row = groups.find((fields) => fields[2] === gid.toString());
  const members = new Set((row?.[3] ?? "").split(",").filter((name) => name !== ""));
  for (const fields of users) if (fields[3] === gid.toString() && fields[0] !== undefined) members.add(fields[0]);
  if (user.username !== undefined) members.delete(user.username);
  members.delete("root");
  const other = [...members][0];
  if (other !== undefined) return { verdict: "refused", reason: msg`${other} is a member of it` };
  if (BigInt(user.gid) !== gid)
    return { verdict: "refused", reason: printable("it is not your own group, and who joins it is not yours to say") };
  return { verdict: "unproven", reason: msg`nobody else is listed in it, but an access list could let others in` };
}

function readRows(path: string, ports: BinaryPorts): string[][] | undefined {
  let fd: number | undefined;
  try {
    fd = ports.fs.openSync(path, "r");
    const buffer = Buffer.allocUnsafe(USER_FILE_MAX_BYTES + 1);
    let length = 0;
    while (length < buffer.length) {
      const read = ports.fs.readSync(fd, buffer, length, buffer.length - length, null);
      if (read === 0) break;
      length += read;
    }
    if (length > USER_FILE_MAX_BYTES) return undefined;
    return buffer
      .toString("utf8", 0, length)
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.split(":"));
  } catch (error) {
    if (faultCode(error) === "UNKNOWN") throw error;
    return undefined;
  } finally {
    if (fd !== undefined) ports.fs.closeSync(fd);
  }
}
