import type { Issue, Result } from "@slipway/errors";
import { issue, msg, refuse, succeed } from "@slipway/errors";
import { assertArguments, checkNames, checkText } from "./check-arguments.js";
import { ARGUMENT_MAX_BYTES, measureArgument } from "./measure-argument.js";
import type { PlaceholderCode } from "./placeholder-error.js";
import { assertUse } from "./placeholder-error.js";
import type { PlaceholderName, PlaceholderValues } from "./placeholder-names.js";
import { PLACEHOLDER_NAMES } from "./placeholder-names.js";
import type { PlaceholderUse } from "./scan-template.js";
import { scan } from "./scan-template.js";

/**
 * What an unset name does: `error` refuses; `drop-argument` leaves out the arguments that use it; `drop-group` leaves out all
 * of argv; `keep` leaves the placeholder as text (to show a plan, never to launch one).
 */
export type UnsetPolicy = "error" | "drop-argument" | "drop-group" | "keep";

/** What {@link substitute} needs besides templates and values. */
export type SubstituteOptions = {
  unset: UnsetPolicy;
  /** Where argv stands in its document; the issues' paths begin with it. */
  path?: readonly (string | number)[];
};

const POLICIES: readonly unknown[] = ["error", "drop-argument", "drop-group", "keep"];

/**
 * Replaces every `{NAME}` in argv by its value: one pass, and what was inserted is never read again, so `{MODEL}` inside a
 * prompt stays and `$&` means nothing. A template gives one argument or, when dropped, none; it is never split. Only own
 * properties of `values` count.
 *
 * Refused, each with its path: unknown names and names in the wrong case under every policy, unset names under `error`, NUL
 * and lone surrogates, arguments over {@link ARGUMENT_MAX_BYTES} bytes (judged before anything is built). A success carries
 * an info `PLACEHOLDER_UNSET` for each argument that the policy dropped or kept. A leading `-` in a value is not judged
 * here: whether it can pass for an option depends on the argument's place, which the planner knows.
 *
 * @throws PlaceholderError `PLACEHOLDER_MISUSE` for arguments of the wrong type
 */
export function substitute(
  argv: readonly string[],
  values: PlaceholderValues,
  options: SubstituteOptions,
): Result<string[]> {
  assertArguments(argv);
  assertUse(POLICIES.includes(options?.unset), msg`unset is none of error, drop-argument, drop-group, keep`);
  const known = readValues(values);
  const path = options.path ?? [];
  const found: Issue[] = [];
  const built: string[] = [];
  let dropAll = false;

  argv.forEach((template, index) => {
    const place = [...path, index];
    const uses = scan(template);
    const refused = [
      ...checkText(template, "this argument", place),
      ...checkNames(uses, undefined, place),
      ...checkValues(uses, known, place),
    ];
    const unset = listUnset(uses, known);
    found.push(...refused, ...unset.map((name) => noteUnset(name, options.unset, place)));
    if (unset.length > 0 && options.unset === "drop-group") dropAll = true;
    if (refused.length > 0 || (unset.length > 0 && options.unset !== "keep")) return;
    if (measureArgument(template, uses, known) > ARGUMENT_MAX_BYTES) found.push(noteTooLong(place));
    else built.push(fill(template, uses, known));
  });

  if (found.some(({ severity }) => severity === "error")) return refuse(...found);
  return succeed(dropAll ? [] : built, found);
}

/** Reads each value once, so that an accessor cannot answer the check and the use differently. */
function readValues(values: PlaceholderValues): ReadonlyMap<string, string> {
  assertUse(typeof values === "object" && values !== null, msg`values is not an object`);
  const known = new Map<string, string>();
  for (const name of PLACEHOLDER_NAMES) {
    const value: unknown = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) continue;
    assertUse(typeof value === "string", msg`the value of ${name} is not a string but ${typeof value}`);
    known.set(name, value);
  }
  return known;
}

function checkValues(
  uses: readonly PlaceholderUse[],
  known: ReadonlyMap<string, string>,
  path: (string | number)[],
): Issue[] {
  return [...new Set(uses.map(({ text }) => text))].flatMap((name) => {
    const value = known.get(name);
    return value === undefined ? [] : checkText(value, `the value of {${name}}`, path);
  });
}

function listUnset(uses: readonly PlaceholderUse[], known: ReadonlyMap<string, string>): PlaceholderName[] {
  const unset = uses.flatMap(({ name }) => (name === undefined || known.has(name) ? [] : [name]));
  return [...new Set(unset)];
}

function noteUnset(name: PlaceholderName, policy: UnsetPolicy, path: (string | number)[]): Issue {
  const code = "PLACEHOLDER_UNSET" satisfies PlaceholderCode;
  if (policy === "error")
    return issue({ code, path, message: msg`{${name}} has no value`, hint: msg`give a value for ${name}` });
  const done = {
    "drop-argument": "the argument is left out",
    "drop-group": "the whole group is left out",
    keep: "the placeholder is kept as text",
  }[policy];
  return issue({ code, severity: "info", path, message: msg`{${name}} has no value: ${done}` });
}

function noteTooLong(path: (string | number)[]): Issue {
  return issue({
    code: "PLACEHOLDER_ARGUMENT_TOO_LONG" satisfies PlaceholderCode,
    path,
    message: msg`the argument would be longer than ${ARGUMENT_MAX_BYTES} bytes`,
    hint: msg`shorten the value, or hand it over by standard input or a file`,
  });
}

function fill(template: string, uses: readonly PlaceholderUse[], known: ReadonlyMap<string, string>): string {
  let out = "";
  let from = 0;
  for (const { text, start, end } of uses) {
    out += template.slice(from, start) + (known.get(text) ?? template.slice(start, end));
    from = end;
  }
  return out + template.slice(from);
}
