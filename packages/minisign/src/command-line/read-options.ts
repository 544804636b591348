/** What a command line asks for. */
export type CommandLine = {
  action: "G" | "S" | "V" | "R" | "C" | "v";
  flags: ReadonlySet<string>;
  values: ReadonlyMap<string, string>;
  /** What is left, in order. */
  operands: string[];
  json: boolean;
};

const ACTIONS = "GSVRC";
const FLAGS = "HflWoqQ";
const WITH_VALUE = "cmpPstx";

/**
 * Reads arguments as the C tool does with GNU getopt: one-letter options that may be joined (`-Sm file`), a value joined
 * or in the next argument, operands anywhere, `--` ends the options, the last of a repeated option counts. Nothing when the
 * usage is to be printed: an unknown option, a missing value, no action or two.
 */
export function readCommandLine(args: readonly string[]): CommandLine | undefined {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const operands: string[] = [];
  const actions = new Set<string>();
  let json = false;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] as string;
    if (argument === "--") {
      operands.push(...args.slice(index + 1));
      break;
    }
    if (argument === "--json") {
      json = true;
      continue;
    }
    if (!argument.startsWith("-") || argument === "-") {
      operands.push(argument);
      continue;
    }
    for (let at = 1; at < argument.length; at += 1) {
      const letter = argument[at] as string;
      if (letter === "v") return { action: "v", flags, values, operands, json };
      if (ACTIONS.includes(letter)) actions.add(letter);
      else if (FLAGS.includes(letter)) flags.add(letter);
      else if (WITH_VALUE.includes(letter)) {
        const joined = argument.slice(at + 1);
        if (joined === "") index += 1;
        const value = joined === "" ? args[index] : joined;
        if (value === undefined) return undefined;
        values.set(letter, value);
        break;
      } else return undefined;
    }
  }
  const [action] = actions;
  if (action === undefined || actions.size > 1) return undefined;
  return { action: action as CommandLine["action"], flags, values, operands, json };
}
