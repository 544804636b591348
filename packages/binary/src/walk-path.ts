import type { BigIntStats } from "node:fs";
import { constants } from "node:fs";
import { msg } from "@slipway/errors";
import { binaryIssue, faultCode } from "./binary-code.js";
import { identifyFile, isSameIdentity } from "./file-identity.js";
import { judgePathAccess } from "./judge-path-access.js";
import type { Finding, JudgeContext } from "./judge-writers.js";
import { judgeFolder, refused } from "./judge-writers.js";

/**
 * O_PATH of Linux, absent from `fs.constants`: opens a name without needing the right to read it (0711 folders) and
 * without touching what is behind it (a FIFO does not block, a device is not opened).
 */
const O_PATH = 0o10000000;

/** The end of a verified walk. Holds a descriptor: give it to {@link closeWalk}. */
export type Walk = {
  fd: number;
  stat: BigIntStats;
  /** A path that names the opened object itself where the platform has one (`/proc/self/fd/N`), else the walked path. */
  handle: string;
};

/** What a walk found. `walk` is absent when the end could not be opened; the findings then say why. */
export type Walked = { walk?: Walk; findings: Finding[] };

/**
 * Opens an absolute path without links from `/` on, each folder relative to the descriptor of the one above, and judges
 * each folder on its own descriptor. Whatever is renamed or swapped meanwhile, the descriptor returned belongs to the
 * folders that were judged. A component that is a link is refused: links are followed before, by {@link followLinks}.
 *
 * `end` says what the last component is: the folder above a `file` is judged as its holder; a `folder` at the end is not
 * judged here, since that depends on what it is for.
 *
 * Only Linux has the calls for this (O_PATH of open(2), `/proc/self/fd` of proc(5)). Elsewhere the walk is by path, compared
 * before and after, and always carries an `unproven` finding that names the gap.
 */
export function walkPath(path: string, end: "file" | "folder", context: JudgeContext): Walked {
  return context.ports.platform === "linux" ? walkByDescriptor(path, end, context) : walkByPath(path, end, context);
}

/** Closes what a walk holds. */
export function closeWalk(walk: Walk | undefined, context: JudgeContext): void {
  if (walk !== undefined) context.ports.fs.closeSync(walk.fd);
}

/** Opens the object at the end of a walk for reading. Throws the file system's error. */
export function openWalked(walk: Walk, context: JudgeContext): number {
  // The kind was judged before: O_NONBLOCK only keeps a FIFO that took the name meanwhile (by-path walk) from hanging us.
  const noFollow = context.ports.platform === "linux" ? 0 : constants.O_NOFOLLOW;
  return context.ports.fs.openSync(walk.handle, constants.O_RDONLY | constants.O_NONBLOCK | noFollow);
}

function splitPath(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}

