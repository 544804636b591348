import type { BigIntStats } from "node:fs";
import { win32 } from "node:path";
import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { binaryIssue, faultCode } from "./binary-code.js";
import { identifyFile } from "./file-identity.js";
import { checkEntrypointName, checkInterpreterName } from "./forbidden-entrypoint.js";
import { HEAD_BYTES, inspectFormat } from "./inspect-format.js";
import { judgePathAccess } from "./judge-path-access.js";
import type { ProgramJudgement } from "./judge-program.js";
import { readStart } from "./read-head.js";
import type { Interpreter } from "./resolve-interpreter.js";
import type { Place } from "./search-places.js";
import type { BinaryPorts } from "./system-ports.js";
import type { WindowsWorkspace } from "./windows-places.js";
import { checkWindowsHostile, checkWindowsPath, realPathOf } from "./windows-places.js";
import type { WindowsTarget } from "./windows-shims.js";
import { parseWindowsShim, WINDOWS_SHIM_MAX_BYTES } from "./windows-shims.js";

/** What the judging of one search shares. */
export type WindowsSearch = { ports: BinaryPorts; workspace: WindowsWorkspace; places: readonly Place[] };

type Opened = { realPath: string; stat: BigIntStats; head: Buffer };

/**
 * Judges a file of Windows: a native program by its first bytes, a launcher (`.cmd`, `.bat`, `.ps1`, a shell script without
 * extension) by what it names, which is judged in its place. Nothing is started. Access lists only speak against a file:
 * `refused` or `unproven`, never `ok`. `named` as for `judgeProgram`.
 */
export function judgeWindowsFile(path: string, named: boolean, search: WindowsSearch): ProgramJudgement {
  const draft: ProgramJudgement = { path, links: [], verdict: "refused", policy: "standard", issues: [], notes: [] };
  const wrong = checkWindowsPath(path);
  if (wrong !== undefined) return { ...draft, issues: [wrong] };
  const opened = openFile(path, WINDOWS_SHIM_MAX_BYTES + 1, search);
  if (!opened.ok) return { ...draft, issues: opened.issues };
  const { realPath, head } = opened.value;
  const issues = named ? [] : listHostile([path, realPath], search);
  issues.push(...checkNames([path, realPath], checkEntrypointName));
  issues.push(...listAccess(realPath, search));
  const links = realPath.toLowerCase() === win32.normalize(path).toLowerCase() ? [] : [path];
  const common = { ...draft, links };
  if (/\.(?:exe|com)$/iu.test(realPath))
    return conclude({ ...common, ...describeNative(opened.value, search, issues) }, issues);
  const shim = parseWindowsShim(head.toString("utf8"), realPath);
  if (!shim.ok) return conclude({ ...common, realPath }, [...issues, ...shim.issues]);
  return conclude({ ...common, ...resolveTarget(shim.value, path, search, issues) }, issues);
}

function conclude(judged: ProgramJudgement, found: readonly Issue[]): ProgramJudgement {
  if (found.some(({ severity }) => severity === "error")) return { ...judged, verdict: "refused", issues: [...found] };
  const doubt = binaryIssue({
    code: "BINARY_UNPROVEN",
    message: msg`who can write ${judged.realPath ?? judged.path} is not proven on Windows, where access lists are read by path`,
    hint: msg`look at it with: icacls, on the file and on each folder above it`,
  });
  return { ...judged, verdict: "unproven", issues: [...found, doubt] };
}

function describeNative({ realPath, stat, head }: Opened, { ports }: WindowsSearch, issues: Issue[]) {
  const inspected = inspectFormat(head.subarray(0, HEAD_BYTES), realPath, ports);
  if ("issue" in inspected) issues.push(inspected.issue);
  else if (inspected.format !== "pe")
    issues.push(binaryIssue({ code: "BINARY_NOT_A_PROGRAM", message: msg`${realPath} is no program of Windows` }));
  return { realPath, identity: identifyFile(stat), kind: "native" as const };
}

/** What a launcher starts, in the launcher's place. */
function resolveTarget(target: WindowsTarget, path: string, search: WindowsSearch, issues: Issue[]) {
  const opened = openFile(target.file, HEAD_BYTES, search);
  if (!opened.ok) {
    issues.push(...opened.issues);
    return { realPath: target.file };
  }
  const { realPath, stat } = opened.value;
  issues.push(...listHostile([target.file, realPath], search), ...checkNames([realPath], checkEntrypointName));
  issues.push(...listAccess(realPath, search));
  const notes = [msg`${path} is a launcher for ${realPath}; it is read and never started`];
  if (target.interpreter === undefined) return { ...describeNative(opened.value, search, issues), notes };
  const script = { realPath, identity: identifyFile(stat), kind: "script" as const, notes };
  const interpreter = findInterpreter(target, path, search);
  if (interpreter.ok) return { ...script, interpreter: interpreter.value };
  issues.push(...interpreter.issues);
  return script;
}

