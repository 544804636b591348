import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { problem } from "../catalog-tools-code.js";
import { describeFailure } from "./read-file-bounded.js";

/** Icons of one folder that are looked at. A catalog has at most 1,000 entries with one icon each. */
export const ICONS_MAX = 2_000;

/** A file to work on; `folder` is the folder of the command line that it was found in. */
export type Found = { path: string; folder?: string };

/** The files of the command line; what cannot be looked at, and folders that hold nothing, apart. */
export type Findings = { found: Found[]; unreadable: Issue[]; empty: Issue[] };

/**
 * Files as they are given; of a folder its `agents.json` and `facts.json`, and with `icons` the files of its folder
 * `icons`. Folders are not searched further down: a catalog is one folder, and a search would judge other projects' files.
 */
export function findDocuments(paths: readonly string[], options: { icons: boolean }): Findings {
  const findings: Findings = { found: [], unreadable: [], empty: [] };
  for (const path of paths) {
    if (path === "-") findings.found.push({ path });
    else addPath(path, options.icons, findings);
  }
  return findings;
}

function addPath(path: string, icons: boolean, { found, unreadable, empty }: Findings): void {
  let inside: string[];
  try {
    if (!statSync(path).isDirectory()) {
      found.push({ path });
      return;
    }
    const names = readdirSync(path);
    inside = ["agents.json", "facts.json"].filter((name) => names.includes(name));
    if (icons && names.includes("icons")) inside.push(...listIcons(join(path, "icons")));
  } catch (error) {
    const message = describeFailure(path, error as NodeJS.ErrnoException);
    unreadable.push(problem("CATALOG_TOOLS_UNREADABLE", message, msg`check the path`));
    return;
  }
  if (inside.length === 0) {
    const what = icons
      ? msg`${path} holds no agents.json, facts.json or icons`
      : msg`${path} holds no agents.json or facts.json`;
    empty.push(problem("CATALOG_TOOLS_NOTHING_THERE", what, msg`name the folder of the catalog, or its files`));
  }
  found.push(...inside.map((name) => ({ path: join(path, name), folder: path })));
}

function listIcons(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith("."));
  return names
    .sort()
    .slice(0, ICONS_MAX)
    .map((name) => join("icons", name));
}
