import { msg, printable, verbatim } from "@slipway/errors";
import { MinisignError } from "./minisign-error.js";

/** What is asked of a signature beyond being authentic. */
export type VerifyOptions = {
  /** Refuses legacy (`Ed`) signatures, as `minisign -H`. Default false, as the C tool. */
  requirePrehashed?: boolean;
  /** The trusted comment must have exactly this `file:`. The only thing that binds a signature to the kind of its file. */
  expectedFile?: string;
  /** Unix seconds; the signed `timestamp:` must be this or later. */
  minTimestamp?: number;
  /** Seconds; the signed `timestamp:` must not be older than this by `now`, nor more than {@link CLOCK_SKEW_SECONDS} ahead. */
  maxAge?: number;
  /** The clock for `maxAge`, in milliseconds since 1970. Default `Date.now`. */
  now?: () => number;
  /** Lets signatures of the keys in `DEV_KEY_IDS` pass. For tests and demos only. */
  allowDevelopmentKeys?: boolean;
};

/** Seconds that a signed timestamp may lie ahead of the clock when `maxAge` is set: one day, for clocks in a wrong zone. */
export const CLOCK_SKEW_SECONDS = 86_400;

const isBoolean = (value: unknown): boolean => typeof value === "boolean";
const isSeconds = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

const RULES: ReadonlyMap<string, { accepts: (value: unknown) => boolean; wanted: string }> = new Map([
  ["requirePrehashed", { accepts: isBoolean, wanted: "a boolean" }],
  ["expectedFile", { accepts: (value: unknown) => typeof value === "string" && value !== "", wanted: "a file name" }],
  ["minTimestamp", { accepts: isSeconds, wanted: "whole seconds since 1970" }],
  ["maxAge", { accepts: isSeconds, wanted: "whole seconds" }],
  ["now", { accepts: (value: unknown) => typeof value === "function", wanted: "a function" }],
  ["allowDevelopmentKeys", { accepts: isBoolean, wanted: "a boolean" }],
]);

/**
 * A checked copy of the options. Throws `MINISIGN_MISUSE` for an unknown name and for a value of the wrong type, undefined
 * included: a misspelled `requirePrehashed` or an `expectedFile` from an unset variable would silently check less.
 */
export function readOptions(options: VerifyOptions): Readonly<VerifyOptions> {
  if (typeof options !== "object" || options === null) {
    throw new MinisignError("MINISIGN_MISUSE", printable("the options must be an object"));
  }
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(options)) {
    const rule = RULES.get(name);
    if (rule === undefined) {
      const known = [...RULES.keys()].join(", ");
      throw new MinisignError("MINISIGN_MISUSE", msg`unknown option ${name}`, { hint: msg`the options are ${known}` });
    }
    if (!rule.accepts(value)) {
      const wanted = verbatim(printable(rule.wanted));
      throw new MinisignError("MINISIGN_MISUSE", msg`option ${name} must be ${wanted}, not ${describeType(value)}`);
    }
    copy[name] = value;
  }
  return copy as VerifyOptions;
}

function describeType(value: unknown): string {
  return typeof value === "number" ? String(value) : value === "" ? "an empty string" : typeof value;
}
