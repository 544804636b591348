import type { Printable } from "./printable.js";

// Registered, so that two copies of this package in one tree recognise each other's errors.
const BRAND = Symbol.for("slipway.error");

/**
 * The one base of everything Slipway throws. Thrown for misuse and for faults of the environment; a "no" about data is a
 * `Result`, never an exception. Each package declares one subclass and one literal union of codes.
 */
export class SlipwayError<C extends string = string> extends Error {
  /** `SCREAMING_SNAKE` with the package's prefix; the union of a package's codes documents each. */
  readonly code: C;
  /** What to do about it. */
  readonly hint?: Printable;

  /** `message` says what happened and with what; `hint` says what to do; `cause` is the fault below, if any. */
  constructor(code: C, message: Printable, options: { hint?: Printable; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    if (options.hint !== undefined) this.hint = options.hint;
    Object.defineProperty(this, BRAND, { value: true });
  }

  static {
    Object.defineProperty(SlipwayError.prototype, "name", {
      value: "SlipwayError",
      configurable: true,
      writable: true,
    });
  }
}

/**
 * True for an error of any copy of this package (`instanceof` fails when two versions sit in one tree). Never throws,
 * whatever proxy or accessor it is given.
 */
export function isSlipwayError(value: unknown): value is SlipwayError {
  try {
    return (
      typeof value === "object" &&
      value !== null &&
      Object.hasOwn(value, BRAND) &&
      typeof (value as { code?: unknown }).code === "string"
    );
  } catch {
    return false;
  }
}
