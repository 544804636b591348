import { existsSync } from "node:fs";
import type { Issue, Printable } from "@slipway/errors";
import { hasErrors, msg, verbatim } from "@slipway/errors";
import { formatJson } from "@slipway/manifest";
import { problem } from "../catalog-tools-code.js";
import type { Arguments, CommandResult } from "../command-result.js";
import { EXIT, stopWith } from "../command-result.js";
import { findDocuments } from "../input/find-documents.js";
import { CATALOG_MAX_BYTES, readFileBounded } from "../input/read-file-bounded.js";
import { count } from "../output/count-issues.js";
import { replaceFile } from "../output/replace-file.js";
import { nameFile, showIssue } from "../output/show-issue.js";
import { createLineReader } from "../output/show-source-line.js";

type Formatted = { file: string; changed: boolean; comments: number; issues: Issue[]; source: string; text?: string };

/**
 * Writes each file in its canonical form, or with `--check` only says which would change. A file that does not parse is
 * left alone. `-` formats standard input to standard output.
 */
export function command({ files, flags, paint }: Arguments): CommandResult {
  const usage = (what: Printable) =>
    stopWith(EXIT.usage, problem("CATALOG_TOOLS_FILES", what, msg`slipway-catalog fmt agents.json`));
  if (files.length === 0) return usage(msg`fmt needs a file or a folder`);
  if (files.includes("-") && files.length > 1) return usage(msg`fmt takes - alone`);
  const { found, unreadable, empty } = findDocuments(files, { icons: false });
  const checkOnly = flags.has("check");
  const done: Formatted[] = [];
  for (const { path } of found) {
    const read = readFileBounded(path, CATALOG_MAX_BYTES);
    if (!read.ok) unreadable.push(read.issue);
    else done.push(formatOne(path, read.bytes));
  }
  for (const { file, changed, text } of checkOnly ? [] : done) {
    const fault = changed && text !== undefined && file !== "-" ? replaceFile(file, text) : undefined;
    if (fault !== undefined) unreadable.push(fault);
  }
  const wrong = done.some(({ changed, issues }) => hasErrors(issues) || (checkOnly && changed));
  const exitCode =
    unreadable.length > 0 ? EXIT.unreadable : empty.length > 0 ? EXIT.usage : wrong ? EXIT.refused : EXIT.ok;
  const streamed = checkOnly ? undefined : done.find(({ file }) => file === "-")?.text;
  return {
    exitCode,
    json: {
      ok: exitCode === EXIT.ok,
      files: done.map(({ file, changed, comments, issues }) => ({ file, changed, comments, issues })),
      issues: [...unreadable, ...empty],
    },
    lines: streamed === undefined ? done.flatMap((each) => describe(each, checkOnly, paint)) : [],
    problems: [...unreadable, ...empty],
    ...(streamed === undefined ? {} : { document: streamed }),
  };
}

function formatOne(file: string, bytes: Uint8Array): Formatted {
  const source = new TextDecoder().decode(bytes);
  const formatted = formatJson(bytes);
  if (!formatted.ok) return { file, changed: false, comments: 0, issues: formatted.issues, source };
  const { text, comments } = formatted.value;
  const changed = !Buffer.from(text).equals(bytes);
  return { file, changed, comments, issues: formatted.issues, source, text };
}

function describe(
  { file, changed, comments, issues, source, text }: Formatted,
  checkOnly: boolean,
  paint: Arguments["paint"],
): Printable[] {
  const readLine = createLineReader(source);
  const name = verbatim(nameFile(file));
  if (text === undefined)
    return [...issues.flatMap((found) => showIssue(file, found, readLine, paint)), msg`${name}: left alone`];
  if (!changed) return [msg`${name}: is formatted`];
  const dropped =
    comments === 0 ? "" : `, ${count(comments, "comment", "comments")} ${checkOnly ? "to drop" : "dropped"}`;
  if (checkOnly) return [msg`${name}: would change${dropped}`];
  const signed = file !== "-" && existsSync(`${file}.minisig`);
  return [
    msg`${name}: formatted${dropped}`,
    ...(signed ? [msg`  hint: ${name}.minisig was made over the old bytes: sign again`] : []),
  ];
}
