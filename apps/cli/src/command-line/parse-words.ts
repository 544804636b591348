import { parseArgs } from "node:util";
import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed, suggestName } from "@slipway/errors";
import { problem } from "../report-problem.js";
import type { OptionSpec } from "./command-table.js";

/** What was written: values of options, switches that are on, and the words left. */
export type ParsedWords = { texts: Map<string, string>; flags: Set<string>; words: string[] };

/**
 * Parses options by their table and collects every problem. With `stopAtWord` the first word ends the options and all
 * that follows is kept as it stands; `--` ends them too, and is left out.
 */
export function parseWords(
  args: readonly string[],
  specs: Record<string, OptionSpec>,
  options: { stopAtWord: boolean },
): Result<ParsedWords> {
  const known = Object.entries(specs).map(([name, spec]) => {
    const type = spec.value === undefined ? ("boolean" as const) : ("string" as const);
    return [name, spec.short === undefined ? { type } : { type, short: spec.short }] as const;
  });
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(known),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });

  const parsed: ParsedWords = { texts: new Map(), flags: new Set(), words: [] };
  const issues: Issue[] = [];
  for (const token of tokens) {
    if (token.kind === "option-terminator") {
      parsed.words.push(...args.slice(token.index + 1));
      break;
    }
    if (token.kind === "positional") {
      if (options.stopAtWord) {
        parsed.words.push(...args.slice(token.index));
        break;
      }
      parsed.words.push(token.value);
      continue;
    }
    const found = judgeOption(token, specs, parsed);
    if (found !== undefined) issues.push(found);
  }
  return issues.length > 0 ? refuse(...issues) : succeed(parsed);
}

type OptionToken = { name: string; rawName: string; value: string | undefined; inlineValue: boolean | undefined };

function judgeOption(token: OptionToken, specs: Record<string, OptionSpec>, parsed: ParsedWords): Issue | undefined {
  const { name, rawName, value } = token;
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
  if (spec === undefined) {
    const near = suggestName(name, Object.keys(specs));
    const hint = near === undefined ? msg`--help lists the options` : msg`did you mean --${near}?`;
    return problem("CLI_UNKNOWN_OPTION", msg`there is no option ${rawName} here`, hint);
  }
  if (parsed.texts.has(name) || parsed.flags.has(name))
    return problem("CLI_OPTION_CONFLICT", msg`${rawName} is given twice`, msg`give it once`);
  if (spec.value === undefined) {
    if (value !== undefined)
      return problem("CLI_OPTION_TAKES_NO_VALUE", msg`${rawName} takes no value`, msg`write ${rawName} alone`);
    parsed.flags.add(name);
    return undefined;
  }
  // `--model --yolo` is a forgotten value; who means a value with a dash writes `--model=--yolo`.
  const forgotten = value === undefined || value === "" || (value.startsWith("-") && token.inlineValue !== true);
  if (forgotten) {
    const hint = msg`write --${name} ${spec.value}, or --${name}=${spec.value} when the value begins with a dash`;
    return problem("CLI_OPTION_VALUE_MISSING", msg`${rawName} needs a value`, hint);
  }
  parsed.texts.set(name, value);
  return undefined;
}
