import { msg } from "@slipway/errors";
import type { Start } from "../agent.js";
import type { EntryReport } from "../agents-json/entry-report.js";
import type { JsonNode } from "../json/json-node.js";
import { REPORT_FORMATS } from "../report-format.js";
import { CELL_MEMBERS, DELIVERY_MEMBERS, SURFACE_MEMBERS } from "./fact-members.js";
import type { FactCell, FactCells, FactDelivery } from "./facts.js";
import { LAUNCH_SWITCHES } from "./facts.js";
import { APPROVAL_KINDS } from "./kinds/approvals.js";
import { DELIVERY_KINDS } from "./kinds/deliveries.js";
import { FRAME_KINDS, findFrame } from "./kinds/frames.js";
import { ID_EVENT_KINDS } from "./kinds/id-events.js";
import { INPUT_KINDS } from "./kinds/inputs.js";
import { readShown } from "./read-evidence.js";
import type { VocabularyReader } from "./read-vocabulary.js";

/** ASCII punctuation: what prompt lines use, and never `-`, which is a delivery's own rule. */
export const SIGILS = /^[!-,./:-@[-`{-~]{0,16}$/;

/** The launches of one surface. */
export function readCells(
  node: JsonNode | undefined,
  surface: "pty" | "headless",
  read: VocabularyReader,
  report: EntryReport,
): FactCells | undefined {
  if (node === undefined) return undefined;
  const members = read.object(node, [surface], SURFACE_MEMBERS)?.members;
  if (members === undefined) return undefined;
  const cells: FactCells = {};
  for (const start of SURFACE_MEMBERS) {
    const member = members.get(start)?.value;
    const cell = member === undefined ? undefined : readCell(member, [surface, start], read, report);
    if (cell !== undefined) cells[start] = cell;
  }
  return cells;
}

function readCell(
  node: JsonNode,
  path: ["pty" | "headless", Start],
  read: VocabularyReader,
  report: EntryReport,
): FactCell | undefined {
  const members = read.object(node, path, CELL_MEMBERS)?.members;
  if (members === undefined) return undefined;
  const [surface, start] = path;
  const kinds = FRAME_KINDS.filter((kind) => {
    const frame = findFrame(kind);
    return frame.surface === surface && frame.starts.includes(start);
  });
  const kind = read.name(members.get("kind")?.value, [...path, "kind"], kinds);
  const approvalNode = members.get("approval")?.value;
  const approval =
    approvalNode === undefined ? "plain" : read.name(approvalNode, [...path, "approval"], APPROVAL_KINDS);
  const inputs = read.names(members.get("inputs")?.value, [...path, "inputs"], INPUT_KINDS);
  const reportNode = members.get("report")?.value;
  const format = reportNode === undefined ? undefined : read.name(reportNode, [...path, "report"], REPORT_FORMATS);
  const cell = {
    prompt: readDeliveries(members.get("prompt")?.value, path, read),
    idEvents: read.names(members.get("idEvents")?.value, [...path, "idEvents"], ID_EVENT_KINDS),
    ...(format === undefined ? {} : { report: format }),
    switches: read.names(members.get("switches")?.value, [...path, "switches"], LAUNCH_SWITCHES),
    ...(inputs.length === 0 ? {} : { inputs }),
    ...readShown(members, path, read),
  };
  if (surface === "headless" && cell.prompt.some(({ how }) => how === "paste"))
    report.tell("MANIFEST_FACT", { path: [...path, "prompt"], message: msg`nothing can be pasted without a terminal` });
  if (surface === "pty" && cell.prompt.some(({ how }) => how === "stdin" || how === "stdin-dash"))
    report.tell("MANIFEST_FACT", { path: [...path, "prompt"], message: msg`a terminal is no standard input to fill` });
  return kind === undefined || approval === undefined ? undefined : { kind, approval, ...cell };
}

function readDeliveries(node: JsonNode | undefined, cell: (string | number)[], read: VocabularyReader): FactDelivery[] {
  const path = [...cell, "prompt"];
  const found: FactDelivery[] = [];
  for (const [index, item] of read.list(node, path, DELIVERY_KINDS.length).entries()) {
    const place = [...path, index];
    const members = read.object(item, place, DELIVERY_MEMBERS)?.members;
    if (members === undefined) continue;
    const how = read.name(members.get("how")?.value, [...place, "how"], DELIVERY_KINDS);
    const sigils = read.text(members.get("sigils")?.value, [...place, "sigils"], "ASCII punctuation", (text) =>
      SIGILS.test(text),
    );
    const shown = readShown(members, place, read);
    if (how !== undefined && sigils !== undefined) found.push({ how, sigils, ...shown });
  }
  return found;
}
