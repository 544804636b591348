/** The closed set of `{PLACEHOLDER}` names of argument templates: found, checked, and replaced in one literal pass. */
export { ARGUMENT_ISSUES_MAX, type CheckOptions, check } from "./check-arguments.js";
export { ARGUMENT_MAX_BYTES } from "./measure-argument.js";
export { type PlaceholderCode, PlaceholderError } from "./placeholder-error.js";
export {
  isPlaceholderName,
  PLACEHOLDER_NAMES,
  type PlaceholderName,
  type PlaceholderValues,
} from "./placeholder-names.js";
export { type PlaceholderUse, scan } from "./scan-template.js";
export { SLUG_FALLBACK, slugify } from "./slugify-name.js";
export { type SubstituteOptions, substitute, type UnsetPolicy } from "./substitute-values.js";
