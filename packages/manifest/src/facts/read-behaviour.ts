import type { Gate, TerminalBehaviour } from "../agent-behaviour.js";
import {
  DAEMON_HABITS,
  EXIT_REASONS,
  GATE_DEFAULTS,
  GATE_OCCASIONS,
  GATES,
  READY_SIGNS,
  SIGN_IN_QUESTIONS,
  UPDATER_HABITS,
} from "../agent-behaviour.js";
import type { JsonNode } from "../json/json-node.js";
import {
  BYPASS_MEANINGS,
  BYPASS_MEMORIES,
  BYPASS_VOIDS,
  DEFAULT_BEHAVIOURS,
  PERMISSION_MODES,
} from "../permission-modes.js";
import {
  APPROVAL_MEMBERS,
  BACKGROUND_MEMBERS,
  BYPASS_MEMBERS,
  EXIT_MEMBERS,
  GATE_MEMBERS,
  SIGN_IN_STATUS_MEMBERS,
  TERMINAL_MEMBERS,
  TYPING_MEMBERS,
} from "./fact-members.js";
import type { FactRow } from "./facts.js";
import { SIGILS } from "./read-cells.js";
import { readShown } from "./read-evidence.js";
import type { VocabularyReader } from "./read-vocabulary.js";

/** Milliseconds of one pause of typing. The slowest agent loses keys for 3 s after it starts. */
export const PAUSE_MAX_MS = 10_000;

/** Gates of one agent, and reasons of one exit code: more than the vocabulary of either is a repetition. */
export const GATES_MAX = 16;

/** Exit codes of one row. */
export const EXITS_MAX = 32;

/** What the agent does unasked, and what its bypass means. */
export function readApproval(node: JsonNode | undefined, read: VocabularyReader): FactRow["approval"] | undefined {
  const path = ["approval"];
  const members = read.object(node, path, APPROVAL_MEMBERS)?.members;
  if (members === undefined) return undefined;
  const byDefault = read.name(members.get("byDefault")?.value, [...path, "byDefault"], DEFAULT_BEHAVIOURS);
  const alwaysNode = members.get("always")?.value;
  const always = alwaysNode === undefined ? undefined : read.name(alwaysNode, [...path, "always"], PERMISSION_MODES);
  const asRoot = read.truth(members.get("bypassRefusedAsRoot")?.value, [...path, "bypassRefusedAsRoot"]);
  const bypassNode = members.get("bypass")?.value;
  const bypass = bypassNode === undefined ? undefined : readBypass(bypassNode, read);
  const shown = readShown(members, path, read);
  if (byDefault === undefined || asRoot === undefined) return undefined;
  return {
    byDefault,
    ...(always === undefined ? {} : { always }),
    bypassRefusedAsRoot: asRoot,
    ...(bypass === undefined ? {} : { bypass }),
    ...shown,
  };
}

function readBypass(node: JsonNode, read: VocabularyReader): FactRow["approval"]["bypass"] {
  const path = ["approval", "bypass"];
  const members = read.object(node, path, BYPASS_MEMBERS)?.members;
  if (members === undefined) return undefined;
  const means = read.name(members.get("means")?.value, [...path, "means"], BYPASS_MEANINGS);
  const sticks = read.name(members.get("sticks")?.value, [...path, "sticks"], BYPASS_MEMORIES);
  const voidIn = read.names(members.get("voidIn")?.value, [...path, "voidIn"], BYPASS_VOIDS);
  return means === undefined || sticks === undefined ? undefined : { means, sticks, voidIn };
}

