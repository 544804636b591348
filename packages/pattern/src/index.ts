/** The session-id grammar (whole-id match) and the search for an id in an agent's output, both in bounded linear work. */
export { SEARCH_MAX_STATES } from "./build-automaton.js";
export { CANDIDATES_MAX, type CandidatePolicy, REJECTED_MAX } from "./choose-candidate.js";
export { ESCAPE_MAX_UNITS } from "./filter-escapes.js";
export { WIDTH_MAX } from "./join-lines.js";
export type { RejectedCandidate, RejectReason } from "./judge-candidate.js";
export { LINE_OVERLAP_UNITS, LINE_UNITS } from "./match-lines.js";
export { LABEL_MIN_LENGTH } from "./measure-label.js";
export { GROUP_MAX_DEPTH } from "./measure-re2.js";
export { SEARCH_STEPS_FIXED, SEARCH_STEPS_PER_UNIT } from "./output-matcher.js";
export { WINDOW_UNITS } from "./output-window.js";
export { OWN_INPUT_UNITS } from "./own-input.js";
export { COUNT_MAX } from "./parse-count.js";
export {
  PATTERN_MAX_LENGTH,
  PATTERN_MIN_LENGTH,
  type PatternAst,
  type PatternAtom,
  parsePattern,
} from "./parse-session-id-pattern.js";
export { type PatternCode, PatternError } from "./pattern-error.js";
export { PATTERN_ISSUES_MAX, type PatternIssue, type PatternResult } from "./pattern-issue.js";
export { isSafeSessionId, SESSION_ID_MAX_LENGTH } from "./safe-session-id.js";
export type { OutputScanner } from "./scan-output.js";
export type { ScanConfidence, ScanResult } from "./scan-result.js";
export { SCAN_BUDGET_BYTES, SCAN_TAIL_BYTES, SCAN_TAIL_MAX_BYTES, type ScannerOptions } from "./scanner-options.js";
export type { FallbackFlags, FallbackMatch, FallbackProgram, SearchFallback } from "./search-fallback.js";
export { SCAN_SETTLE_BYTES } from "./search-head.js";
export { compileSearch, SEARCH_MAX_LENGTH, type SearchOptions, type SearchPattern } from "./search-pattern.js";
export { SCAN_SETTLE_MS, SCAN_TIME_BUDGET_MS, type SearchClock } from "./search-time.js";
export { compilePattern, type SessionIdPattern } from "./session-id-pattern.js";
