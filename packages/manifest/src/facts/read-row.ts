import { msg } from "@slipway/errors";
import { compilePattern, compileSearch } from "@slipway/pattern";
import valid from "semver/functions/valid.js";
import validRange from "semver/ranges/valid.js";
import type { Start } from "../agent.js";
import { isAgentId } from "../agents-json/check-identity.js";
import type { EntryReport } from "../agents-json/entry-report.js";
import { passPatternIssues } from "../agents-json/pass-pattern-issues.js";
import type { JsonNode } from "../json/json-node.js";
import { VERSION_MAX_LENGTH } from "../limits.js";
import type { FactCell, FactCells, FactDelivery, FactRow } from "./facts.js";
import { APPROVAL_KINDS, ENVIRONMENT_SWITCHES, EVIDENCE_KINDS, LAUNCH_SWITCHES, VERSION_FLAGS } from "./facts.js";
import { DELIVERY_KINDS } from "./kinds/deliveries.js";
import { FRAME_KINDS, findFrame } from "./kinds/frames.js";
import { ID_EVENT_KINDS, makeIdEvent } from "./kinds/id-events.js";
import { VocabularyReader } from "./read-vocabulary.js";

const ROW = [
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
];
const PROGRAM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** ASCII punctuation: what prompt lines use, and never `-`, which is a delivery's own rule. */
const SIGILS = /^[!-,./:-@[-`{-~]{0,16}$/;
const NOTE_MAX_LENGTH = 1_000;

/** One row; nothing when a value is outside the vocabulary. */
export function readRow(node: JsonNode, report: EntryReport): FactRow | undefined {
  const read = new VocabularyReader(report);
  const row = read.object(node, [], ROW)?.members;
  if (row === undefined) return undefined;
  const agent = read.text(row.get("agent")?.value, ["agent"], "an agent id", isAgentId);
  const program = read.text(row.get("program")?.value, ["program"], "a program name", (text) => PROGRAM.test(text));
  const versions = read.text(row.get("versions")?.value, ["versions"], "a version range", isRange);
  const flagNode = row.get("versionFlag")?.value;
  const versionFlag = flagNode === undefined ? undefined : read.name(flagNode, ["versionFlag"], VERSION_FLAGS);
  const sessionId = readSessionId(row.get("sessionId")?.value, read, report);
  const approval = readApproval(row.get("approval")?.value, read);
  const pty = readCells(row.get("pty")?.value, "pty", read, report);
  const headless = readCells(row.get("headless")?.value, "headless", read, report);
  const environment = read.names(row.get("environment")?.value, ["environment"], ENVIRONMENT_SWITCHES);
  const evidence = readEvidence(row.get("evidence")?.value, read);
  if (report.refused) return undefined;
  if (agent === undefined || program === undefined || versions === undefined) return undefined;
  if (sessionId === undefined || approval === undefined || evidence === undefined) return undefined;
  const found: FactRow = {
    agent,
    program,
    versions,
    ...(versionFlag === undefined ? {} : { versionFlag }),
    sessionId,
    approval,
    ...(pty === undefined ? {} : { pty }),
    ...(headless === undefined ? {} : { headless }),
    environment,
    evidence,
  };
  checkSearches(found, report);
  return report.refused ? undefined : found;
}

function isRange(text: string): boolean {
  return text.length <= VERSION_MAX_LENGTH && text.trim() !== "" && validRange(text) !== null;
}

function readSessionId(
  node: JsonNode | undefined,
  read: VocabularyReader,
  report: EntryReport,
): FactRow["sessionId"] | undefined {
  const path = ["sessionId"];
  const members = read.object(node, path, ["minter", "reuse", "pattern"])?.members;
  if (members === undefined) return undefined;
  const minter = read.name(members.get("minter")?.value, [...path, "minter"], ["host", "agent", "none"]);
  const reuse = read.name(members.get("reuse")?.value, [...path, "reuse"], ["refused", "opens", "unknown"]);
  const place = [...path, "pattern"];
  const pattern = read.text(members.get("pattern")?.value, place, "a session-id pattern", () => true);
  if (pattern !== undefined) passPatternIssues(report, compilePattern(pattern).issues, place);
  if (minter === undefined || reuse === undefined || pattern === undefined) return undefined;
  return { minter, reuse, pattern };
}

function readApproval(node: JsonNode | undefined, read: VocabularyReader): FactRow["approval"] | undefined {
  const path = ["approval"];
  const members = read.object(node, path, ["byDefault", "bypassRefusedAsRoot"])?.members;
  if (members === undefined) return undefined;
  const known = ["asks", "runs", "refuses", "unknown"] as const;
  const byDefault = read.name(members.get("byDefault")?.value, [...path, "byDefault"], known);
  const asRoot = read.truth(members.get("bypassRefusedAsRoot")?.value, [...path, "bypassRefusedAsRoot"]);
  return byDefault === undefined || asRoot === undefined ? undefined : { byDefault, bypassRefusedAsRoot: asRoot };
}

function readCells(
  node: JsonNode | undefined,
  surface: "pty" | "headless",
  read: VocabularyReader,
  report: EntryReport,
): FactCells | undefined {
  if (node === undefined) return undefined;
  const members = read.object(node, [surface], ["new", "resume", "continue"])?.members;
  if (members === undefined) return undefined;
  const cells: FactCells = {};
  for (const start of ["new", "resume", "continue"] as const) {
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
  const members = read.object(node, path, ["kind", "prompt", "idEvents", "approval", "switches"])?.members;
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
  const cell = {
    prompt: readDeliveries(members.get("prompt")?.value, path, read),
    idEvents: read.names(members.get("idEvents")?.value, [...path, "idEvents"], ID_EVENT_KINDS),
    switches: read.names(members.get("switches")?.value, [...path, "switches"], LAUNCH_SWITCHES),
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
    const members = read.object(item, place, ["how", "sigils"])?.members;
    if (members === undefined) continue;
    const how = read.name(members.get("how")?.value, [...place, "how"], DELIVERY_KINDS);
    const sigils = read.text(members.get("sigils")?.value, [...place, "sigils"], "ASCII punctuation", (text) =>
      SIGILS.test(text),
    );
    if (how !== undefined && sigils !== undefined) found.push({ how, sigils });
  }
  return found;
}

function readEvidence(node: JsonNode | undefined, read: VocabularyReader): FactRow["evidence"] | undefined {
  const path = ["evidence"];
  const members = read.object(node, path, ["how", "version", "note"])?.members;
  if (members === undefined) return undefined;
  const how = read.name(members.get("how")?.value, [...path, "how"], EVIDENCE_KINDS);
  const version = read.text(
    members.get("version")?.value,
    [...path, "version"],
    "a semantic version",
    (text) => text.length <= VERSION_MAX_LENGTH && valid(text) !== null,
  );
  const noteNode = members.get("note")?.value;
  const short = (text: string) => text.length <= NOTE_MAX_LENGTH;
  const note = noteNode === undefined ? undefined : read.text(noteNode, [...path, "note"], "a short text", short);
  if (how === undefined || version === undefined) return undefined;
  return { how, version, ...(note === undefined ? {} : { note }) };
}

/** The searches that the row's kinds build from its id pattern must compile, and one report form must serve a cell. */
function checkSearches(row: FactRow, report: EntryReport): void {
  for (const surface of ["pty", "headless"] as const) {
    for (const start of ["new", "resume", "continue"] as const) {
      const kinds = row[surface]?.[start]?.idEvents ?? [];
      const path = [surface, start, "idEvents"];
      const made = kinds.map((kind) => makeIdEvent(kind, { program: row.program, idPattern: row.sessionId.pattern }));
      for (const { event } of made) {
        if (event.from !== "text") continue;
        const compiled = compileSearch(event.search, event.flags);
        passPatternIssues(report, compiled.issues, path);
        if ((event.stream === "pty") !== (surface === "pty"))
          report.tell("MANIFEST_FACT", { path, message: msg`an id event is of another surface's output` });
      }
      const reports = made.filter((one) => one.report.length > 0);
      if (reports.length > 1)
        report.tell("MANIFEST_FACT", { path, message: msg`two id events need different report arguments` });
      if (surface === "pty" && reports.length > 0)
        report.tell("MANIFEST_FACT", { path, message: msg`a terminal has no lines of JSON` });
    }
  }
}
