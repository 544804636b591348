/** Agent manifests compiled to one launch model, with every problem reported. */
export {
  type Agent,
  type ArgTemplate,
  type Cell,
  type Cells,
  type Delivery,
  type Display,
  type IdEvent,
  type IdTarget,
  INPUT_FORMS,
  type InputForm,
  type ModelRule,
  type OriginField,
  type Part,
  PLACEHOLDERS_BY_SLOT,
  type Start,
  type Surface,
  type Trust,
} from "./agent.js";
export {
  type Background,
  DAEMON_HABITS,
  DIALOG_READERS,
  EXIT_REASONS,
  type ExitMeaning,
  GATE_DEFAULTS,
  GATE_OCCASIONS,
  GATES,
  type Gate,
  MENU_READERS,
  READY_SIGNS,
  SIGN_IN_QUESTIONS,
  type SignInStatus,
  type TerminalBehaviour,
  UPDATER_HABITS,
} from "./agent-behaviour.js";
export {
  type Capability,
  type Engine,
  type Install,
  type SignIn,
  STORE_LAYOUTS,
  type Store,
  type StoreLayout,
  type Transcript,
  type Upkeep,
  type Usage,
} from "./agent-beside.js";
export {
  type AgentEntry,
  type EntryCapture,
  type EntryPatch,
  FLAG_GROUPS,
  type FlagGroup,
  type RemovedAgent,
} from "./agents-json/agent-entry.js";
export { GLYPHS } from "./agents-json/check-display.js";
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
  EVIDENCE_KINDS,
  type Evidence,
  type FactCell,
  type FactCells,
  type FactDelivery,
  type FactRow,
  type Facts,
  LAUNCH_SWITCHES,
  type LaunchSwitch,
  type Shown,
  VERSION_FLAGS,
} from "./facts/facts.js";
export { APPROVAL_KINDS, type ApprovalKind } from "./facts/kinds/approvals.js";
export { DELIVERY_KINDS, type DeliveryKind } from "./facts/kinds/deliveries.js";
export { FRAME_KINDS, type FrameKind } from "./facts/kinds/frames.js";
export { ID_EVENT_KINDS, type IdEventKind } from "./facts/kinds/id-events.js";
export { INPUT_KINDS, type InputKind } from "./facts/kinds/inputs.js";
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
export { lowestTrust } from "./lowest-trust.js";
export { type ManifestCode, ManifestError } from "./manifest-error.js";
export { type EntryLayer, type MergedEntries, mergeEntries } from "./merge/merge-entries.js";
export type { MergedEntry } from "./merge/overlay-entry.js";
export {
  type Approval,
  BYPASS_MEANINGS,
  BYPASS_MEMORIES,
  BYPASS_VOIDS,
  DEFAULT_BEHAVIOURS,
  type ModeArgs,
  PERMISSION_MODES,
  type PermissionMode,
} from "./permission-modes.js";
export { readVersion } from "./read-version.js";
export { REPORT_FORMATS, type ReportFormat } from "./report-format.js";
export { findRule, RULES } from "./rules/find-rule.js";
export { findKnownTrap, KNOWN_TRAPS, type KnownTrap } from "./rules/known-traps.js";
export type { ExampleKind, Rule } from "./rules/rule.js";
export { type FlagKind, findSecurityFlag, SECURITY_FLAGS, type SecurityFlag } from "./rules/security-flags.js";
