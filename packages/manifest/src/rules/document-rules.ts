import type { Rule } from "./rule.js";

const RIGHT =
  '{ "schema": 1, "updatedAt": "2026-01-01", "agents": [{ "id": "a", "name": "A", "command": "a", "adapter": "cli" }] }';

const document = (wrong: string, right: string = RIGHT): NonNullable<Rule["example"]> => ({
  kind: "document",
  wrong,
  right,
});

/** A facts document with one row, whose evidence is of the kind given. */
const factsWith = (how: string): string =>
  `{ "kind": "slipway-facts", "schema": 1, "updatedAt": "2026-01-01", "rows": [{ "agent": "a", "program": "a", "versions": ">=1.0.0", "sessionId": { "minter": "none", "reuse": "unknown", "pattern": "^[0-9a-f]{36}$" }, "approval": { "byDefault": "asks", "bypassRefusedAsRoot": false }, "pty": {}, "headless": {}, "environment": [], "evidence": { "how": "${how}", "version": "1.0.0" } }] }`;

/** The rules of a document, of facts, and of what is asked of this package. */
export const DOCUMENT_RULES: readonly Rule[] = [
  {
    id: "document-size",
    code: "MANIFEST_TOO_LARGE",
    severity: "error",
    rule: "A document has at most 2 MiB.",
    why: "It is held in memory before anything in it is trusted.",
  },
  {
    id: "document-utf8",
    code: "MANIFEST_NOT_UTF8",
    severity: "error",
    rule: "A document is UTF-8.",
    why: "A reader that replaces what it cannot decode reads another text than the one that was signed.",
  },
  {
    id: "document-byte-order-mark",
    code: "MANIFEST_BYTE_ORDER_MARK",
    severity: "warning",
    rule: "A document does not begin with a byte order mark.",
    why: "Many JSON readers refuse it.",
    example: document(`\uFEFF${RIGHT}`),
  },
  {
    id: "document-json",
    code: "MANIFEST_NOT_JSON",
    severity: "error",
    rule: "A document is JSON (RFC 8259).",
    why: "Trailing commas and single quotes are read by some programs and not by others.",
    example: document('{ "schema": 1, "agents": [], }'),
  },
  {
    id: "document-whole",
    code: "MANIFEST_TRUNCATED",
    severity: "error",
    rule: "A document does not end inside a value.",
    why: "A download that was cut looks like a smaller catalog.",
    example: document('{ "schema": 1, "agents": ['),
  },
  {
    id: "document-comment",
    code: "MANIFEST_COMMENT",
    severity: "error",
    rule: "A document holds no comments.",
    why: "JSON has none. slipway-catalog fmt takes them out.",
    example: document(`// ours\n${RIGHT}`),
  },
  {
    id: "document-depth",
    code: "MANIFEST_TOO_DEEP",
    severity: "error",
    rule: "Values are nested at most 16 deep.",
    why: "Deep nesting overflows the stack of what reads it next.",
    example: document(`{ "schema": 1, "agents": ${"[".repeat(20)}${"]".repeat(20)} }`),
  },
  {
    id: "document-duplicate-member",
    code: "MANIFEST_DUPLICATE_MEMBER",
    severity: "error",
    rule: "No object names a member twice.",
    why: "Readers disagree which one counts, so the reviewer and the launcher may read two commands.",
    example: document('{ "schema": 1, "schema": 1, "agents": [] }'),
  },
  {
    id: "document-reserved-member",
    code: "MANIFEST_RESERVED_MEMBER",
    severity: "error",
    rule: "No member is named __proto__, constructor or prototype.",
    why: "In programs that copy objects such a member changes every other object.",
    example: document('{ "schema": 1, "agents": [], "__proto__": {} }'),
  },
  {
    id: "document-lone-surrogate",
    code: "MANIFEST_LONE_SURROGATE",
    severity: "error",
    rule: "No text holds half of a surrogate pair.",
    why: "It has no UTF-8 form, so the argument or file name that is made of it is another one.",
    example: document('{ "schema": 1, "agents": [], "\\ud800": 1 }'),
  },
  {
    id: "document-kind",
    code: "MANIFEST_WRONG_KIND",
    severity: "error",
    rule: "A facts document says so in kind.",
    why: "One key signs several kinds of documents; none may be taken for another.",
    example: {
      kind: "facts",
      wrong: '{ "kind": "slipway-agents", "schema": 1, "updatedAt": "2026-01-01", "rows": [] }',
      right: '{ "kind": "slipway-facts", "schema": 1, "updatedAt": "2026-01-01", "rows": [] }',
    },
  },
  {
    id: "document-schema",
    code: "MANIFEST_SCHEMA",
    severity: "error",
    rule: "schema is the number 1.",
    why: "It says how the rest is to be read.",
    example: document('{ "agents": [] }'),
  },
  {
    id: "document-newer-schema",
    code: "MANIFEST_NEWER_SCHEMA",
    severity: "error",
    rule: "schema is not higher than this reader's.",
    why: "A newer schema may give a known field another meaning. The last good catalog stays in force.",
    example: document('{ "schema": 2, "agents": [] }'),
  },
  {
    id: "document-updated-at",
    code: "MANIFEST_UPDATED_AT",
    severity: "error",
    rule: "updatedAt is a day of the calendar, as YYYY-MM-DD.",
    why: "People compare it. It decides nothing: the order of catalogs is that of their signatures.",
    example: document(
      '{ "schema": 1, "updatedAt": "2026-02-30", "agents": [{ "id": "a", "name": "A", "command": "a", "adapter": "cli" }] }',
    ),
  },
  {
    id: "document-has-agents",
    code: "MANIFEST_NO_AGENTS",
    severity: "warning",
    rule: "A document lists at least one agent.",
    why: "An empty list is more often a mistake of a script than a decision.",
    example: document('{ "schema": 1, "updatedAt": "2026-01-01", "agents": [] }'),
  },
  {
    id: "document-entries",
    code: "MANIFEST_TOO_MANY",
    severity: "error",
    rule: "A document lists at most 1,000 agents.",
    why: "Everything that is read from outside has a bound.",
  },
  {
    id: "document-issues",
    code: "MANIFEST_TOO_MANY_ISSUES",
    severity: "error",
    rule: "At most 1,000 problems of a document are told.",
    why: "A document made of mistakes must not fill the memory of what reads it; the rest is counted.",
  },
  {
    id: "id-unique",
    code: "MANIFEST_DUPLICATE_ID",
    severity: "error",
    rule: "No two entries have one id, compared without regard to case.",
    why: "Ids become file names, and some file systems take A and a for one.",
    example: document(
      '{ "schema": 1, "updatedAt": "2026-01-01", "agents": [{ "id": "a", "name": "A", "command": "a", "adapter": "cli" }, { "id": "A", "name": "B", "command": "b", "adapter": "cli" }] }',
    ),
  },
  {
    id: "removed-row",
    code: "MANIFEST_REMOVED",
    severity: "error",
    rule: "A row of removed has the id of an agent and a reason to show, and the document does not list that agent.",
    why: "An agent that was compromised or renamed can be withdrawn, and people are told why it is gone. A document that lists and withdraws one withdraws it.",
    example: document(
      RIGHT.replace("}] }", '}], "removed": [{ "id": "a", "reason": "The vendor closed it." }] }'),
      RIGHT.replace("}] }", '}], "removed": [{ "id": "b", "reason": "The vendor closed it." }] }'),
    ),
  },
  {
    id: "icon-digest",
    code: "MANIFEST_ICON_DIGEST",
    severity: "error",
    rule: "iconDigests names icon files, each with the SHA-256 of its bytes in lower-case hexadecimal.",
    why: "The signature covers this document and not the icons: only its digest tells that a fetched icon is the one that was meant.",
    example: document(
      RIGHT.replace("}] }", '}], "iconDigests": { "a.svg": "0A" } }'),
      RIGHT.replace("}] }", `}], "iconDigests": { "a.svg": "${"0a".repeat(32)}" } }`),
    ),
  },
  {
    id: "agent-known",
    code: "MANIFEST_AGENT_UNKNOWN",
    severity: "error",
    rule: "An agent that is asked for is in the roster.",
    why: "A near name is offered and never taken: starting another program than the one that was named is worse than starting none.",
  },
  {
    id: "facts-vocabulary",
    code: "MANIFEST_FACT",
    severity: "error",
    rule: "A row of facts says nothing outside the closed vocabulary.",
    why: "Facts select reviewed behaviour by name. A variable, a URL, a path or an argument in them would be a command that nobody reviewed.",
    example: {
      kind: "facts",
      wrong: factsWith("sometimes"),
      right: factsWith("run"),
    },
  },
  {
    id: "call",
    code: "MANIFEST_MISUSE",
    severity: "error",
    rule: "The functions of this package are given arguments of their types. Thrown, not returned.",
    why: "A call with the wrong type is a mistake of the program, not of the data.",
  },
];
