import type { Agent, Cell, Delivery } from "../agent.js";
import type { Change, Risk, Subject } from "./change.js";
import type { Intent } from "./list-intents.js";
import { listCells, listIntents, readModes, showArgv } from "./list-intents.js";
import { isSameValue, showValue } from "./show-value.js";

/** What {@link compareCells} finds, without the agent's name. */
export type Difference = Omit<Change, "agent">;

/** What differs between the launches of two states of one agent. */
export function compareCells(before: Agent, after: Agent): Difference[] {
  const old = listCells(before);
  const now = listCells(after);
  const known = collectArguments(old.values());
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((where) =>
    compareCell(where, old.get(where), now.get(where), known),
  );
}

function compareCell(where: string, before: Cell | undefined, after: Cell | undefined, known: Known): Difference[] {
  if (after === undefined) return [difference("argv", where, showFirst(before), undefined, "medium")];
  const bypass = compareModes(where, before, after);
  const argv = compareIntents(where, before, after, known);
  if (before === undefined) return [...bypass, ...argv];
  return [
    ...bypass,
    ...argv,
    ...comparePrompts(where, before, after),
    ...compareValue("argv", `${where} inputs`, listInputs(before), listInputs(after), "high"),
    ...compareValue("pattern", `${where} id events`, before.idEvents, after.idEvents, "medium"),
    ...compareValue("session", `${where} id`, before.target, after.target, "medium"),
    // What it does unasked there decides as much as a bypass does.
    ...compareValue("bypass", `${where} unasked`, before.approval, after.approval, "high"),
    ...compareRest(where, before, after),
  ];
}

/** What each permission mode adds: the bypass is where a catalog can make an agent ask less. */
function compareModes(where: string, before: Cell | undefined, after: Cell): Difference[] {
  const old = collectModes(before);
  const now = collectModes(after);
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names.flatMap((mode) => {
    const [one, other] = [old.get(mode), now.get(mode)];
    return one === other ? [] : [difference("bypass", `${where} ${mode}`, one, other, "high")];
  });
}

function collectModes(cell: Cell | undefined): Map<string, string> {
  const modes = new Map<string, string>();
  for (const part of cell?.parts ?? []) {
    for (const [mode, args] of readModes(part)) modes.set(mode, showArgv(args));
    if (part.slot !== "approval") continue;
    const { slot: _slot, ...members } = part;
    const settings = Object.entries(members).filter(([, value]) => !Array.isArray(value));
    if (settings.length > 0) modes.set("setting", showValue(Object.fromEntries(settings)));
  }
  return modes;
}

/**
 * The intents whose argv differs. An intent that combines a model with a mode is told only when neither alone shows the
 * difference: it follows from them.
 */
function compareIntents(where: string, before: Cell | undefined, after: Cell, known: Known): Difference[] {
  const old = new Map((before === undefined ? [] : listIntents(before)).map((intent) => [intent.name, intent]));
  const now = new Map(listIntents(after).map((intent) => [intent.name, intent]));
  const found: Difference[] = [];
  const differing = new Set<string>();
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [one, other] = [showIntent(old.get(name)), showIntent(now.get(name))];
    if (one === other) continue;
    if (name.includes(" ") && name.split(" ").some((part) => differing.has(part))) continue;
    differing.add(name);
    const fresh = hasNewOption(now.get(name), known);
    found.push(difference("argv", `${where}${name === "" ? "" : ` ${name}`}`, one, other, fresh ? "high" : "medium"));
  }
  return found;
}

function showIntent(intent: Intent | undefined): string | undefined {
  return intent === undefined ? undefined : showArgv(intent.argv);
}

function showFirst(cell: Cell | undefined): string | undefined {
  return cell === undefined ? undefined : showIntent(listIntents(cell)[0]);
}

/** The arguments an agent had: `unasked` without a permission mode, `all` with any. */
type Known = { unasked: Set<string>; all: Set<string> };

function collectArguments(cells: Iterable<Cell>): Known {
  const known: Known = { unasked: new Set(), all: new Set() };
  for (const cell of cells)
    for (const { argv, mode } of listIntents(cell))
      for (const argument of argv) {
        known.all.add(argument);
        if (mode === undefined) known.unasked.add(argument);
      }
  return known;
}

/**
 * An option that no launch of the agent had, or another value behind one: `-c` takes what amounts to code. A bypass that
 * stands in a launch nobody asked a bypass of is as new there as any other option.
 */
function hasNewOption(intent: Intent | undefined, known: Known): boolean {
  const { argv = [], mode } = intent ?? {};
  const familiar = mode === undefined ? known.unasked : known.all;
  return argv.some((argument, index) => {
    if (familiar.has(argument) || argument === "--") return false;
    const before = argv[index - 1] ?? "";
    return argument.startsWith("-") || (before.startsWith("-") && before !== "--");
  });
}

/** A delivery that lost a refused first character, or takes a leading dash now, lets a prompt become something else. */
function comparePrompts(where: string, before: Cell, after: Cell): Difference[] {
  const risk = loosens(before.prompt.deliveries, after.prompt.deliveries) ? "high" : "medium";
  return compareValue("prompt", `${where} prompt`, before.prompt, after.prompt, risk);
}

function loosens(before: readonly Delivery[], after: readonly Delivery[]): boolean {
  return after.some((delivery) => {
    const same = before.find((other) => other.via === delivery.via && readArgs(other) === readArgs(delivery));
    if (same === undefined) return true;
    const lost = [...same.sigils].some((sigil) => !delivery.sigils.includes(sigil));
    return lost || (delivery.via === "argv" && same.via === "argv" && delivery.dash === "safe" && same.dash !== "safe");
  });
}

function readArgs(delivery: Delivery): string {
  return delivery.via === "paste" ? "" : showArgv(delivery.args);
}

/** What the cell takes besides a prompt. A new option for a file is as good as any other new option. */
function listInputs(cell: Cell): unknown {
  const inputs = cell.parts.flatMap((part) => (part.slot === "input" ? [{ takes: part.takes, args: part.args }] : []));
  return inputs.length === 0 ? undefined : inputs;
}

/** Members of a cell that no comparison above knows: told as they are, because what is unknown may matter. */
function compareRest(where: string, before: Cell, after: Cell): Difference[] {
  const told = new Set(["parts", "prompt", "idEvents", "target", "approval"]);
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => !told.has(name))
    .flatMap((name) => compareValue("setting", `${where} ${name}`, old.get(name), now.get(name), "medium"));
}

/** A difference of two values, or nothing when they are the same. */
export function compareValue(
  subject: Subject,
  where: string,
  before: unknown,
  after: unknown,
  risk: Risk,
): Difference[] {
  if (isSameValue(before, after)) return [];
  const [one, other] = [before, after].map((value) => (value === undefined ? undefined : showValue(value)));
  return [difference(subject, where, one, other, risk)];
}

function difference(
  subject: Subject,
  where: string,
  before: string | undefined,
  after: string | undefined,
  risk: Risk,
): Difference {
  return {
    subject,
    where,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    risk,
    launch: subject !== "display",
  };
}
