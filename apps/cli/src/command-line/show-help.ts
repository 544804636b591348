import type { Printable } from "@slipway/errors";
import { joinPrintable, msg, printable, verbatim } from "@slipway/errors";
import { layOutTable } from "../output/write-output.js";
import type { CommandSpec, OptionSpec } from "./command-table.js";
import { COMMANDS, GLOBAL_OPTIONS } from "./command-table.js";

/** The help of one command, or of all. It reads the command table only: no command is loaded to describe it. */
export function showHelp(name?: string): Printable {
  const spec = name === undefined || !Object.hasOwn(COMMANDS, name) ? undefined : COMMANDS[name];
  return name === undefined || spec === undefined ? showOverview() : showCommand(name, spec);
}

function showOverview(): Printable {
  const commands = Object.entries(COMMANDS).map(([name, spec]) => [msg`  ${name}`, printable(spec.summary)]);
  return joinPrintable(
    [
      msg`Launch coding agents from signed, validated data.`,
      msg``,
      msg`usage: slipway <command> [options] [arguments]`,
      msg``,
      layOutTable(commands),
      msg``,
      msg`Options of every command:`,
      layOutTable([...describeOptions(GLOBAL_OPTIONS), [msg`  -V, --version`, msg`Show the version`]]),
      msg``,
      msg`slipway help <command> says more. Exit codes: 0 done, 1 refused or failed, 2 written wrong;`,
      msg`run, print and resume end with the agent's own code, 128 + n when signal n ended it.`,
    ],
    "\n",
  );
}

function showCommand(name: string, spec: CommandSpec): Printable {
  const words = spec.words.map((word) => (word.needed ? msg` <${word.name}>` : msg` [${word.name}]`));
  const notes = spec.notes.flatMap((note) => [msg``, printable(note)]);
  return joinPrintable(
    [
      msg`${spec.summary}.`,
      msg``,
      msg`usage: slipway ${name} [options]${verbatim(joinPrintable(words, ""))}`,
      msg``,
      layOutTable(describeOptions({ ...spec.options, ...GLOBAL_OPTIONS })),
      ...notes,
    ],
    "\n",
  );
}

function describeOptions(options: Record<string, OptionSpec>): Printable[][] {
  return Object.entries(options).map(([name, option]) => {
    const short = option.short === undefined ? msg`` : msg`-${option.short}, `;
    const value = option.value === undefined ? msg`` : msg` ${option.value}`;
    return [msg`  ${verbatim(short)}--${name}${verbatim(value)}`, printable(option.about)];
  });
}
