import { msg } from "@slipway/errors";
import { compileSearch } from "@slipway/pattern";
import type { EntryReport } from "../agents-json/entry-report.js";
import { passPatternIssues } from "../agents-json/pass-pattern-issues.js";
import type { ReportFormat } from "../report-format.js";
import type { FactCell, FactRow } from "./facts.js";
import { describeHabit, inheritsBypass, listOwnModes } from "./kinds/approvals.js";
import { makeIdEvent } from "./kinds/id-events.js";
import { makeReport } from "./kinds/reports.js";

type Place = { cell: FactCell; surface: "pty" | "headless"; start: "new" | "resume" | "continue" };

/** What the facts of a row must agree on among themselves. */
export function checkRow(row: FactRow, report: EntryReport): void {
  const places = listCells(row);
  for (const place of places) {
    checkEvents(row, place, report);
    checkMemory(row, place, report);
    checkAlways(row, place, report);
    checkPaste(row, place, report);
  }
  checkDefault(row, report);
  if (row.background?.daemon === "avoided" && !places.some(({ cell }) => cell.switches.includes("no-daemon")))
    report.tell("MANIFEST_FACT", {
      path: ["background", "daemon"],
      message: msg`no launch has the switch that avoids the daemon`,
    });
  for (const [index, { code }] of row.exits.entries())
    if (row.exits.findIndex((other) => other.code === code) !== index)
      report.tell("MANIFEST_FACT", { path: ["exits", index], message: msg`the exit code ${code} is listed twice` });
}

function listCells(row: FactRow): Place[] {
  return (["pty", "headless"] as const).flatMap((surface) =>
    (["new", "resume", "continue"] as const).flatMap((start) => {
      const cell = row[surface]?.[start];
      return cell === undefined ? [] : [{ cell, surface, start }];
    }),
  );
}

/** The searches that the row's kinds build from its id pattern must compile, and one report form must serve a cell. */
function checkEvents(row: FactRow, { cell, surface, start }: Place, report: EntryReport): void {
  const path = [surface, start, "idEvents"];
  const made = cell.idEvents.map((kind) =>
    makeIdEvent(kind, { program: row.program, idPattern: row.sessionId.pattern }),
  );
  for (const { event } of made) {
    if (event.from !== "text") continue;
    const compiled = compileSearch(event.search, event.flags);
    passPatternIssues(report, compiled.issues, path);
    if ((event.stream === "pty") !== (surface === "pty"))
      report.tell("MANIFEST_FACT", { path, message: msg`an id event is of another surface's output` });
  }
  const reports = made.filter((one) => one.report.length > 0);
  if (cell.report !== undefined) checkReport(cell, cell.report, [surface, start, "report"], report);
  else if (reports.length > 1)
    report.tell("MANIFEST_FACT", { path, message: msg`two id events need different report arguments` });
  if (surface === "pty" && (reports.length > 0 || cell.report !== undefined))
    report.tell("MANIFEST_FACT", { path, message: msg`a terminal has no lines of JSON` });
}

/** What is asked for decides what arrives: an id event of another form would be waited for in vain. */
function checkReport(cell: FactCell, format: ReportFormat, path: string[], report: EntryReport): void {
  const { tells } = makeReport(format);
  const lost = cell.idEvents.find((kind) => kind.startsWith("json-") && !tells.includes(kind));
  if (lost !== undefined)
    report.tell("MANIFEST_FACT", { path, message: msg`${format} does not hold the id of ${lost}` });
}

/** A bypass that sticks must be taken back, or be known as unknown, by each launch of an old conversation. */
function checkMemory(row: FactRow, { cell, surface, start }: Place, report: EntryReport): void {
  const sticks = row.approval.bypass?.sticks;
  if (sticks === undefined || sticks === "unknown" || start === "new") return;
  const here = sticks === "everywhere" || (sticks === "terminal" && surface === "pty");
  if (here === inheritsBypass(cell.approval)) return;
  report.tell("MANIFEST_FACT", {
    path: [surface, start, "approval"],
    message: here
      ? msg`a bypass sticks here, and ${cell.approval} does not say so`
      : msg`${cell.approval} says that a bypass sticks here, and approval.bypass.sticks is ${sticks}`,
  });
}

/**
 * An agent that always runs in one mode has no arguments for another: a launch that has would claim an asking that does
 * not happen.
 */
function checkAlways(row: FactRow, { cell, surface, start }: Place, report: EntryReport): void {
  const { always } = row.approval;
  if (always === undefined) return;
  const path = [surface, start, "approval"];
  const other = describeHabit(cell.approval).approval?.always;
  if (other !== undefined && other !== always)
    report.tell("MANIFEST_FACT", {
      path,
      message: msg`${cell.approval} always runs in ${other}, and approval.always is ${always}`,
    });
  const modes = listOwnModes(cell.approval).filter((mode) => mode !== always);
  if (modes.length > 0)
    report.tell("MANIFEST_FACT", {
      path,
      message: msg`${cell.approval} has arguments for ${modes.join(", ")}, and approval.always is ${always}`,
    });
}

/** What an agent does by default cannot be the opposite of what it always does. */
function checkDefault({ approval: { always, byDefault } }: FactRow, report: EntryReport): void {
  const differs = always === "bypass" ? byDefault !== "runs" : always === "ask" && byDefault === "runs";
  if (!differs) return;
  report.tell("MANIFEST_FACT", {
    path: ["approval", "always"],
    message: msg`approval.always is ${always}, and approval.byDefault is ${byDefault}`,
  });
}

/** Pasted text is typed text: what the prompt line takes as a command is one there too. */
function checkPaste(row: FactRow, { cell, surface, start }: Place, report: EntryReport): void {
  for (const [index, { how, sigils }] of cell.prompt.entries()) {
    if (how !== "paste") continue;
    const missing = [...(row.terminal?.prefixes ?? "")].filter((prefix) => !sigils.includes(prefix));
    if (missing.length > 0)
      report.tell("MANIFEST_FACT", {
        path: [surface, start, "prompt", index, "sigils"],
        message: msg`a paste must refuse ${missing.join("")}, which the prompt line takes as a command`,
      });
  }
}
