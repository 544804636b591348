/** Agent manifests compiled to one launch model, with every problem reported. */
export {
  type Agent,
  type ArgTemplate,
  type Cell,
  type Cells,
  type Delivery,
  type IdEvent,
  type IdTarget,
  type OriginField,
  type Part,
  PLACEHOLDERS_BY_SLOT,
  type Start,
  type Surface,
  type Trust,
} from "./agent.js";
export { type AgentEntry, type EntryCapture, FLAG_GROUPS, type FlagGroup } from "./agents-json/agent-entry.js";
export { type AgentsJson, type ParseOptions, parseAgentsJson } from "./agents-json/parse-agents-json.js";
export { agentFromEntry } from "./compile/agent-from-entry.js";
export { UNKNOWN_SIGILS } from "./compile/shared-parts.js";
export type { Change, Risk, Subject } from "./diff/change.js";
export { type CatalogDiff, type CatalogSide, diffCatalogs } from "./diff/diff-catalogs.js";
export { renderDiffLines } from "./diff/render-diff-lines.js";
export { MARKDOWN_MAX_LENGTH, renderDiffMarkdown } from "./diff/render-diff-markdown.js";
export { applyFacts } from "./facts/apply-facts.js";
export {
  ENVIRONMENT_SWITCHES,
  type EnvironmentSwitch,
  type Evidence,
  type FactCell,
  type FactCells,
  type FactDelivery,
  type FactRow,
  type Facts,
} from "./facts/facts.js";
export { parseFacts } from "./facts/parse-facts.js";
export { findAgent } from "./find-agent.js";
export { type FormattedJson, formatJson } from "./json/format-json.js";
export {
  ARGUMENT_TEMPLATE_MAX_BYTES,
  DOCUMENT_MAX_BYTES,
  ENTRIES_MAX,
  GROUP_MAX_ARGUMENTS,
  ISSUES_MAX,
  JSON_MAX_DEPTH,
} from "./limits.js";
export { type ManifestCode, ManifestError } from "./manifest-error.js";
export { readVersion } from "./read-version.js";
export { findRule, RULES } from "./rules/find-rule.js";
export { findKnownTrap, KNOWN_TRAPS, type KnownTrap } from "./rules/known-traps.js";
export type { ExampleKind, Rule } from "./rules/rule.js";
export { type FlagKind, findSecurityFlag, SECURITY_FLAGS, type SecurityFlag } from "./rules/security-flags.js";
