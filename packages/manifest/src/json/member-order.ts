import { FLAG_GROUPS } from "../agents-json/agent-entry.js";
import { CAPTURE_MEMBERS, DOCUMENT_MEMBERS, OWN_ENTRY_MEMBERS, REMOVED_MEMBERS } from "../agents-json/entry-members.js";
import {
  APPROVAL_MEMBERS,
  BACKGROUND_MEMBERS,
  BYPASS_MEMBERS,
  CELL_MEMBERS,
  DELIVERY_MEMBERS,
  EVIDENCE_MEMBERS,
  EXIT_MEMBERS,
  FACTS_MEMBERS,
  GATE_MEMBERS,
  ROW_MEMBERS,
  SESSION_ID_MEMBERS,
  SIGN_IN_STATUS_MEMBERS,
  SURFACE_MEMBERS,
  TERMINAL_MEMBERS,
  TYPING_MEMBERS,
} from "../facts/fact-members.js";

/** The canonical order of the members of an object, by where it stands; `*` is any index or name. */
const AGENTS_JSON: readonly (readonly [string, readonly string[]])[] = [
  ["", DOCUMENT_MEMBERS],
  ["agents.*", OWN_ENTRY_MEMBERS],
  ["agents.*.flags", FLAG_GROUPS],
  ["agents.*.capture", CAPTURE_MEMBERS],
  ["removed.*", REMOVED_MEMBERS],
];

const SURFACES = ["rows.*.pty", "rows.*.headless"];

const FACTS: readonly (readonly [string, readonly string[]])[] = [
  ["", FACTS_MEMBERS],
  ["rows.*", ROW_MEMBERS],
  ["rows.*.sessionId", SESSION_ID_MEMBERS],
  ["rows.*.approval", APPROVAL_MEMBERS],
  ["rows.*.approval.bypass", BYPASS_MEMBERS],
  ...SURFACES.flatMap((surface) => [
    [surface, SURFACE_MEMBERS] as const,
    ...SURFACE_MEMBERS.flatMap((start) => [
      [`${surface}.${start}`, CELL_MEMBERS] as const,
      [`${surface}.${start}.evidence`, EVIDENCE_MEMBERS] as const,
      [`${surface}.${start}.prompt.*`, DELIVERY_MEMBERS] as const,
      [`${surface}.${start}.prompt.*.evidence`, EVIDENCE_MEMBERS] as const,
    ]),
  ]),
  ["rows.*.terminal", TERMINAL_MEMBERS],
  ["rows.*.terminal.typing", TYPING_MEMBERS],
  ["rows.*.terminal.gates.*", GATE_MEMBERS],
  ["rows.*.exits.*", EXIT_MEMBERS],
  ["rows.*.background", BACKGROUND_MEMBERS],
  ["rows.*.signInStatus", SIGN_IN_STATUS_MEMBERS],
  ...["", ".approval", ".terminal", ".exits.*", ".background", ".signInStatus"].map(
    (block) => [`rows.*${block}.evidence`, EVIDENCE_MEMBERS] as const,
  ),
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
