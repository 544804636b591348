import type { Printable } from "@slipway/errors";
import { msg, printable } from "@slipway/errors";
import { faultCode } from "./binary-code.js";
import type { BinaryPorts } from "./system-ports.js";

/** Bytes of `/etc/passwd` and `/etc/group` that are read; a larger one is a site where files are not the whole truth. */
export const USER_FILE_MAX_BYTES = 1_048_576;

/** What is known of a group's members. */
export type GroupJudgement = { verdict: "ok" | "refused" | "unproven"; reason: Printable };

/**
 * Whether the members of a group are anybody but this user. Read fresh each time: a member can be added at any moment.
 *
 * `refused` when the user files show somebody else, or when it is not this user's own group. `ok` only when
 * `/etc/nsswitch.conf` says that those files are the whole user database: a directory service (SSSD, LDAP, systemd's
 * user records) may know members that the files do not, and then the answer is `unproven`.
 */
export function judgeGroup(gid: bigint, ports: BinaryPorts): GroupJudgement {
  const user = ports.user();
  const groups = readRows("/etc/group", ports);
  const users = readRows("/etc/passwd", ports);
  if (groups === undefined || users === undefined)
    return { verdict: "unproven", reason: msg`who is in that group is not known here` };

  const members = new Set<string>();
  for (const row of groups)
    if (row[2] === gid.toString())
      for (const name of (row[3] ?? "").split(",")) if (name !== "") members.add(name.trim());
  for (const fields of users) if (fields[3] === gid.toString() && fields[0] !== undefined) members.add(fields[0]);
  if (user.username !== undefined) members.delete(user.username);
  members.delete("root");
  const other = [...members][0];
  if (other !== undefined) return { verdict: "refused", reason: msg`${other} is a member of it` };
  if (BigInt(user.gid) !== gid)
    return { verdict: "refused", reason: printable("it is not your own group, and who joins it is not yours to say") };
  if (user.username === undefined || !groups.some((row) => row[2] === gid.toString()))
    return { verdict: "unproven", reason: msg`nobody is listed in it, and the user files do not know it` };
  const source = describeSources(ports);
  if (source !== undefined) return { verdict: "unproven", reason: source };
  return { verdict: "ok", reason: msg`nobody else is in it` };
}

/** Why the user files may not be the whole truth, or nothing when the name service uses them alone. */
function describeSources(ports: BinaryPorts): Printable | undefined {
  const rows = readLines("/etc/nsswitch.conf", ports);
  if (rows === undefined) return msg`nobody else is listed in it, and where users come from is not known here`;
  for (const database of ["passwd", "group"]) {
    const line = rows.find((row) => row.trimStart().startsWith(`${database}:`));
    const sources = line
      ?.slice(line.indexOf(":") + 1)
      .replace(/#.*$/u, "")
      .trim();
    if (sources !== "files")
      return msg`nobody else is listed in it, but users also come from elsewhere (nsswitch.conf: ${database}: ${sources ?? ""})`;
  }
  return undefined;
}

function readRows(path: string, ports: BinaryPorts): string[][] | undefined {
  return readLines(path, ports)?.map((line) => line.split(":"));
}

function readLines(path: string, ports: BinaryPorts): string[] | undefined {
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
      .filter((line) => line !== "" && !line.startsWith("#"));
  } catch (error) {
    if (faultCode(error) === "UNKNOWN") throw error;
    return undefined;
  } finally {
    if (fd !== undefined) ports.fs.closeSync(fd);
  }
}
