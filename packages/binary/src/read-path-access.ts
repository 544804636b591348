import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ACCESS_LIST_MAX_BYTES } from "./read-access-list.js";
import { isRootsAlone } from "./roots-alone.js";

/** Milliseconds for `ls` and `icacls`, which answer in a few. */
const TOOL_TIMEOUT_MS = 5_000;
const MACOS_LS = "/bin/ls";
/** Not `%SystemRoot%`: a variable of the environment must not choose the tool. */
const WINDOWS_ICACLS = "C:\\Windows\\System32\\icacls.exe";

/**
 * What the platform's own tool says of who may change the file or folder at a path: the lines of `ls -lde` on macOS, the
 * SDDL text of `icacls /save` on Windows, nothing elsewhere or when it cannot be asked. By path: what it says can be of
 * another file than the one that was opened, so that it can only speak against a file, never for it.
 */
export type PathAccessReader = (path: string) => string | undefined;

/** The real {@link PathAccessReader}. Not run on the systems that it is for in this package's tests. */
export function readPathAccess(path: string): string | undefined {
  if (process.platform === "darwin") return isRootsAlone(MACOS_LS) ? ask(MACOS_LS, ["-lde", "--", path]) : undefined;
  if (process.platform === "win32") return saveDescriptor(path);
  return undefined;
}

function saveDescriptor(path: string): string | undefined {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), "slipway-acl-"));
    const file = join(folder, "acl");
    if (ask(WINDOWS_ICACLS, [path, "/save", file, "/q"]) === undefined) return undefined;
    // UTF-16: the file's name on one line, its descriptor on the next.
    return readFileSync(file, "utf16le").split(/\r?\n/u)[1];
  } catch {
    return undefined;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function ask(program: string, args: readonly string[]): string | undefined {
  const asked = spawnSync(program, args, {
    cwd: process.platform === "win32" ? "C:\\" : "/",
    env: { LC_ALL: "C" },
    stdio: ["ignore", "pipe", "ignore"],
    encoding: "utf8",
    timeout: TOOL_TIMEOUT_MS,
    maxBuffer: ACCESS_LIST_MAX_BYTES,
    windowsHide: true,
  });
  return asked.status === 0 ? asked.stdout : undefined;
}
