import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed, suggestName } from "@slipway/errors";
import { problem, refuseFor } from "../report-problem.js";
import type { CommandSpec } from "./command-table.js";
import { COMMANDS, GLOBAL_OPTIONS } from "./command-table.js";
import type { ParsedWords } from "./parse-words.js";
import { parseWords } from "./parse-words.js";

/** What the command line asks for. */
export type Choice =
  | { kind: "help"; json: boolean; command?: string }
  | { kind: "version"; json: boolean }
  | { kind: "command"; name: string; parsed: ParsedWords };

const BEFORE_COMMAND = { ...GLOBAL_OPTIONS, version: { short: "V", about: "Show the version" } };

/** Reads the whole command line. Global options may stand before the command as well as after it. */
export function chooseCommand(args: readonly string[]): Result<Choice> {
  const head = parseWords(args, BEFORE_COMMAND, { stopAtWord: true });
  if (!head.ok) return head;
  const [name, ...rest] = head.value.words;
  const json = head.value.flags.has("json");
  if (head.value.flags.has("version")) return succeed({ kind: "version", json });
  if (name === undefined || (name === "help" && rest[0] === undefined)) return succeed({ kind: "help", json });
  const named = name === "help" ? (rest[0] as string) : name;
  const spec = Object.hasOwn(COMMANDS, named) ? COMMANDS[named] : undefined;
  if (spec === undefined) {
    const near = suggestName(named, Object.keys(COMMANDS));
    const hint = near === undefined ? msg`slipway --help lists the commands` : msg`did you mean ${near}?`;
    return refuseFor("CLI_UNKNOWN_COMMAND", msg`there is no command ${named}`, hint);
  }
  if (name === "help" || head.value.flags.has("help")) return succeed({ kind: "help", json, command: named });

  const parsed = parseWords(rest, { ...GLOBAL_OPTIONS, ...spec.options }, { stopAtWord: spec.prompt });
  if (!parsed.ok) return parsed;
  if (parsed.value.flags.has("help"))
    return succeed({ kind: "help", json: json || parsed.value.flags.has("json"), command: named });
  const issues = [
    ...mergeHead(parsed.value, head.value),
    ...countWords(named, spec, parsed.value.words),
    ...checkCatalog(parsed.value),
  ];
  return issues.length > 0 ? refuse(...issues) : succeed({ kind: "command", name, parsed: parsed.value });
}

function mergeHead(parsed: ParsedWords, head: ParsedWords): Issue[] {
  const issues: Issue[] = [];
  for (const [name, value] of head.texts) {
    if (parsed.texts.has(name))
      issues.push(problem("CLI_OPTION_CONFLICT", msg`--${name} is given twice`, msg`give it once`));
    parsed.texts.set(name, value);
  }
  for (const name of head.flags) parsed.flags.add(name);
  return issues;
}

/** Asked of every command, those that read no catalog included: an option that is passed over seems to have been obeyed. */
function checkCatalog({ texts }: ParsedWords): Issue[] {
  if (texts.has("catalog") === texts.has("catalog-key")) return [];
  return [
    problem(
      "CLI_CATALOG_NEEDS_KEY",
      msg`--catalog and --catalog-key belong together`,
      msg`a catalog counts only for whoever knows by whom it must be signed`,
    ),
  ];
}

function countWords(name: string, spec: CommandSpec, words: readonly string[]): Issue[] {
  const missing = spec.words.slice(words.length).find((word) => word.needed);
  if (missing !== undefined) {
    const hint = missing.name === "id" ? msg`slipway list shows the ids` : msg`slipway sessions shows them`;
    return [problem("CLI_ARGUMENT_MISSING", msg`${name} needs <${missing.name}>`, hint)];
  }
  if (spec.prompt || words.length <= spec.words.length) return [];
  const extra = words[spec.words.length] as string;
  return [
    problem(
      "CLI_TOO_MANY_ARGUMENTS",
      msg`${name} does not take ${extra}`,
      msg`slipway ${name} --help shows what it takes`,
    ),
  ];
}
