import type { Issue, Printable, Severity } from "@slipway/errors";
import { issue, joinPrintable, msg, suggestName } from "@slipway/errors";
import type { IssueList } from "../issue-list.js";
import type { JsonNode, JsonObject } from "../json/json-node.js";
import { describeNode } from "../json/json-node.js";
import type { ManifestCode } from "../manifest-error.js";

/** What one rule says; the path is relative to the entry. */
export type Finding = {
  path: (string | number)[];
  message: Printable;
  hint?: Printable;
  severity?: Severity;
};

/** What is told of the app that reads and not of the document: no strictness makes the document wrong. */
const OF_THE_APP = new Set<string>([
  "MANIFEST_NEEDS_NEWER_APP",
  "MANIFEST_APP_VERSION_UNKNOWN",
] satisfies ManifestCode[]);

/** The problems of one entry. An error makes the entry unusable, unless it was told as a field's own by `leaveOut`. */
export class EntryReport {
  /** True once the entry cannot be used. */
  refused = false;
  readonly list: IssueList;
  readonly #base: readonly (string | number)[];
  readonly #subject: Printable | (() => Printable);

  constructor(list: IssueList, base: readonly (string | number)[], subject: Printable | (() => Printable)) {
    this.list = list;
    this.#base = base;
    this.#subject = subject;
  }

  /** A problem that spoils the entry, or a warning or info that does not. */
  tell(code: ManifestCode, finding: Finding): void {
    this.#add(code, finding, msg``);
  }

  /** A problem of a field that only decides what is shown: the field is left out and the entry stands. */
  leaveOut(code: ManifestCode, finding: Finding): void {
    const refused = this.refused;
    this.#add(code, finding, msg` (field left out)`);
    this.refused = refused;
  }

  /** Problems of another package, whose paths already begin at the document. */
  pass(issues: readonly Issue[]): void {
    for (const found of issues) {
      const severity = this.#weigh(found.code, found.severity);
      if (severity === "error") this.refused = true;
      this.list.add({ ...found, severity, message: this.#about(found.message, msg``) });
    }
  }

  /** The path from the document. */
  place(path: readonly (string | number)[]): (string | number)[] {
    return [...this.#base, ...path];
  }

  /** A value that is not of the type its field takes. */
  wrongType(node: JsonNode, path: (string | number)[], wanted: string): void {
    this.tell("MANIFEST_WRONG_TYPE", {
      path,
      message: msg`${nameField(path)} must be ${wanted}, it is ${describeNode(node)}`,
    });
  }

  #add(code: ManifestCode, finding: Finding, outcome: Printable): void {
    const severity = this.#weigh(code, finding.severity ?? "error");
    if (severity === "error") this.refused = true;
    this.list.add(
      issue({
        code,
        severity,
        path: this.place(finding.path),
        message: this.#about(finding.message, outcome),
        ...(finding.hint === undefined ? {} : { hint: finding.hint }),
      }),
    );
  }

  #weigh(code: string, severity: Severity): Severity {
    return severity === "warning" && this.list.strict && !OF_THE_APP.has(code) ? "error" : severity;
  }

  #about(message: Printable, outcome: Printable): Printable {
    const subject = typeof this.#subject === "function" ? this.#subject() : this.#subject;
    return joinPrintable([subject, msg`: `, message, outcome], "");
  }
}

/** Reports the members that the format does not have. */
export function reportUnknownFields(
  object: JsonObject,
  known: readonly string[],
  report: EntryReport,
  path: (string | number)[],
  severity: Severity,
): void {
  if (hasOnly(object, known)) return;
  const unknown = [...object.members.keys()].filter((name) => !known.includes(name));
  for (const [index, name] of unknown.entries()) {
    if (report.list.full) {
      if (severity === "error") report.refused = true;
      report.list.count(unknown.length - index);
      return;
    }
    const near = suggestName(name, known);
    report.tell("MANIFEST_UNKNOWN_FIELD", {
      severity,
      path: [...path, name],
      message: severity === "error" ? msg`unknown field ${name}` : msg`unknown field ${name}, ignored`,
      ...(near === undefined ? {} : { hint: msg`did you mean ${near}?` }),
    });
  }
}

/** Almost every object has no unknown member, and this is asked of each: nothing is built to find that out. */
function hasOnly(object: JsonObject, known: readonly string[]): boolean {
  for (const name of object.members.keys()) if (!known.includes(name)) return false;
  return true;
}

function nameField(path: readonly (string | number)[]): string {
  const name = path.findLast((step) => typeof step === "string");
  return typeof path.at(-1) === "number" ? `an element of ${name ?? "the list"}` : String(name ?? "it");
}
