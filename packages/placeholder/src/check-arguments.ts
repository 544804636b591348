import type { Issue } from "@slipway/errors";
import { issue, joinPrintable, msg, printable, suggestName, verbatim } from "@slipway/errors";
import { ARGUMENT_MAX_BYTES, measureArgument } from "./measure-argument.js";
import type { PlaceholderCode } from "./placeholder-error.js";
import { assertUse } from "./placeholder-error.js";
import type { PlaceholderName } from "./placeholder-names.js";
import { isPlaceholderName, PLACEHOLDER_NAMES } from "./placeholder-names.js";
import type { PlaceholderUse } from "./scan-template.js";
import { scan } from "./scan-template.js";

/** What {@link check} has to know of the group it checks. */
export type CheckOptions = {
  /** The names that can have a value in this group. */
  allowed: readonly PlaceholderName[];
  /** Where the group stands in its document; the issues' paths begin with it. */
  path?: readonly (string | number)[];
};

/**
 * Judges the templates of one argument group before anything is launched: unknown names (with the name that was likely
 * meant), names in the wrong case, known names that never have a value in this group, NUL and lone surrogates, arguments
 * that are over {@link ARGUMENT_MAX_BYTES} bytes whatever the values, and, as a warning, text in braces that looks like a placeholder and is none. Problems are listed, each name once per template, at most {@link ARGUMENT_ISSUES_MAX} of a kind;
 * an empty list means that {@link substitute} can only fail over values.
 *
 * Whether a group lacks a placeholder that it needs (`model` without `{MODEL}`) is the caller's rule.
 *
 * @throws PlaceholderError `PLACEHOLDER_MISUSE` when argv is not an array of strings, or `allowed` not of known names
 */
export function check(argv: readonly string[], options: CheckOptions): Issue[] {
  assertArguments(argv);
  const allowed: unknown = options?.allowed;
  assertUse(
    Array.isArray(allowed) && allowed.every(isPlaceholderName),
    msg`allowed is not a list of placeholder names`,
  );
  const path = options.path ?? [];
  return argv.flatMap((template, index): readonly Issue[] => {
    if (isPlain(template, options.allowed)) return NO_ISSUES;
    const place = [...path, index];
    const uses = scan(template);
    return [
      ...checkText(template, "this argument", place),
      ...checkNames(uses, options.allowed, place),
      ...findMalformed(template, place),
      ...checkLength(template, uses, place),
    ];
  });
}

const NO_ISSUES: readonly Issue[] = Object.freeze([]);

const PLAIN = /^[ -~]{0,256}$/;

/**
 * Printable ASCII, short enough to fit, every brace of it around a name of this group: nothing below could find a problem in
 * it. Almost every argument is, and the work below is ten times this.
 */
function isPlain(template: string, allowed: readonly PlaceholderName[]): boolean {
  if (!PLAIN.test(template)) return false;
  for (let at = template.indexOf("{"); at !== -1; at = template.indexOf("{", at + 1)) {
    const end = template.indexOf("}", at);
    if (end === -1 || !(allowed as readonly string[]).includes(template.slice(at + 1, end))) return false;
  }
  return true;
}

/** An argument that no value can make fit: with the empty text for each of its names it is too long already. */
function checkLength(template: string, uses: readonly PlaceholderUse[], path: (string | number)[]): Issue[] {
  const empty = new Map(uses.flatMap(({ name }) => (name === undefined ? [] : [[name, ""] as const])));
  if (measureArgument(template, uses, empty) <= ARGUMENT_MAX_BYTES) return [];
  const message = msg`this argument is longer than ${ARGUMENT_MAX_BYTES} bytes, whatever its values`;
  return [refusal("PLACEHOLDER_ARGUMENT_TOO_LONG", path, message, msg`shorten it, or use a file`)];
}

/**
 * Names, and again texts in braces, that are told of one argument. A hostile document holds one every four bytes: 2 MiB of
 * them cost 2 s without a limit.
 */
export const ARGUMENT_ISSUES_MAX = 100;

/** Throws unless argv is an array of strings. */
export function assertArguments(argv: unknown): asserts argv is readonly string[] {
  assertUse(
    Array.isArray(argv) && argv.every((template) => typeof template === "string"),
    msg`argv is not an array of strings`,
  );
}

