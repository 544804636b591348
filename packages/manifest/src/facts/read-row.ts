import { compilePattern } from "@slipway/pattern";
import validRange from "semver/ranges/valid.js";
import { isAgentId } from "../agents-json/check-identity.js";
import type { EntryReport } from "../agents-json/entry-report.js";
import { passPatternIssues } from "../agents-json/pass-pattern-issues.js";
import type { JsonNode } from "../json/json-node.js";
import { VERSION_MAX_LENGTH } from "../limits.js";
import { checkRow } from "./check-row.js";
import { ROW_MEMBERS, SESSION_ID_MEMBERS } from "./fact-members.js";
import type { FactRow } from "./facts.js";
import { ENVIRONMENT_SWITCHES, VERSION_FLAGS } from "./facts.js";
import { readApproval, readBackground, readExits, readSignInStatus, readTerminal } from "./read-behaviour.js";
import { readCells } from "./read-cells.js";
import { readEvidence } from "./read-evidence.js";
import { VocabularyReader } from "./read-vocabulary.js";

const PROGRAM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** One row; nothing when a value is outside the vocabulary. */
export function readRow(node: JsonNode, report: EntryReport): FactRow | undefined {
  const read = new VocabularyReader(report);
  const row = read.object(node, [], ROW_MEMBERS)?.members;
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
  const terminal = readTerminal(row.get("terminal")?.value, read);
  const exits = readExits(row.get("exits")?.value, read);
  const background = readBackground(row.get("background")?.value, read);
  const signInStatus = readSignInStatus(row.get("signInStatus")?.value, read);
  const evidence = readEvidence(row, [], read);
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
    ...(terminal === undefined ? {} : { terminal }),
    exits,
    ...(background === undefined ? {} : { background }),
    ...(signInStatus === undefined ? {} : { signInStatus }),
    environment,
    evidence,
  };
  checkRow(found, report);
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
  const members = read.object(node, path, SESSION_ID_MEMBERS)?.members;
  if (members === undefined) return undefined;
  const minter = read.name(members.get("minter")?.value, [...path, "minter"], ["host", "agent", "none"]);
  const reuse = read.name(members.get("reuse")?.value, [...path, "reuse"], ["refused", "opens", "unknown"]);
  const place = [...path, "pattern"];
  const pattern = read.text(members.get("pattern")?.value, place, "a session-id pattern", () => true);
  if (pattern !== undefined) passPatternIssues(report, compilePattern(pattern).issues, place);
  if (minter === undefined || reuse === undefined || pattern === undefined) return undefined;
  return { minter, reuse, pattern };
}