function walkByDescriptor(path: string, end: "file" | "folder", context: JudgeContext): Walked {
  const { fs } = context.ports;
  const findings: Finding[] = [];
  const names = splitPath(path);
  const lastFolder = end === "file" ? names.length - 1 : names.length;
  let fd = fs.openSync("/", O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  let at = "/";
  try {
    for (let index = 0; index <= names.length; index += 1) {
      const stat = fs.fstatSync(fd, { bigint: true });
      if (index === names.length) {
        const walk = { fd, stat, handle: `/proc/self/fd/${fd}` };
        fd = -1;
        return { walk, findings };
      }
      findings.push(
        ...judgeFolder(stat, at, end === "file" && index === lastFolder ? "holder" : "ancestor", context, fd),
      );
      const name = names[index] as string;
      const flags = O_PATH | constants.O_NOFOLLOW | (index < lastFolder ? constants.O_DIRECTORY : 0);
      const below = at === "/" ? `/${name}` : `${at}/${name}`;
      let next: number;
      try {
        next = fs.openSync(`/proc/self/fd/${fd}/${name}`, flags);
      } catch (error) {
        findings.push(explainOpen(error, below, hasProc(fd, context)));
        return { findings };
      }
      fs.closeSync(fd);
      fd = next;
      at = below;
    }
    return { findings };
  } finally {
    if (fd !== -1) fs.closeSync(fd);
  }
}

function hasProc(fd: number, context: JudgeContext): boolean {
  try {
    context.ports.fs.lstatSync(`/proc/self/fd/${fd}`);
    return true;
  } catch {
    return false;
  }
}

function walkByPath(path: string, end: "file" | "folder", context: JudgeContext): Walked {
  const { fs } = context.ports;
  const findings: Finding[] = [
    {
      verdict: "unproven",
      issue: binaryIssue({
        code: "BINARY_UNPROVEN",
        message: msg`on ${context.ports.platform} folders and access lists are judged by path, not by what is then opened: ${path} could be open to others`,
      }),
    },
  ];
  // Undefined on Windows, where `flags | undefined` would silently follow links; nothing is opened there at all.
  if (typeof constants.O_NOFOLLOW !== "number" || context.ports.platform === "win32") return { findings };
  const names = splitPath(path);
  const lastFolder = end === "file" ? names.length - 1 : names.length;
  let at = "/";
  try {
    for (let index = 0; index < names.length; index += 1) {
      const stat = fs.lstatSync(at, { bigint: true });
      if (!stat.isDirectory()) return { findings: [...findings, explainOpen({ code: "ENOTDIR" }, at, true)] };
      findings.push(...judgeFolder(stat, at, end === "file" && index === lastFolder ? "holder" : "ancestor", context));
      findings.push(...askAccess(at, "folder", context));
      at = at === "/" ? `/${names[index]}` : `${at}/${names[index]}`;
    }
    findings.push(...askAccess(path, end, context));
    const before = fs.lstatSync(path, { bigint: true });
    const kind = end === "folder" ? constants.O_DIRECTORY : constants.O_NONBLOCK;
    const openable = end === "folder" ? before.isDirectory() : before.isFile();
    // What is not a plain file is reported by its kind and never opened.
    const fd = openable ? fs.openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | kind) : fs.openSync("/", "r");
    const walk = { fd, stat: openable ? fs.fstatSync(fd, { bigint: true }) : before, handle: path };
    if (!isSameIdentity(identifyFile(before), identifyFile(walk.stat)))
      findings.push(explainOpen({ code: "ELOOP" }, path, true));
    return { walk, findings };
  } catch (error) {
    return { findings: [...findings, explainOpen(error, at, true)] };
  }
}

function askAccess(path: string, what: "file" | "folder", context: JudgeContext): Finding[] {
  const against = judgePathAccess(path, what, context.ports);
  return against === undefined ? [] : [refused(against)];
}

function explainOpen(error: unknown, path: string, proc: boolean): Finding {
  const code = faultCode(error);
  if (!proc)
    return {
      verdict: "unproven",
      issue: binaryIssue({
        code: "BINARY_UNPROVEN",
        message: msg`/proc is not mounted: ${path} cannot be opened relative to the folder that was judged`,
        hint: msg`mount /proc`,
      }),
    };
  if (code === "ENOENT") return refused(binaryIssue({ code: "BINARY_MISSING", message: msg`${path} does not exist` }));
  if (code === "ENOTDIR" || code === "ELOOP")
    return refused(
      binaryIssue({
        code: "BINARY_PATH_CHANGED",
        message: msg`${path} is a link, or not the folder it was a moment ago`,
        hint: msg`try again; when it happens again, somebody is moving folders there`,
      }),
    );
  if (code === "EACCES" || code === "EPERM")
    return refused(binaryIssue({ code: "BINARY_UNREADABLE", message: msg`${path} cannot be opened: ${code}` }));
  return refused(binaryIssue({ code: "BINARY_UNREADABLE", message: msg`${path} cannot be opened: ${code}` }));
}