/** Readiness, typing pace, gates and the prefixes of the prompt line. */
export function readTerminal(node: JsonNode | undefined, read: VocabularyReader): FactRow["terminal"] {
  if (node === undefined) return undefined;
  const path = ["terminal"];
  const members = read.object(node, path, TERMINAL_MEMBERS)?.members;
  if (members === undefined) return undefined;
  const ready = read.name(members.get("ready")?.value, [...path, "ready"], READY_SIGNS);
  const typingNode = members.get("typing")?.value;
  const typing = typingNode === undefined ? undefined : readTyping(typingNode, read);
  const gates = readGates(members.get("gates")?.value, read);
  const fits = (text: string) => SIGILS.test(text);
  const prefixes = read.text(members.get("prefixes")?.value, [...path, "prefixes"], "ASCII punctuation", fits);
  const shown = readShown(members, path, read);
  if (ready === undefined || prefixes === undefined) return undefined;
  return { ready, ...(typing === undefined ? {} : { typing }), gates, prefixes, ...shown };
}

function readTyping(node: JsonNode, read: VocabularyReader): TerminalBehaviour["typing"] {
  const path = ["terminal", "typing"];
  const members = read.object(node, path, TYPING_MEMBERS)?.members;
  if (members === undefined) return undefined;
  const pause = (name: string) => read.number(members.get(name)?.value, [...path, name], 0, PAUSE_MAX_MS);
  const [afterReadyMs, betweenKeysMs, beforeEnterMs] = [
    pause("afterReadyMs"),
    pause("betweenKeysMs"),
    pause("beforeEnterMs"),
  ];
  if (afterReadyMs === undefined || betweenKeysMs === undefined || beforeEnterMs === undefined) return undefined;
  return { afterReadyMs, betweenKeysMs, beforeEnterMs };
}

function readGates(node: JsonNode | undefined, read: VocabularyReader): Gate[] {
  const gates: Gate[] = [];
  for (const [index, item] of read.list(node, ["terminal", "gates"], GATES_MAX).entries()) {
    const path = ["terminal", "gates", index];
    const members = read.object(item, path, GATE_MEMBERS)?.members;
    if (members === undefined) continue;
    const name = read.name(members.get("name")?.value, [...path, "name"], GATES);
    const when = read.name(members.get("when")?.value, [...path, "when"], GATE_OCCASIONS);
    const enter = read.name(members.get("enter")?.value, [...path, "enter"], GATE_DEFAULTS);
    if (name !== undefined && when !== undefined && enter !== undefined) gates.push({ name, when, enter });
  }
  return gates;
}

/** What exit codes were seen for. */
export function readExits(node: JsonNode | undefined, read: VocabularyReader): FactRow["exits"] {
  const exits: FactRow["exits"] = [];
  for (const [index, item] of read.list(node, ["exits"], EXITS_MAX).entries()) {
    const path = ["exits", index];
    const members = read.object(item, path, EXIT_MEMBERS)?.members;
    if (members === undefined) continue;
    const code = read.number(members.get("code")?.value, [...path, "code"], 1, 255);
    const reasons = read.names(members.get("reasons")?.value, [...path, "reasons"], EXIT_REASONS);
    if (code !== undefined) exits.push({ code, reasons, ...readShown(members, path, read) });
  }
  return exits;
}

/** Daemons and updaters. */
export function readBackground(node: JsonNode | undefined, read: VocabularyReader): FactRow["background"] {
  if (node === undefined) return undefined;
  const path = ["background"];
  const members = read.object(node, path, BACKGROUND_MEMBERS)?.members;
  if (members === undefined) return undefined;
  const daemon = read.name(members.get("daemon")?.value, [...path, "daemon"], DAEMON_HABITS);
  const updater = read.name(members.get("updater")?.value, [...path, "updater"], UPDATER_HABITS);
  const shown = readShown(members, path, read);
  return daemon === undefined || updater === undefined ? undefined : { daemon, updater, ...shown };
}

/** How it is asked whether somebody is signed in. */
export function readSignInStatus(node: JsonNode | undefined, read: VocabularyReader): FactRow["signInStatus"] {
  if (node === undefined) return undefined;
  const path = ["signInStatus"];
  const members = read.object(node, path, SIGN_IN_STATUS_MEMBERS)?.members;
  if (members === undefined) return undefined;
  const asked = read.name(members.get("asked")?.value, [...path, "asked"], SIGN_IN_QUESTIONS);
  const shown = readShown(members, path, read);
  return asked === undefined ? undefined : { asked, ...shown };
}
