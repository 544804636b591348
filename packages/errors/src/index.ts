/** Coded errors, issues and results shared by every Slipway package, and foreign text made safe to print. */
export { formatIssue, formatPath, type Issue, type IssueParts, issue, type Severity } from "./issue.js";
export {
  joinPrintable,
  type MessageValue,
  msg,
  PRINTABLE_MAX_COLUMNS,
  PRINTABLE_MAX_MARKS,
  type Printable,
  printable,
  verbatim,
} from "./printable.js";
export { hasErrors, type Result, refuse, succeed } from "./result.js";
export { isSlipwayError, SlipwayError } from "./slipway-error.js";
export { locateOffset, type SourcePosition, SPAN_MAX_COLUMNS, showSpan } from "./source-position.js";
export { stringifyJson } from "./stringify-json.js";
export { SUGGEST_MAX_LENGTH, suggestName } from "./suggest-name.js";
