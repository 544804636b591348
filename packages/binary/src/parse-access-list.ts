/** Who an access list lets write, its mask applied. */
export type AccessWriters = {
  /** Users that the list names with write, as numbers. */
  users: bigint[];
  /** Groups that the list names with write, as numbers; the owning group is `owningGroup`. */
  groups: bigint[];
  owningGroup: boolean;
  other: boolean;
};

const ENTRY = /^(user|group|mask|other):(\d{0,10}):([r-])([w-])([xXsStT-])$/u;

/**
 * Reads the numeric text of a POSIX access list (acl(5)). Nothing for text that is not one, whole: an entry that is not
 * understood may be the one that lets somebody in. `default:` entries are for files that will be made and grant nothing here.
 */
export function parseAccessList(text: string): AccessWriters | undefined {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("default:"));
  const entries = lines.map((line) => ENTRY.exec(line));
  let mask = true;
  const seen = new Set<string>();
  for (const entry of entries) {
    if (entry === null) return undefined;
    const [, kind, id] = entry as unknown as [string, string, string];
    // Twice the same entry, or a mask that names somebody, is no list that a kernel gave.
    if (seen.has(`${kind}:${id}`) || (id !== "" && (kind === "mask" || kind === "other"))) return undefined;
    seen.add(`${kind}:${id}`);
    if (kind === "mask") mask = entry[4] === "w";
  }
  if (!["user:", "group:", "other:"].every((needed) => seen.has(needed))) return undefined;
  const writers: AccessWriters = { users: [], groups: [], owningGroup: false, other: false };
  for (const entry of entries) {
    const [, kind, id, , write] = entry as unknown as [string, string, string, string, string];
    if (write !== "w") continue;
    if (kind === "other") writers.other = true;
    else if (kind === "group" && id === "") writers.owningGroup = mask;
    else if (kind === "group" && mask) writers.groups.push(BigInt(id));
    else if (kind === "user" && id !== "" && mask) writers.users.push(BigInt(id));
  }
  return writers;
}
