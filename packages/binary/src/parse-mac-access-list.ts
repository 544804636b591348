/** Rights of macOS that let their holder change a file, what a folder holds, or the list itself (acl(3) of macOS). */
const CHANGING = new Set([
  "write",
  "append",
  "delete",
  "add_file",
  "add_subdirectory",
  "delete_child",
  "writesecurity",
  "chown",
]);
const HEAD = /^[bcdlps-][rwxsStT-]{9}(?<mark>[+@ .]?)(?:\s|$)/u;
const ENTRY = /^ (\d{1,4}): (user|group):(.{1,255}?)( inherited)? (allow|deny) ([a-z_]+(?:,[a-z_]+)*)$/u;
/** A list has at most 128 entries (ACL_MAX_ENTRIES of macOS). */
const ENTRIES_MAX = 128;

/**
 * Who the access list of one file lets change it, from what `/bin/ls -lde FILE` of macOS prints: a line for the file, then
 * one for each entry. Nothing for text that is not that, whole: an entry that is not understood may be the one that lets
 * somebody in. `deny` entries are not counted in anyone's favour, so that order plays no part.
 */
export function parseMacAccessList(text: string): string[] | undefined {
  const [head, ...rest] = text.replace(/\n$/u, "").split("\n");
  const mark = HEAD.exec(head ?? "")?.groups?.["mark"];
  if (mark === undefined || rest.length > ENTRIES_MAX) return undefined;
  // A name that holds a newline makes further lines, and `+` without entries is a list that was not shown.
  if ((mark === "+" && rest.length === 0) || (mark !== "+" && mark !== "@" && rest.length > 0)) return undefined;
  const writers = new Set<string>();
  for (const [index, line] of rest.entries()) {
    const entry = ENTRY.exec(line);
    if (entry === null || Number(entry[1]) !== index) return undefined;
    const [, , kind, name, , effect, rights] = entry as unknown as string[];
    // With `inherited only` an entry grants nothing here; it is counted all the same, which refuses too much and never too little.
    if (effect === "allow" && (rights as string).split(",").some((right) => CHANGING.has(right)))
      writers.add(`${kind} ${name}`);
  }
  return [...writers];
}
