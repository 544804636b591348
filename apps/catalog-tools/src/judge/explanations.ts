import { RULES } from "@slipway/manifest";
import type { CatalogToolsCode } from "../catalog-tools-code.js";

/** What `explain` tells of a code. The examples are texts of a document, or command lines. */
export type Explanation = {
  code: string;
  severity: string;
  rule: string;
  why?: string;
  wrong?: string;
  right?: string;
};

type Own = Explanation & { code: CatalogToolsCode };

/** The rules of this program's own. */
const OWN: readonly Own[] = [
  {
    code: "CATALOG_TOOLS_ICON",
    severity: "error",
    rule: "An icon is an SVG image that can be drawn and do nothing else.",
    why: "A launcher shows icons inside its own window. Script, links, foreign content and references to other places in an SVG run there, with the launcher's rights, or tell its author who opened it.",
    wrong: '<svg xmlns="http://www.w3.org/2000/svg" onload="..."><image href="https://example.com/x.png"/></svg>',
    right:
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 12h16" stroke="currentColor"/></svg>',
  },
  {
    code: "CATALOG_TOOLS_ICON_MISSING",
    severity: "warning",
    rule: "An icon file that an entry names is in the folder icons beside agents.json.",
    why: "A launcher that finds no file shows its fallback glyph and says nothing, so a slip in the name is seen by users first.",
    wrong: '"icon": "exmaple.svg"',
    right: '"icon": "example.svg"',
  },
  {
    code: "CATALOG_TOOLS_ICON_DIGEST",
    severity: "error",
    rule: "An icon that iconDigests names is in the folder icons beside agents.json and has that SHA-256.",
    why: "A launcher takes an icon with another digest for one that was put in place of the signed one, and does not show it.",
    wrong: '"iconDigests": { "example.svg": "(the SHA-256 of an earlier file)" }',
    right: '"iconDigests": { "example.svg": "(what sha256sum icons/example.svg prints)" }',
  },
  {
    code: "CATALOG_TOOLS_NOTHING_THERE",
    severity: "error",
    rule: "A folder on the command line holds an agents.json, a facts.json or icons.",
    why: "A check of nothing would be green: a workflow that names the wrong folder must not look like a catalog without problems.",
    wrong: "slipway-catalog check .",
    right: "slipway-catalog check catalog/",
  },
];

/** Every rule that can be explained, by code. */
export function listExplanations(): readonly Explanation[] {
  const formats = RULES.map(({ code, severity, rule, why, example }) => ({ code, severity, rule, why, ...example }));
  return [...OWN, ...formats.map(({ kind: _, ...explanation }) => explanation)].sort((one, other) =>
    one.code < other.code ? -1 : 1,
  );
}

/** The rule of a code, spelled exactly. */
export function findExplanation(code: string): Explanation | undefined {
  return listExplanations().find((rule) => rule.code === code);
}
