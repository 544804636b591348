import { msg } from "@slipway/errors";
import type { JsonObject } from "../json/json-node.js";
import { COMMAND_MAX_LENGTH } from "../limits.js";
import { readText } from "./check-identity.js";
import type { EntryReport } from "./entry-report.js";

/** The program's name: no `.` or `-` in front, so neither `..` nor an option nor a hidden file. */
export const PROGRAM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Later tokens (agents.json reference, `command`). */
export const TOKEN = /^[A-Za-z0-9_.-]+$/;

/** Suffixes that make Windows run a file; with one, `cmd.exe` or `python.exe` would pass the list below. */
const EXECUTABLE_SUFFIX = /\.(?:exe|com|cmd|bat|ps1|vbs|msi)$/i;

const DEVICE_NAME = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/**
 * Programs that run what they are told to: an entry naming one would be a command line of the catalog's choice, not an
 * agent. A tripwire, not a wall: a program of any name can do the same.
 */
const FORBIDDEN = new Set(
  (
    "sh bash dash zsh ksh csh tcsh fish ash nu elvish xonsh pwsh powershell cmd busybox toybox wsl " +
    "env sudo doas su pkexec run0 runas setpriv unshare nsenter chroot nohup setsid timeout nice xargs watch time " +
    "exec eval command builtin source " +
    "python pypy perl ruby node nodejs deno bun php lua luajit tclsh awk gawk java osascript cscript wscript mshta rundll " +
    "npm npx pnpm pnpx yarn bunx uv uvx pip pipx cargo go gem brew nix docker podman kubectl ssh git make " +
    "tmux screen script expect socat nc ncat curl wget"
  ).split(" "),
);

/** `python3.11` and `node20` are the programs of their names without the version. */
function isForbidden(program: string): boolean {
  const name = program.toLowerCase();
  return FORBIDDEN.has(name) || FORBIDDEN.has(name.replace(/[\d.-]+$/, ""));
}

/**
 * `command`: a program's name and fixed sub-commands, separated by single spaces (agents.json reference, `command`). It
 * never reaches a shell here. Options in it are refused: `claude --dangerously-skip-permissions` would force the bypass
 * on, which a manifest can never do.
 */
export function checkCommand(entry: JsonObject, report: EntryReport): string | undefined {
  const command = readText(entry, "command", report);
  if (command === undefined) return undefined;
  const path = ["command"];
  if (command.length > COMMAND_MAX_LENGTH) {
    report.tell("MANIFEST_COMMAND", { path, message: msg`command has more than ${COMMAND_MAX_LENGTH} characters` });
    return undefined;
  }
  const [program = "", ...rest] = command.split(" ");
  if (!PROGRAM.test(program) || !rest.every((token) => TOKEN.test(token))) {
    report.tell("MANIFEST_COMMAND", {
      path,
      message: msg`command ${command} is not a program name with sub-commands`,
      hint: msg`use tokens of letters, digits, _ . and - separated by single spaces, as in "gh copilot"`,
    });
    return undefined;
  }
  if (EXECUTABLE_SUFFIX.test(program) || DEVICE_NAME.test(program)) {
    report.tell("MANIFEST_COMMAND", {
      path,
      message: msg`command names ${program}, a file or device of Windows`,
      hint: msg`use the program's name without its suffix`,
    });
    return undefined;
  }
  if (isForbidden(program)) {
    report.tell("MANIFEST_COMMAND_FORBIDDEN", {
      path,
      message: msg`command names ${program}, which runs whatever it is told to`,
      hint: msg`name the agent's own program`,
    });
    return undefined;
  }
  const option = rest.find((token) => token.startsWith("-"));
  if (option !== undefined) {
    report.tell("MANIFEST_COMMAND_OPTION", {
      path,
      message: msg`command carries the option ${option}`,
      hint: msg`options belong into flags, where each has its condition`,
    });
    return undefined;
  }
  return command;
}
