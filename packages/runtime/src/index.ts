/** Plan, launch, capture and resume a coding agent. */

export type { AgentEvent, Answer } from "./answer/agent-event.js";
export { ANSWER_MAX_LENGTH } from "./answer/gather-answer.js";
export { RUN_EVENTS_MAX } from "./answer/gather-events.js";
export {
  type AgentOutputParser,
  parseAgentOutput,
  REPORT_DOCUMENT_MAX_BYTES,
  REPORT_LINE_MAX_BYTES,
} from "./answer/parse-agent-output.js";
export { CMD_LINE_MAX, COMMAND_LINE_MAX_BYTES, quoteCommand, SHELLS, type Shell } from "./display/quote-command.js";
export {
  buildEnvironment,
  type ChildEnvironment,
  type DroppedName,
  MARKER_NAME,
  type RepairedName,
} from "./environment/build-environment.js";
export { DENIED_SETTINGS } from "./environment/denied-settings.js";
export {
  type NameRule,
  NESTED_SESSION_NAMES,
  NEVER_INHERITED,
  PASSED_NAMES,
  PROVIDER_NAMES,
  PROVIDERS,
  type Provider,
} from "./environment/environment-names.js";
export { ENVIRONMENT_SWITCHES } from "./environment/named-switches.js";
export { DRAIN_LIMIT_MS, type LaunchOptions, type LaunchPorts, launch } from "./launch/launch.js";
export { OUTPUT_MAX_HOLD_MS, OUTPUT_RING_BYTES } from "./launch/output-buffer.js";
export { OUTPUT_SPOOL_MAX_BYTES } from "./launch/output-spool.js";
export {
  BETWEEN_KEYS_MS,
  ENTER_AFTER_PASTE_MS,
  PASTE_AFTER_ARMED_MS,
  TYPED_MAX_LENGTH,
} from "./launch/type-into-terminal.js";
export type { FilePiece, McpServer, McpValue } from "./launch-inputs.js";
export type { ApprovalEffect, ApprovalMode, ArgumentSpan, LaunchPlan, PlannedFile, Transport } from "./launch-plan.js";
export type { LaunchRequest, WorkspaceFacts } from "./launch-request.js";
export { TMPDIR_MAX_BYTES } from "./places/check-tmpdir.js";
export { privateTmpdir, type TmpdirOptions } from "./places/private-tmpdir.js";
export { type Folders, resolveFolders, type UserEntry } from "./places/resolve-folders.js";
export { PASTE_MAX_BYTES, PROMPT_MAX_BYTES } from "./plan/choose-delivery.js";
export { checkSessionId } from "./plan/choose-session-id.js";
export { describePlan } from "./plan/describe-plan.js";
export { type ModelChoice, type ModelChoices, modelChoices } from "./plan/model-choices.js";
export { planLaunch } from "./plan/plan-launch.js";
export {
  type AskedAgent,
  planSignIn,
  planVersion,
  type SignInWishes,
  type VersionWishes,
} from "./plan/plan-questions.js";
export { KILL_LIMIT_MS, TERMINATE_GRACE_MS } from "./processes/end-session-processes.js";
export { findLeftovers, type Leftover, reapLeftovers } from "./processes/reap-leftovers.js";
export { askSignIn } from "./program/ask-sign-in.js";
export { binariesFolder } from "./program/binaries-folder.js";
export { type TreeOptions, verifyProgramTree } from "./program/check-tree.js";
export { describePassedOver } from "./program/describe-absence.js";
export { type LocateOptions, locateProgram, type ProgramPlace } from "./program/locate-program.js";
export { probeVersion } from "./program/probe-version.js";
export { type ResolveBinaryOptions, type ResolvedBinary, resolveBinary } from "./program/resolve-binary.js";
export { PROBE_TIMEOUT_MS, type ProbeOptions } from "./program/run-probe.js";
export { bindProgram, type SearchOptions, traceProgram } from "./program/search-program.js";
export {
  type CollectedOutput,
  RUN_OUTPUT_MAX_BYTES,
  type RunOptions,
  type RunResult,
  run,
} from "./run.js";
export {
  RUN_MANY_OUTPUT_MAX_BYTES,
  type RunManyItem,
  type RunManyOptions,
  type RunManyProgress,
  runMany,
} from "./run-many.js";
export { type RuntimeCode, RuntimeError } from "./runtime-error.js";
export type {
  Containment,
  PasteOptions,
  PasteOutcome,
  PromptDelivery,
  Session,
  SessionChunk,
  SessionEnd,
  SessionIdOutcome,
  SessionOutput,
  Survivor,
  TerminateOptions,
  Termination,
} from "./session.js";
export { fileSessionStore } from "./store/file-session-store.js";
export type { SessionLock } from "./store/session-lock.js";
export { type SessionDraft, type SessionRecord, sessionKey } from "./store/session-record.js";
export type { SessionStore } from "./store/session-store.js";
export { probeRollouts } from "./store-probe/list-rollouts.js";
export { type Reconciled, reconcileSessions, type SessionProbe } from "./store-probe/session-probe.js";
export type { TerminalSize } from "./terminal/terminal-size.js";
