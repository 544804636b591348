import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Printable } from "@slipway/errors";
import { msg, printable, suggestName } from "@slipway/errors";
import { problem } from "./catalog-tools-code.js";
import type { Arguments, Command, CommandResult } from "./command-result.js";
import { EXIT, stopWith } from "./command-result.js";
import { choosePaint } from "./output/choose-paint.js";
import { writeResult } from "./output/write-output.js";

const OPTIONS = {
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "V" },
  strict: { type: "boolean" },
  check: { type: "boolean" },
  markdown: { type: "boolean" },
  "key-file": { type: "string", short: "p" },
  key: { type: "string", short: "P" },
  "allow-development-key": { type: "boolean" },
} as const;

/** Each command, and the options it takes besides those that every command takes. */
const COMMANDS: Record<string, { options: readonly string[]; load: () => Promise<{ command: Command }> }> = {
  check: { options: ["strict"], load: () => import("./commands/check.js") },
  fmt: { options: ["check"], load: () => import("./commands/fmt.js") },
  explain: { options: [], load: () => import("./commands/explain.js") },
  diff: { options: ["markdown"], load: () => import("./commands/diff.js") },
  verify: { options: ["key-file", "key", "allow-development-key"], load: () => import("./commands/verify.js") },
};
const COMMON = ["json", "help", "version"];

const HELP = [
  "Check, format, compare and verify agent catalogs.",
  "",
  "usage: slipway-catalog check [--strict] [--json] PATH...",
  "       slipway-catalog fmt [--check] [--json] PATH...",
  "       slipway-catalog explain [--json] [CODE]",
  "       slipway-catalog diff [--json | --markdown] OLD NEW",
  "       slipway-catalog verify [--json] FILE (-p KEYFILE | -P KEY) [--allow-development-key]",
  "",
  "check    names every problem of agents.json, facts.json and icons with its place; --strict counts warnings",
  "fmt      writes files in their canonical form, without comments; --check only says which would change",
  "explain  tells why a rule exists, and how it is broken and kept; without a code it lists them all",
  "diff     tells what changes for users between two catalogs, each a folder or an agents.json",
  "verify   checks FILE against FILE.minisig; -p and -P take the public key as minisign does",
  "",
  "PATH is a file, the folder of a catalog, or - for standard input.",
  "--allow-development-key accepts the worthless key of development, for trying things out only.",
  "Exit codes: 0 all is well, 1 there are findings, 2 the command line is wrong, 3 a file cannot be read or written.",
];

/** Runs one command line and sets the exit code. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const json = args.includes("--json");
  let result: CommandResult;
  try {
    result = await attempt(args);
  } catch (fault) {
    result = stopWith(
      EXIT.refused,
      problem("CATALOG_TOOLS_UNEXPECTED", msg`${fault as Error}`, msg`this is a fault of slipway-catalog`),
    );
  }
  writeResult(result, json);
  process.exitCode = result.exitCode;
}

async function attempt(args: readonly string[]): Promise<CommandResult> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    const hint = msg`slipway-catalog --help shows the options`;
    return stopWith(EXIT.usage, problem("CATALOG_TOOLS_OPTION", describeOptionFault(error as Error), hint));
  }
  const { values, positionals, tokens } = parsed;
  const [name, ...files] = positionals;
  if (values.version === true) return show([printable(readOwnVersion())]);
  if (values.help === true || name === undefined) return show(HELP.map((line) => printable(line)));
  const known = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (known === undefined) {
    const near = suggestName(name, Object.keys(COMMANDS));
    const hint =
      near === undefined ? msg`the commands are ${Object.keys(COMMANDS).join(", ")}` : msg`did you mean ${near}?`;
    return stopWith(EXIT.usage, problem("CATALOG_TOOLS_UNKNOWN_COMMAND", msg`there is no command ${name}`, hint));
  }
  // An option that a command would not look at must not seem to have been obeyed: `check -P KEY` verifies nothing.
  const taken = [...COMMON, ...known.options];
  const twice = findRepeated(tokens);
  const wrong = [
    ...Object.keys(values).flatMap((option) => (taken.includes(option) ? [] : [msg`${name} takes no --${option}`])),
    ...twice.map((option) => msg`--${option} is given twice`),
  ];
  const hint = msg`slipway-catalog --help shows the options`;
  if (wrong.length > 0)
    return stopWith(EXIT.usage, ...wrong.map((message) => problem("CATALOG_TOOLS_OPTION", message, hint)));
  const entries = Object.entries(values);
  const prepared: Arguments = {
    files,
    texts: new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string")),
    flags: new Set(entries.filter((entry) => entry[1] === true).map(([option]) => option)),
    paint: choosePaint(process.env, process.stdout.isTTY === true),
  };
  return await (await known.load()).command(prepared);
}

/** The parser's own sentences advise on positional arguments that begin with a dash; nobody who mistyped needs that. */
function describeOptionFault(error: Error): Printable {
  const option = /--[a-z][a-z-]*/u.exec(error.message)?.[0] ?? /-\w/u.exec(error.message)?.[0] ?? "that";
  if ((error as NodeJS.ErrnoException).code === "ERR_PARSE_ARGS_UNKNOWN_OPTION")
    return msg`there is no option ${/'([^']*)'/u.exec(error.message)?.[1] ?? option}`;
  return error.message.includes("does not take") ? msg`${option} takes no value` : msg`${option} needs a value`;
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, tokens: true });
}

/** Options with a value that stand more than once: only the last would count, and nobody would be told. */
function findRepeated(tokens: ReturnType<typeof parse>["tokens"]): string[] {
  const seen = tokens.flatMap((token) => (token.kind === "option" && token.value !== undefined ? [token.name] : []));
  return [...new Set(seen.filter((option, index) => seen.indexOf(option) < index))];
}

function show(lines: Printable[]): CommandResult {
  return { exitCode: EXIT.ok, json: { ok: true, lines }, lines, problems: [] };
}

function readOwnVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return (manifest as { version: string }).version;
}
