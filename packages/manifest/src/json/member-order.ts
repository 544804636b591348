const CELLS = ["new", "resume", "continue"];

/** The canonical order of the members of an object, by where it stands; `*` is any index or name. */
const AGENTS_JSON: readonly (readonly [string, readonly string[]])[] = [
  ["", ["schema", "updatedAt", "agents", "removed", "iconDigests"]],
  [
    "agents.*",
    [
      "id",
      "name",
      "command",
      "adapter",
      "custom",
      "hidden",
      "icon",
      "mono",
      "downloadUrl",
      "minAppVersion",
      "clearCommand",
      "flags",
      "capture",
    ],
  ],
  ["agents.*.flags", ["session", "resume", "model", "autoApprove", "print"]],
  ["agents.*.capture", ["pattern", "flags", "resume"]],
  ["removed.*", ["id", "reason"]],
];

const FACTS: readonly (readonly [string, readonly string[]])[] = [
  ["", ["kind", "schema", "updatedAt", "rows"]],
  [
    "rows.*",
    [
      "agent",
      "program",
      "versions",
      "versionFlag",
      "sessionId",
      "approval",
      "pty",
      "headless",
      "environment",
      "evidence",
    ],
  ],
  ["rows.*.sessionId", ["minter", "reuse", "pattern"]],
  ["rows.*.pty", CELLS],
  ["rows.*.headless", CELLS],
  ["rows.*.evidence", ["how", "version", "note"]],
];

/** Orders of the two documents that have one; any other keeps the order in which it is written. */
const ORDERS = { agents: new Map(AGENTS_JSON), facts: new Map(FACTS), other: new Map<string, readonly string[]>() };

/** A document whose members have a canonical order. */
export type OrderedKind = keyof typeof ORDERS;

/** The names of an object's members as they are written: the known ones first, in their order, then the others. */
export function orderNames(kind: OrderedKind, place: string, names: readonly string[]): readonly string[] {
  const known = ORDERS[kind].get(place);
  if (known === undefined) return names;
  const present = new Set(names);
  return [...known.filter((name) => present.has(name)), ...names.filter((name) => !known.includes(name))];
}
