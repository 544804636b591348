import { basename } from "node:path";
import type { Issue, Printable } from "@slipway/errors";
import { formatIssue, hasErrors, msg, verbatim } from "@slipway/errors";
import { parseAgentsJson, parseFacts } from "@slipway/manifest";
import { problem } from "../catalog-tools-code.js";
import type { Arguments, CommandResult } from "../command-result.js";
import { EXIT, stopWith } from "../command-result.js";
import { CATALOG_MAX_BYTES, readFileBounded } from "../read-file-bounded.js";

/** Entries for apps of any age are checked, so the app is newer than every `minAppVersion`. */
const NEWEST_APP = "999999.0.0";

type Checked = { file: string; entries: number; issues: Issue[] };

/**
 * Parses each file and reports every problem as `FILE:LINE:COLUMN: severity CODE at path: message`. A file named
 * `facts.json` is read as facts, any other as agents.json.
 */
export function command({ files }: Arguments): CommandResult {
  if (files.length === 0)
    return stopWith(
      EXIT.usage,
      problem("CATALOG_TOOLS_FILES", msg`check needs a file`, msg`slipway-catalog check agents.json`),
    );
  const checked: Checked[] = [];
  const unreadable: Issue[] = [];
  for (const file of files) {
    const read = readFileBounded(file, CATALOG_MAX_BYTES);
    if (!read.ok) unreadable.push(read.issue);
    else checked.push(checkBytes(file, read.bytes));
  }
  const wrong = checked.some(({ issues }) => hasErrors(issues));
  const exitCode = unreadable.length > 0 ? EXIT.unreadable : wrong ? EXIT.refused : EXIT.ok;
  return {
    exitCode,
    json: { ok: exitCode === EXIT.ok, files: checked, issues: unreadable },
    lines: checked.flatMap(describe),
    problems: unreadable,
  };
}

function checkBytes(file: string, bytes: Uint8Array): Checked {
  if (basename(file) === "facts.json") {
    const facts = parseFacts(bytes);
    return { file, entries: facts.ok ? facts.value.rows.length : 0, issues: facts.issues.map(raiseLeftOut) };
  }
  const parsed = parseAgentsJson(bytes, { trust: "local", appVersion: NEWEST_APP });
  return { file, entries: parsed.agents.length, issues: parsed.issues };
}

/** Readers of facts go on without a row, with a warning; to the maintainer a row that is left out is an error. */
function raiseLeftOut(found: Issue): Issue {
  const [list, index] = found.path;
  const isRow = list === "rows" && typeof index === "number";
  return isRow || found.code === "MANIFEST_TOO_MANY_ISSUES" ? { ...found, severity: "error" } : found;
}

function describe({ file, entries, issues }: Checked): Printable[] {
  const lines = issues.map((found) => {
    const { line, column, ...rest } = found;
    const place = line === undefined ? msg`` : msg`:${line}:${column ?? 1}`;
    return msg`${file}${verbatim(place)}: ${verbatim(formatIssue(rest))}`;
  });
  const errors = issues.filter((found) => found.severity === "error").length;
  const warnings = issues.filter((found) => found.severity === "warning").length;
  const usable = count(entries, "entry", "entries");
  const found = [count(errors, "error", "errors"), count(warnings, "warning", "warnings")];
  return [...lines, msg`${file}: ${usable} usable, ${found.join(", ")}`];
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
