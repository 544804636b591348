import { statSync } from "node:fs";
import { join } from "node:path";
import type { Issue } from "@slipway/errors";
import { hasErrors, issue, msg } from "@slipway/errors";
import type { CatalogSide } from "@slipway/manifest";
import { diffCatalogs, parseAgentsJson, parseFacts, renderDiffLines, renderDiffMarkdown } from "@slipway/manifest";
import type { CatalogToolsCode } from "../catalog-tools-code.js";
import { problem } from "../catalog-tools-code.js";
import type { Arguments, CommandResult } from "../command-result.js";
import { EXIT, stopWith } from "../command-result.js";
import { CATALOG_MAX_BYTES, readFileBounded } from "../input/read-file-bounded.js";
import { findKind, NEWEST_APP } from "../judge/check-document.js";

const TONES = { high: "error", medium: "warning", low: "info" } as const;

type Side = { ok: true; side: CatalogSide; warnings: Issue[] } | { ok: false; exitCode: number; issues: Issue[] };

/**
 * Tells what changes for users from OLD to NEW, each a catalog's folder (with its facts) or an agents.json. Ends with 1
 * when a launch differs.
 */
export function command({ files, flags, paint }: Arguments): CommandResult {
  const [old, now, extra] = files;
  const hint = msg`slipway-catalog diff OLD NEW, each a folder or an agents.json`;
  if (old === undefined || now === undefined || extra !== undefined)
    return stopWith(EXIT.usage, problem("CATALOG_TOOLS_FILES", msg`diff takes two catalogs`, hint));
  if (flags.has("json") && flags.has("markdown"))
    return stopWith(EXIT.usage, problem("CATALOG_TOOLS_OPTION", msg`--json and --markdown exclude one another`, hint));
  const [before, after] = [readSide(old), readSide(now)];
  if (!before.ok || !after.ok) {
    const failed = [before, after].flatMap((side) => (side.ok ? [] : [side]));
    return stopWith(Math.max(...failed.map(({ exitCode }) => exitCode)), ...failed.flatMap(({ issues }) => issues));
  }
  const diff = diffCatalogs(before.side, after.side);
  const problems = [...before.warnings, ...after.warnings];
  return {
    exitCode: diff.launch ? EXIT.refused : EXIT.ok,
    json: { ok: !diff.launch, old, new: now, ...diff, issues: problems },
    lines: flags.has("markdown") ? [] : renderDiffLines(diff, (risk, word) => paint(TONES[risk], word)),
    problems,
    ...(flags.has("markdown") ? { document: renderDiffMarkdown(diff) } : {}),
  };
}

function readSide(path: string): Side {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const agents = readFileBounded(isFolder ? join(path, "agents.json") : path, CATALOG_MAX_BYTES);
  if (!agents.ok) return { ok: false, exitCode: EXIT.unreadable, issues: [agents.issue] };
  if (findKind(path, agents.bytes) !== "agents") {
    const hint = msg`name the folder that holds agents.json and facts.json`;
    return refuse(problem("CATALOG_TOOLS_NOT_COMPARED", msg`${path} is no agents.json`, hint));
  }
  const parsed = parseAgentsJson(agents.bytes, { trust: "signed", appVersion: NEWEST_APP });
  if (parsed.refused) return refuse(notCompared(path), ...parsed.issues);
  const warnings = hasErrors(parsed.issues) ? [leftOut(path)] : [];
  const { agents: listed, entries, removed, iconDigests } = parsed;
  const side: CatalogSide = {
    agents: listed,
    entries,
    ...(removed === undefined ? {} : { removed }),
    ...(iconDigests === undefined ? {} : { iconDigests }),
  };
  const factsPath = join(path, "facts.json");
  if (!isFolder || statSync(factsPath, { throwIfNoEntry: false }) === undefined) return { ok: true, side, warnings };
  const read = readFileBounded(factsPath, CATALOG_MAX_BYTES);
  if (!read.ok) return { ok: false, exitCode: EXIT.unreadable, issues: [read.issue] };
  const facts = parseFacts(read.bytes, { trust: "signed" });
  if (!facts.ok) return refuse(notCompared(factsPath), ...facts.issues);
  if (facts.issues.length > 0) warnings.push(leftOut(factsPath));
  return { ok: true, side: { ...side, facts: facts.value }, warnings };
}

function refuse(...issues: Issue[]): Side {
  return { ok: false, exitCode: EXIT.refused, issues };
}

function notCompared(path: string): Issue {
  const hint = msg`slipway-catalog check ${path} shows the places`;
  return problem("CATALOG_TOOLS_NOT_COMPARED", msg`${path} is refused as a whole, for the reasons below`, hint);
}

function leftOut(path: string): Issue {
  return issue({
    code: "CATALOG_TOOLS_NOT_COMPARED" satisfies CatalogToolsCode,
    severity: "warning",
    message: msg`${path} holds entries or rows that readers leave out; they are compared as absent`,
    hint: msg`slipway-catalog check ${path} shows them`,
  });
}
