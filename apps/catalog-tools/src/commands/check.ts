import { basename, dirname } from "node:path";
import type { Issue, Printable } from "@slipway/errors";
import { joinPrintable, msg, verbatim } from "@slipway/errors";
import { problem } from "../catalog-tools-code.js";
import type { Arguments, CommandResult } from "../command-result.js";
import { EXIT, stopWith } from "../command-result.js";
import type { Found } from "../input/find-documents.js";
import { findDocuments } from "../input/find-documents.js";
import { CATALOG_MAX_BYTES, readFileBounded } from "../input/read-file-bounded.js";
import type { DocumentKind } from "../judge/check-document.js";
import { checkDocument } from "../judge/check-document.js";
import { compareIconDigests, findMissingIcons } from "../judge/check-icon-files.js";
import { count, countIssues, tellCounts } from "../output/count-issues.js";
import { nameFile, showIssue } from "../output/show-issue.js";
import { createLineReader } from "../output/show-source-line.js";

type Checked = { file: string; kind: DocumentKind; entries: number; issues: Issue[]; source: string };

/**
 * Judges each file, and of each folder its agents.json, facts.json and icons. Every problem is told with its place, the
 * source line and what to do. With `--strict` a warning is a finding too.
 */
export function command({ files, flags, paint }: Arguments): CommandResult {
  const hint = msg`slipway-catalog check agents.json`;
  if (files.length === 0)
    return stopWith(EXIT.usage, problem("CATALOG_TOOLS_FILES", msg`check needs a file or a folder`, hint));
  const { found, unreadable, empty } = findDocuments(files, { icons: true });
  const checked: Checked[] = [];
  for (const each of found) {
    const read = readFileBounded(each.path, CATALOG_MAX_BYTES);
    if (read.ok) checked.push(checkOne(each, read.bytes, found));
    else unreadable.push(read.issue);
  }
  const totals = countIssues(checked.flatMap(({ issues }) => issues));
  const wrong = totals.errors > 0 || (flags.has("strict") && totals.warnings > 0);
  const exitCode =
    unreadable.length > 0 ? EXIT.unreadable : empty.length > 0 ? EXIT.usage : wrong ? EXIT.refused : EXIT.ok;
  const problems = [...unreadable, ...empty];
  return {
    exitCode,
    json: {
      ok: exitCode === EXIT.ok,
      strict: flags.has("strict"),
      ...totals,
      files: checked.map(({ source: _source, ...rest }) => ({ ...rest, ...countIssues(rest.issues) })),
      issues: problems,
    },
    lines: [
      ...checked.flatMap((each) => describe(each, paint)),
      ...(checked.length > 1 ? [msg`checked ${checked.length} files: ${verbatim(tellCounts(totals))}`] : []),
    ],
    problems,
  };
}

function checkOne({ path, folder }: Found, bytes: Uint8Array, all: readonly Found[]): Checked {
  const { kind, usable, issues, catalog } = checkDocument(path, bytes);
  const source = new TextDecoder().decode(bytes);
  const beside = all.filter((each) => each.folder === folder && basename(dirname(each.path)) === "icons");
  const icons = new Map(beside.map((each) => [basename(each.path), () => readIcon(each.path)]));
  // Without a folder of icons there is no saying where a launcher takes them from.
  if (catalog === undefined || folder === undefined || icons.size === 0)
    return { file: path, kind, entries: usable, issues, source };
  const ofIcons = [
    ...findMissingIcons(source, catalog.entries, icons),
    ...compareIconDigests(source, catalog.iconDigests ?? new Map(), icons),
  ];
  return { file: path, kind, entries: usable, issues: [...issues, ...ofIcons], source };
}

/** Nothing where the file cannot be read: it is told of the file itself. */
function readIcon(path: string): Uint8Array | undefined {
  const read = readFileBounded(path, CATALOG_MAX_BYTES);
  return read.ok ? read.bytes : undefined;
}

function describe({ file, kind, entries, issues, source }: Checked, paint: Arguments["paint"]): Printable[] {
  const readLine = createLineReader(source);
  const told = issues.flatMap((found) => showIssue(file, found, readLine, paint));
  if (kind === "icon" && issues.length === 0) return told;
  const unit = kind === "facts" ? count(entries, "row", "rows") : count(entries, "entry", "entries");
  const usable = kind === "icon" ? [] : [msg`${unit} usable`];
  const summary = joinPrintable([...usable, tellCounts(countIssues(issues))], ", ");
  return [...told, msg`${verbatim(nameFile(file))}: ${verbatim(summary)}`];
}