/** The problems of the names in one template; with `allowed` undefined every known name is accepted. */
export function checkNames(
  uses: readonly PlaceholderUse[],
  allowed: readonly PlaceholderName[] | undefined,
  path: (string | number)[],
): Issue[] {
  const first = new Map<string, PlaceholderUse>();
  for (const use of uses) if (!first.has(use.text)) first.set(use.text, use);
  const issues: Issue[] = [];
  for (const use of first.values()) {
    const found = checkName(use, allowed, path);
    if (found === undefined) continue;
    if (issues.length === ARGUMENT_ISSUES_MAX) return [...issues, noteMore("error", path)];
    issues.push(found);
  }
  return issues;
}

function checkName(
  use: PlaceholderUse,
  allowed: readonly PlaceholderName[] | undefined,
  path: (string | number)[],
): Issue | undefined {
  const at = use.start + 1;
  if (use.name !== undefined) {
    if (allowed === undefined || allowed.includes(use.name)) return undefined;
    const hint =
      allowed.length === 0 ? msg`this group takes no placeholder` : msg`this group can use ${listNames(allowed)}`;
    return refusal(
      "PLACEHOLDER_NOT_ALLOWED",
      path,
      msg`{${use.text}} at character ${at} has no value in this group`,
      hint,
    );
  }
  const upper = use.text.toUpperCase();
  if (isPlaceholderName(upper))
    return refusal(
      "PLACEHOLDER_WRONG_CASE",
      path,
      msg`{${use.text}} at character ${at} is not in upper case`,
      msg`write {${upper}}`,
    );
  const meant = suggestName(use.text, PLACEHOLDER_NAMES);
  const hint = meant === undefined ? msg`known are ${listNames(PLACEHOLDER_NAMES)}` : msg`did you mean {${meant}}?`;
  return refusal("PLACEHOLDER_UNKNOWN", path, msg`{${use.text}} at character ${at} is not a known placeholder`, hint);
}

const LONE_SURROGATE = /\p{Cs}/u;

/** The problems that keep a text from arriving as it is; `what` names the text in the message. */
export function checkText(text: string, what: string, path: (string | number)[]): Issue[] {
  const issues: Issue[] = [];
  const nul = text.indexOf("\0");
  if (nul !== -1)
    issues.push(
      refusal(
        "PLACEHOLDER_NUL",
        path,
        msg`${what} holds a NUL at character ${nul + 1}`,
        msg`remove it: an argument ends at its first NUL`,
      ),
    );
  if (LONE_SURROGATE.test(text))
    issues.push(
      refusal(
        "PLACEHOLDER_LONE_SURROGATE",
        path,
        msg`${what} holds half of a surrogate pair, which has no UTF-8 form`,
        msg`the text was likely cut inside a character; cut it elsewhere`,
      ),
    );
  return issues;
}

// The length is bounded so that a template of many open braces costs no more than its length times it.
const BRACED = /\{([^{}]{1,40})(\}?)/g;

function findMalformed(template: string, path: (string | number)[]): Issue[] {
  const issues: Issue[] = [];
  for (const [whole, inner = "", close] of template.matchAll(BRACED)) {
    const closed = close === "}";
    if (closed && /^[A-Za-z_][A-Za-z0-9_]*$/.test(inner)) continue;
    const bare = closed ? inner.trim() : inner;
    const name = bare.replace(/[-\s.]/g, "_").toUpperCase();
    if (!isPlaceholderName(name)) continue;
    if (issues.length === ARGUMENT_ISSUES_MAX) return [...issues, noteMore("warning", path)];
    issues.push(
      issue({
        code: "PLACEHOLDER_MALFORMED" satisfies PlaceholderCode,
        severity: "warning",
        path,
        message: msg`"${whole}" looks like a placeholder but is passed on as text`,
        hint: msg`write {${name}}`,
      }),
    );
  }
  return issues;
}

function noteMore(severity: Issue["severity"], path: (string | number)[]): Issue {
  return issue({
    code: "PLACEHOLDER_TOO_MANY_ISSUES" satisfies PlaceholderCode,
    severity,
    path,
    message: msg`more than ${ARGUMENT_ISSUES_MAX} problems of this kind, the others are not listed`,
    hint: msg`correct the ones before it first`,
  });
}

function listNames(names: readonly PlaceholderName[]) {
  return verbatim(
    joinPrintable(
      names.map((name) => printable(`{${name}}`)),
      ", ",
    ),
  );
}

function refusal(
  code: PlaceholderCode,
  path: (string | number)[],
  message: Issue["message"],
  hint: Issue["message"],
): Issue {
  return issue({ code, path, message, hint });
}
