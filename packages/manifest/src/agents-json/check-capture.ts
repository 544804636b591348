import { msg } from "@slipway/errors";
import { compileSearch } from "@slipway/pattern";
import type { JsonObject } from "../json/json-node.js";
import { CAPTURE_PATTERN_MAX_LENGTH } from "../limits.js";
import type { EntryCapture } from "./agent-entry.js";
import { carries, checkGroup } from "./check-groups.js";
import { checkSecurity } from "./check-security.js";
import { CAPTURE_MEMBERS } from "./entry-members.js";
import type { EntryReport } from "./entry-report.js";
import { reportUnknownFields } from "./entry-report.js";
import { passPatternIssues } from "./pass-pattern-issues.js";

/** The standard regex flags that the format admits (agents.json reference, "Capture"). */
export const FLAGS = /^[gimsuy]{0,6}$/;

/**
 * `capture`: a pattern that compiles, and resume arguments that carry the captured id. Either one without the other does
 * nothing (reference, "Capture"), so it is an error here and not silence. Over a `base` that has them, what is absent is
 * inherited; the flags are those of the pattern and come and go with it.
 */
export function checkCapture(
  entry: JsonObject,
  program: string,
  base: EntryCapture | undefined,
  report: EntryReport,
): Partial<EntryCapture> | undefined {
  const node = entry.members.get("capture")?.value;
  if (node === undefined) return undefined;
  if (node.type !== "object") {
    report.wrongType(node, ["capture"], "an object");
    return undefined;
  }
  reportUnknownFields(node, CAPTURE_MEMBERS, report, ["capture"], "warning");
  const flags = checkFlagLetters(node, report);
  const inheritsPattern = base !== undefined && !node.members.has("pattern") && !node.members.has("flags");
  const inheritsResume = base !== undefined && !node.members.has("resume");
  const pattern = inheritsPattern ? undefined : checkPattern(node, flags, report);
  const resume = inheritsResume ? undefined : checkResume(node, report);
  if (resume !== undefined) checkSecurity(program, "resume", resume, ["capture", "resume"], report);
  return {
    ...(pattern === undefined ? {} : { pattern, ...(flags === undefined ? {} : { flags }) }),
    ...(resume === undefined ? {} : { resume }),
  };
}

function checkFlagLetters(capture: JsonObject, report: EntryReport): string | undefined {
  const node = capture.members.get("flags")?.value;
  const path = ["capture", "flags"];
  if (node === undefined) return undefined;
  if (node.type !== "string") {
    report.wrongType(node, path, "a string of flag letters");
    return undefined;
  }
  if (FLAGS.test(node.value) && new Set(node.value).size === node.value.length) return node.value;
  report.tell("MANIFEST_CAPTURE", {
    path,
    message: msg`capture.flags ${node.value} is not usable`,
    hint: msg`use letters of gimsuy, each once`,
  });
  return undefined;
}

function checkPattern(capture: JsonObject, flags: string | undefined, report: EntryReport): string | undefined {
  const node = capture.members.get("pattern")?.value;
  const path = ["capture", "pattern"];
  if (node === undefined) {
    report.tell("MANIFEST_MISSING_FIELD", { path, message: msg`capture.pattern is missing` });
    return undefined;
  }
  if (node.type !== "string") {
    report.wrongType(node, path, "a string");
    return undefined;
  }
  if (node.value.length > CAPTURE_PATTERN_MAX_LENGTH) {
    report.tell("MANIFEST_CAPTURE", {
      path,
      message: msg`capture.pattern has more than ${CAPTURE_PATTERN_MAX_LENGTH} characters`,
    });
    return undefined;
  }
  const compiled = compileSearch(node.value, flags);
  passPatternIssues(report, compiled.issues, path);
  return compiled.ok ? node.value : undefined;
}

function checkResume(capture: JsonObject, report: EntryReport): string[] | undefined {
  const node = capture.members.get("resume")?.value;
  const path = ["capture", "resume"];
  if (node === undefined) {
    report.tell("MANIFEST_MISSING_FIELD", {
      path,
      message: msg`capture.resume is missing, so a captured id would never be used`,
    });
    return undefined;
  }
  const resume = checkGroup(node, "resume", path, report);
  if (resume === undefined || resume.some((text) => carries(text, "UUID"))) return resume;
  report.tell("MANIFEST_PLACEHOLDER_ABSENT", {
    path,
    message: msg`capture.resume lacks {UUID}, so a captured id would never be used`,
    hint: msg`put {UUID} where the id belongs`,
  });
  return undefined;
}