/** Beside the launcher, the running Node, then PATH, as npm's launcher would; only a `.exe` is one. */
function findInterpreter(target: WindowsTarget, path: string, search: WindowsSearch): Result<Interpreter> {
  const name = target.interpreter as string;
  const forbidden = checkInterpreterName(name);
  if (forbidden !== undefined) return refuse(forbidden);
  const { execPath } = search.ports;
  const isRunning = win32.basename(execPath).toLowerCase() === `${name}.exe`;
  const onPath = search.places.filter(({ skipped, via }) => skipped === undefined && via === "path");
  const candidates = [
    ...(target.beside === undefined ? [] : [target.beside]),
    ...(isRunning ? [execPath] : []),
    ...onPath.map(({ folder }) => win32.join(folder, `${name}.exe`)),
  ];
  const against: Issue[] = [];
  for (const candidate of candidates) {
    const opened = openFile(candidate, HEAD_BYTES, search);
    if (!opened.ok) {
      against.push(...opened.issues.filter(({ code }) => code !== "BINARY_MISSING"));
      continue;
    }
    const { realPath, stat } = opened.value;
    const issues = [...listHostile([candidate, realPath], search), ...checkNames([realPath], checkInterpreterName)];
    describeNative(opened.value, search, issues);
    issues.push(...listAccess(realPath, search));
    if (issues.length === 0)
      return succeed({
        path: realPath,
        identity: identifyFile(stat),
        args: target.args,
        lookup: candidate !== target.beside,
        verdict: "unproven",
      });
    against.push(...issues);
  }
  const [first] = against;
  const message =
    first === undefined
      ? msg`${path} needs ${name} to run, and no ${name}.exe was found`
      : msg`${path} needs ${name} to run, and what was found is refused: ${first.message}`;
  return refuse(
    binaryIssue({
      code: first === undefined ? "BINARY_INTERPRETER_MISSING" : "BINARY_INTERPRETER_REFUSED",
      message,
      hint: msg`install ${name} where PATH finds it`,
    }),
  );
}

function openFile(path: string, length: number, { ports }: WindowsSearch): Result<Opened> {
  const { fs } = ports;
  let fd: number | undefined;
  try {
    const realPath = fs.realpathSync.native(path);
    if (!fs.statSync(realPath).isFile())
      return refuse(binaryIssue({ code: "BINARY_NOT_REGULAR", message: msg`${realPath} is not a plain file` }));
    fd = fs.openSync(realPath, "r");
    const stat = fs.fstatSync(fd, { bigint: true });
    return succeed({ realPath, stat, head: readStart(fd, length, ports) });
  } catch (error) {
    const code = faultCode(error);
    if (code === "UNKNOWN") throw error;
    return refuse(
      code === "ENOENT"
        ? binaryIssue({ code: "BINARY_MISSING", message: msg`${path} does not exist` })
        : binaryIssue({ code: "BINARY_UNREADABLE", message: msg`${path} cannot be opened: ${code}` }),
    );
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

function listHostile(paths: readonly string[], { workspace, ports }: WindowsSearch): Issue[] {
  for (const path of [...paths, ...paths.map((path) => realPathOf(path, ports))]) {
    const found = checkWindowsHostile(path, workspace);
    if (found !== undefined) return [found];
  }
  return [];
}

/** What the access lists of the file and of each folder above it say against it; what they do not say is no proof. */
function listAccess(path: string, { ports }: WindowsSearch): Issue[] {
  const found = [judgePathAccess(path, "file", ports)];
  for (let at = path, above = win32.dirname(at); above !== at; at = above, above = win32.dirname(at))
    // The root of a drive lets users add folders on every machine; what is in them is judged by its own list.
    if (win32.dirname(above) !== above) found.push(judgePathAccess(above, "folder", ports));
  return found.filter((issue) => issue !== undefined);
}

function checkNames(paths: readonly string[], check: (name: string) => Issue | undefined): Issue[] {
  const found = paths.map((path) => check(win32.basename(path))).find((issue) => issue !== undefined);
  return found === undefined ? [] : [found];
}
