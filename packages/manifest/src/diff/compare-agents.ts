import type { Agent } from "../agent.js";
import type { Risk, Subject } from "./change.js";
import type { Difference } from "./compare-cells.js";
import { compareCells, compareValue } from "./compare-cells.js";
import { showArgv } from "./list-intents.js";

/** Members that say where the data came from, or that follow from what is compared. */
const DERIVED = new Set(["id", "trust", "origins", "facts", "launch", "program", "name", "display", "custom"]);

/** What the members mean that are compared as they are. A member that is not listed is told as `setting`, high. */
const MEANINGS: ReadonlyMap<string, { subject: Subject; risk: Risk }> = new Map([
  ["sessionId", { subject: "session", risk: "medium" }],
  ["capture", { subject: "pattern", risk: "medium" }],
  ["model", { subject: "model", risk: "medium" }],
  ["approval", { subject: "bypass", risk: "high" }],
  ["version", { subject: "argv", risk: "high" }],
  ["environment", { subject: "environment", risk: "high" }],
  ["places", { subject: "places", risk: "high" }],
  ["engine", { subject: "program", risk: "high" }],
  ["signIn", { subject: "argv", risk: "high" }],
  ["signInStatus", { subject: "argv", risk: "medium" }],
  ["install", { subject: "places", risk: "high" }],
  ["terminal", { subject: "prompt", risk: "medium" }],
  ["exits", { subject: "facts", risk: "low" }],
  ["background", { subject: "environment", risk: "medium" }],
  // A moved store is another place that is read and trusted for ids.
  ["store", { subject: "places", risk: "medium" }],
  ["transcript", { subject: "setting", risk: "medium" }],
  ["usage", { subject: "setting", risk: "medium" }],
  // What a launcher then does unasked: type into the session, hand it over.
  ["capabilities", { subject: "setting", risk: "high" }],
  ["upkeep", { subject: "setting", risk: "medium" }],
]);

/** What differs for the user between two states of one agent. */
export function compareAgents(before: Agent, after: Agent): Difference[] {
  return [
    ...compareProgram(before, after),
    ...compareMembers(before, after),
    ...compareCells(before, after),
    ...compareDisplay(before, after),
  ];
}

function compareProgram({ program: before }: Agent, { program: after }: Agent): Difference[] {
  const { names, prefix, ...rest } = before;
  const { names: newNames, prefix: newPrefix, ...newRest } = after;
  return [
    ...compareValue("program", "names", showArgv(names), showArgv(newNames), "high"),
    ...compareValue("program", "first arguments", showArgv(prefix), showArgv(newPrefix), "high"),
    ...compareEach("places", "program", rest, newRest, "high"),
  ];
}

function compareMembers(before: Agent, after: Agent): Difference[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const now = new Map<string, unknown>(Object.entries(after));
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => !DERIVED.has(name));
  return names.flatMap((name) => {
    const { subject, risk } = MEANINGS.get(name) ?? { subject: "setting", risk: "high" };
    const [one, other] = [old.get(name), now.get(name)];
    if (!isRecord(one) || !isRecord(other)) return compareValue(subject, name, one, other, risk);
    return compareEach(subject, name, one, other, risk);
  });
}

function compareDisplay(before: Agent, after: Agent): Difference[] {
  const old: Record<string, unknown> = { name: before.name, ...before.display };
  const now: Record<string, unknown> = { name: after.name, ...after.display };
  return compareEach("display", "", old, now, "low").map((found) =>
    // Where people are sent to get the program decides what they will install.
    found.where === "downloadUrl" ? { ...found, risk: "medium" } : found,
  );
}

function compareEach(subject: Subject, base: string, before: object, after: object, risk: Risk): Difference[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) =>
    compareValue(subject, base === "" ? name : `${base}.${name}`, old.get(name), now.get(name), risk),
  );
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
