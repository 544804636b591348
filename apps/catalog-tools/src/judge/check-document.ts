import { basename } from "node:path";
import type { Issue } from "@slipway/errors";
import type { AgentsJson } from "@slipway/manifest";
import { parseAgentsJson, parseFacts } from "@slipway/manifest";
import { checkIcon } from "./check-icon.js";

/** Entries for apps of any age are checked, so the app is newer than every `minAppVersion`. */
export const NEWEST_APP = "999999.0.0";

/** What a file is taken for. */
export type DocumentKind = "agents" | "facts" | "icon";

/** A judged file. `usable` counts the entries or rows that a reader would take; an icon has none. */
export type Judged = { kind: DocumentKind; usable: number; issues: Issue[]; catalog?: AgentsJson };

/** Judges one file by what it is: facts by name or by their `kind`, an icon by its suffix, else agents.json. */
export function checkDocument(path: string, bytes: Uint8Array): Judged {
  const kind = findKind(path, bytes);
  if (kind === "icon") return { kind, usable: 0, issues: checkIcon(bytes) };
  if (kind === "facts") {
    const facts = parseFacts(bytes);
    const usable = facts.ok ? facts.value.rows.length : 0;
    return { kind, usable, issues: facts.issues.map(raiseLeftOut) };
  }
  // As the catalog that it is for: what only a user's own file may say is told here.
  const parsed = parseAgentsJson(bytes, { trust: "signed", appVersion: NEWEST_APP });
  return { kind, usable: parsed.agents.length, issues: parsed.issues, catalog: parsed };
}

/** What a file is. A document of facts under another name says so itself. */
export function findKind(path: string, bytes: Uint8Array): DocumentKind {
  const name = basename(path);
  if (name === "facts.json") return "facts";
  if (name.toLowerCase().endsWith(".svg")) return "icon";
  const head = Buffer.from(bytes.subarray(0, 512)).toString("latin1");
  return /^[^"]*"kind"\s*:\s*"slipway-facts"/.test(head) ? "facts" : "agents";
}

/** Readers of facts go on without a row, with a warning; to the maintainer a row that is left out is an error. */
function raiseLeftOut(found: Issue): Issue {
  const [list, index] = found.path;
  const isRow = list === "rows" && typeof index === "number";
  return isRow || found.code === "MANIFEST_TOO_MANY_ISSUES" ? { ...found, severity: "error" } : found;
}
