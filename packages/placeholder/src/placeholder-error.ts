import type { Printable } from "@slipway/errors";
import { SlipwayError } from "@slipway/errors";

/** Every code of this package. */
export type PlaceholderCode =
  /** A `{NAME}` that no row of the table has. */
  | "PLACEHOLDER_UNKNOWN"
  /** A `{name}` that differs from a row of the table in upper and lower case only. */
  | "PLACEHOLDER_WRONG_CASE"
  /** A known name in a group where it never has a value. */
  | "PLACEHOLDER_NOT_ALLOWED"
  /** Warning: text in braces that was likely meant as a placeholder (`{ UUID }`, `{WORKSPACE-PATH}`, `{UUID`) but is not one. */
  | "PLACEHOLDER_MALFORMED"
  /** A known name without a value now; an error, or the note of what was dropped or kept, as the caller chose. */
  | "PLACEHOLDER_UNSET"
  /** A NUL character, at which the kernel would end the argument, in a template or a value. */
  | "PLACEHOLDER_NUL"
  /** Half of a surrogate pair in a template or a value: it has no UTF-8 form, so another text would arrive. */
  | "PLACEHOLDER_LONE_SURROGATE"
  /** An argument longer than the kernel takes. */
  | "PLACEHOLDER_ARGUMENT_TOO_LONG"
  /** More problems of one argument than {@link ARGUMENT_ISSUES_MAX}; those that follow are not listed. */
  | "PLACEHOLDER_TOO_MANY_ISSUES"
  /** Thrown: an argument of a function of this package has the wrong type. */
  | "PLACEHOLDER_MISUSE";

/** Thrown for misuse only; a judgement on data is a list of issues or a `Result`. */
export class PlaceholderError extends SlipwayError<PlaceholderCode> {
  static {
    Object.defineProperty(PlaceholderError.prototype, "name", {
      value: "PlaceholderError",
      configurable: true,
      writable: true,
    });
  }
}

/** Throws {@link PlaceholderError} with `PLACEHOLDER_MISUSE` unless `condition` holds. */
export function assertUse(condition: boolean, message: Printable): asserts condition {
  if (!condition) throw new PlaceholderError("PLACEHOLDER_MISUSE", message);
}
