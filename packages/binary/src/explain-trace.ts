import type { Issue, Printable } from "@slipway/errors";
import { joinPrintable, msg, verbatim } from "@slipway/errors";
import type { Candidate, Trace } from "./trace-shape.js";

/** Candidates and skipped places that are spelled out; the trace itself holds all. */
export const EXPLAIN_MAX_LINES = 24;

/**
 * A trace as text for people: the outcome on the first line, then each candidate with its reason and what to do about it,
 * then the places that were skipped. No line begins with foreign text.
 */
export function explainTrace(trace: Trace): Printable {
  const lines: Printable[] = [msg`${verbatim(summarise(trace))}`];
  for (const candidate of trace.candidates.slice(0, EXPLAIN_MAX_LINES)) {
    const taken = candidate === trace.chosen ? "taken" : candidate.verdict === "ok" ? "usable" : candidate.verdict;
    const leads =
      candidate.realPath === undefined || candidate.realPath === candidate.path
        ? msg``
        : msg` -> ${candidate.realPath}`;
    lines.push(msg`  ${taken}: ${candidate.path}${verbatim(leads)} (${candidate.via})`);
    if (candidate.interpreter !== undefined) lines.push(msg`    run by ${candidate.interpreter.path}`);
    for (const found of candidate.issues) lines.push(...explainIssue(found, "    "));
  }
  for (const found of trace.issues) lines.push(...explainIssue(found, "  "));
  const skipped = trace.places.filter((place) => place.skipped !== undefined);
  for (const place of skipped.slice(0, EXPLAIN_MAX_LINES))
    lines.push(
      msg`  not looked in: ${place.folder === "" ? "(empty entry)" : place.folder} (${place.via}): ${verbatim((place.skipped as Issue).message)}`,
    );
  const left =
    Math.max(0, trace.candidates.length - EXPLAIN_MAX_LINES) + Math.max(0, skipped.length - EXPLAIN_MAX_LINES);
  if (left > 0) lines.push(msg`  and ${left} more`);
  if (trace.status === "absent") {
    const looked = trace.places.filter((place) => place.skipped === undefined).map((place) => msg`${place.folder}`);
    if (looked.length > 0)
      lines.push(msg`  looked in: ${verbatim(joinPrintable(looked.slice(0, EXPLAIN_MAX_LINES), ", "))}`);
  }
  return joinPrintable(lines, "\n");
}

/** The one issue to show for a trace that found nothing usable; nothing when it did. */
export function summariseTrace(trace: Trace): Issue | undefined {
  if (trace.status === "found") return undefined;
  const told =
    trace.candidates.flatMap((candidate) => candidate.reason ?? [])[0] ??
    trace.issues.find((found) => found.severity === "error");
  if (told !== undefined) return told;
  return {
    code: "BINARY_NOT_FOUND",
    severity: "error",
    path: [],
    message: msg`${trace.names[0] ?? "the program"} was not found on this machine`,
    hint: msg`install it, or name its file`,
  };
}

function summarise(trace: Trace): Printable {
  const name = trace.names[0] ?? trace.candidates[0]?.path ?? "the program";
  if (trace.chosen !== undefined) return msg`found ${name}: ${showProgram(trace.chosen)}`;
  if (trace.status === "absent") return msg`not found: ${name} is in none of the places that may be looked in`;
  if (trace.candidates.length === 0) return msg`refused: ${name} may not be started as an agent`;
  const codes = trace.candidates.map(classify);
  if (codes.every((found) => found === "not-the-program"))
    return msg`not the program: a file of the name ${name} was found, and it is no program`;
  if (codes.includes("interpreter-missing"))
    return msg`cannot run: ${name} was found, and the interpreter that it needs was not`;
  if (codes.every((found) => found === "unproven"))
    return msg`not proven: ${name} was found, and who can change it is not known`;
  if (codes.every((found) => found === "missing"))
    return msg`gone: the file that was named or recorded for ${name} does not exist`;
  return msg`refused: ${name} was found, and may not be started`;
}

const CODES_OF_NO_PROGRAMS: ReadonlySet<string> = new Set([
  "BINARY_NOT_A_PROGRAM",
  "BINARY_EMPTY",
  "BINARY_HTML",
  "BINARY_NPM_STUB",
  "BINARY_WRONG_MACHINE",
  "BINARY_NOT_REGULAR",
]);
const CODES_OF_MISSING: ReadonlySet<string> = new Set(["BINARY_MISSING", "BINARY_LINK_BROKEN"]);

/** What kind of failure a candidate is: what a person has to do differs, so what they read does too. */
function classify({
  verdict,
  issues,
}: Candidate): "not-the-program" | "interpreter-missing" | "unproven" | "missing" | "refused" {
  const errors = issues.filter(({ severity }) => severity === "error");
  if (errors.some(({ code }) => CODES_OF_NO_PROGRAMS.has(code))) return "not-the-program";
  if (errors.some(({ code }) => CODES_OF_MISSING.has(code))) return "missing";
  if (errors.length > 0 && errors.every(({ code }) => code === "BINARY_INTERPRETER_MISSING"))
    return "interpreter-missing";
  return verdict === "unproven" ? "unproven" : "refused";
}

function showProgram(candidate: Candidate): string {
  return candidate.realPath ?? candidate.path;
}

function explainIssue(found: Issue, indent: "  " | "    "): Printable[] {
  const lines = [msg`${indent}${found.severity} ${found.code}: ${verbatim(found.message)}`];
  if (found.hint !== undefined) lines.push(msg`${indent}  hint: ${verbatim(found.hint)}`);
  return lines;
}
