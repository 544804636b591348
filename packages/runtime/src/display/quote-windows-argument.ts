/**
 * One argument as `CommandLineToArgvW` and the C runtime read it back, and as Node itself writes it: quotes around
 * what holds a blank or a quote and around nothing at all; backslashes doubled where a quote follows.
 */
export function quoteWindowsArgument(argument: string): string {
  if (argument !== "" && !/[ \t\n\v"]/.test(argument)) return argument;
  let quoted = "";
  let backslashes = 0;
  for (const character of argument) {
    if (character === "\\") {
      backslashes += 1;
      continue;
    }
    quoted += "\\".repeat(character === '"' ? backslashes * 2 + 1 : backslashes) + character;
    backslashes = 0;
  }
  return `"${quoted}${"\\".repeat(backslashes * 2)}"`;
}

/** UTF-16 units of these arguments on a Windows command line, the blank in front of each included. */
export function measureWindowsArguments(argv: readonly string[]): number {
  return argv.reduce((sum, argument) => sum + quoteWindowsArgument(argument).length + 1, 0);
}
