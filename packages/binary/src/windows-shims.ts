import { win32 } from "node:path";
import type { Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";

/** Bytes of a launcher script that are read; npm's have about 400, pnpm's about 1,200. */
export const WINDOWS_SHIM_MAX_BYTES = 16_384;
/** What Windows has where PATHEXT is not set, of what can be started at all. */
const DEFAULT_PATHEXT = ".COM;.EXE;.BAT;.CMD";
/** Only these are looked for: anything else in PATHEXT (`.JS`, `.VBS`) is opened by whatever is registered for it. */
const STARTED = new Set([".com", ".exe", ".cmd", ".bat", ".ps1"]);

/** What a launcher script starts: a program alone, or an interpreter and the script that it runs. */
export type WindowsTarget = {
  /** A program in the folder of the launcher, to be used when it exists (npm's `node.exe` beside it), absolute. */
  beside?: string;
  /** The interpreter by name (`node`), looked for like any other; absent when `file` is a program itself. */
  interpreter?: string;
  /** The interpreter's own arguments. */
  args: string[];
  /** The script or program, absolute. */
  file: string;
};

/**
 * The file names that a name means on Windows, in the order of PATHEXT; the name itself last, and only when it has an
 * extension that is started. The extensionless file npm puts beside `x.cmd` is a script for another system's shell, which
 * Windows answers with error 193: it is read (see {@link parseWindowsShim}) and never started.
 */
export function listWindowsNames(name: string, pathExt: string | undefined): string[] {
  const wanted = (pathExt === undefined || pathExt === "" ? DEFAULT_PATHEXT : pathExt)
    .split(";")
    .map((extension) => extension.trim().toLowerCase())
    .filter((extension) => STARTED.has(extension));
  const own = win32.extname(name).toLowerCase();
  const names = [...new Set(wanted)].map((extension) => `${name}${extension}`);
  // `claude.exe` typed in full is that file before `claude.exe.cmd`.
  return STARTED.has(own) ? [name, ...names] : names;
}

const DIR = String.raw`(?:%~dp0\\?|%dp0%\\|\$basedir[/\\])`;
const INSIDE = String.raw`[^"%$\x60\r\n]+`;
/** `"%dp0%\node.exe"`, or a bare name: what stands before the script. */
const WITH_INTERPRETER = new RegExp(
  String.raw`(?:"(?:${DIR}(?<beside>${INSIDE})|%_prog%)"|"(?<quoted>[A-Za-z0-9._-]+)"|(?<bare>[A-Za-z0-9._-]+))(?<args>(?:[ \t]+[A-Za-z0-9=._-]+)*)[ \t]+"${DIR}(?<file>${INSIDE})"[ \t]+(?:%\*|"\$@"|\$args)`,
  "gu",
);
const ALONE = new RegExp(String.raw`(?:^|[ \t@&])"${DIR}(?<file>${INSIDE})"[ \t]+(?:%\*|"\$@"|\$args)`, "gmu");
const PROG = /SET "_prog=(?:(?:%dp0%|%~dp0)\\)?(?<name>[A-Za-z0-9._-]+)"/giu;

/**
 * Reads a launcher that npm (cmd-shim) or pnpm wrote, as `.cmd`, `.ps1` or shell script, and says what it starts; it is
 * never run: `cmd.exe` ends a command line at the first newline of an argument and expands `%` in it. `path` is where the
 * launcher lies, absolute (`C:\...`).
 *
 * Refused with `BINARY_WINDOWS_SHIM`: any other script, and one whose lines do not all start the same file.
 */
export function parseWindowsShim(source: string, path: string): Result<WindowsTarget> {
  // PowerShell keeps the extension in a variable; a shell's `exec` is not the interpreter.
  const text = source.replaceAll("$exe", ".exe").replace(/^[ \t]*exec[ \t]+/gmu, "");
  if (Buffer.byteLength(text) > WINDOWS_SHIM_MAX_BYTES) return refuseShim(path, "is longer than those that npm writes");
  if (!win32.isAbsolute(path)) return refuseShim(path, "is not named by an absolute path");
  const folder = win32.dirname(path);
  const found = [...text.matchAll(WITH_INTERPRETER)].map(({ groups }) => groups ?? {});
  const files = new Set(found.map((groups) => resolveIn(folder, groups["file"] ?? "")));
  if (found.length > 0) {
    const names = new Set<string>();
    let beside: string | undefined;
    for (const groups of found) {
      const named = groups["bare"] ?? groups["quoted"];
      if (named !== undefined) names.add(stripExe(named));
      if (groups["beside"] !== undefined) {
        beside ??= resolveIn(folder, groups["beside"]);
        names.add(stripExe(win32.basename(groups["beside"])));
      }
    }
    for (const { groups } of text.matchAll(PROG)) {
      const name = groups?.["name"] ?? "";
      names.add(stripExe(name));
      if (/\.exe$/iu.test(name)) beside ??= win32.join(folder, name);
    }
    const args = [...new Set(found.map((groups) => (groups["args"] ?? "").trim()))];
    const [file] = files;
    const [interpreter] = names;
    if (files.size !== 1 || names.size !== 1 || args.length !== 1 || file === undefined || interpreter === undefined)
      return refuseShim(path, "starts more than one thing");
    if (!/^[a-z0-9._-]+$/iu.test(interpreter)) return refuseShim(path, "names its interpreter in no plain way");
    return succeed({
      ...(beside === undefined ? {} : { beside: /\.exe$/iu.test(beside) ? beside : `${beside}.exe` }),
      interpreter,
      args: args[0] === "" ? [] : (args[0] as string).split(/[ \t]+/u),
      file,
    });
  }
  const alone = new Set([...text.matchAll(ALONE)].map(({ groups }) => resolveIn(folder, groups?.["file"] ?? "")));
  const [file] = alone;
  if (alone.size !== 1 || file === undefined) return refuseShim(path, "is not a launcher that npm or pnpm wrote");
  return succeed({ args: [], file });
}

function resolveIn(folder: string, relative: string): string {
  return win32.normalize(win32.join(folder, relative));
}

function stripExe(name: string): string {
  return name.replace(/\.exe$/iu, "").toLowerCase();
}

function refuseShim(path: string, why: string): Result<never> {
  return refuse(
    binaryIssue({
      code: "BINARY_WINDOWS_SHIM",
      message: msg`${path} ${why}: what it starts is not known`,
      hint: msg`name the program's own file`,
    }),
  );
}
