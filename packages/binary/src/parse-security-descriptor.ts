/**
 * Who can be anybody on a Windows machine or domain, by the two letters of a security descriptor and by number
 * ([MS-DTYP] 2.4.2.4, 2.5.1): everyone, users, authenticated and interactive users, guests, anonymous, network.
 */
const ANYBODY: ReadonlySet<string> = new Set([
  ...["WD", "BU", "AU", "IU", "BG", "AN", "NU", "DU", "DG", "LG", "AC", "DC"],
  ...["S-1-1-0", "S-1-2-0", "S-1-5-2", "S-1-5-4", "S-1-5-7", "S-1-5-11", "S-1-5-32-545", "S-1-5-32-546", "S-1-15-2-1"],
]);
/** The system, its installer service and administrators: who is root there. */
const SYSTEM: ReadonlySet<string> = new Set([
  ...["SY", "BA", "S-1-5-18", "S-1-5-32-544"],
  "S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464",
]);
/** Write or append data, write attributes, delete, delete a child, change the list or the owner, all, generic write. */
const CHANGING_BITS = 0x2 | 0x4 | 0x40 | 0x10000 | 0x40000 | 0x80000 | 0x10000000 | 0x40000000;
const CHANGING_LETTERS = new Set(["FA", "FW", "GA", "GW", "WD", "WO", "SD", "DC", "CC", "LC", "DT", "KA", "KW"]);
const ENTRY =
  /\(([A-Z]{1,3});([A-Z]{0,16});([A-Z]{0,32}|0x[0-9a-f]{1,8});([0-9a-f-]{0,36});([0-9a-f-]{0,36});([A-Z]{2}|S-1(?:-\d{1,10}){1,15})\)/giuy;

/** Who may change a file: `anybody` it lets in, and others that are neither the system nor known to be this user. */
export type DescriptorWriters = { anybody: string[]; others: string[] };

/**
 * Who a security descriptor (SDDL text, as `icacls FILE /save` writes it) lets change its file. Nothing for text that is not
 * one, whole, or that holds conditions. A descriptor without a list lets everyone in. Entries that deny are not counted in
 * anyone's favour; those that are only inherited grant nothing here.
 */
export function parseSecurityDescriptor(text: string): DescriptorWriters | undefined {
  const list = /(?:^|[A-Z0-9-])?D:([A-Z_]*)((?:\([^()]*\))*)(?:S:.*)?$/su.exec(text.trim());
  if (list === null) return undefined;
  const [, flags, body] = list as unknown as [string, string, string];
  if (flags.includes("NO_ACCESS_CONTROL")) return { anybody: ["WD"], others: [] };
  const writers: DescriptorWriters = { anybody: [], others: [] };
  let at = 0;
  while (at < body.length) {
    ENTRY.lastIndex = at;
    const entry = ENTRY.exec(body);
    if (entry === null) return undefined;
    at = ENTRY.lastIndex;
    const [, type, how, rights, , , who] = entry as unknown as string[];
    const isAllowed = type === "A" || type === "OA";
    if (!isAllowed && type !== "D" && type !== "OD") return undefined;
    if (!isAllowed || pairUp(how ?? "").includes("IO") || !isChanging(rights ?? "")) continue;
    const name = (who as string).toUpperCase();
    // The creator's own entry stands for whoever owns the file.
    if (SYSTEM.has(name) || name === "CO" || name === "OW") continue;
    (ANYBODY.has(name) ? writers.anybody : writers.others).push(name);
  }
  return writers;
}

function isChanging(rights: string): boolean {
  if (/^0x/iu.test(rights)) return (Number.parseInt(rights, 16) & CHANGING_BITS) !== 0;
  return pairUp(rights).some((right) => CHANGING_LETTERS.has(right));
}

function pairUp(text: string): string[] {
  return text.match(/../gu) ?? [];
}
