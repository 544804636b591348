import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { binaryIssue, faultCode } from "./binary-code.js";
import { checkPathText, requireText } from "./check-path-text.js";
import { followLinks } from "./follow-links.js";
import type { Finding, JudgeContext } from "./judge-writers.js";
import { judgeFolder } from "./judge-writers.js";
import { offerCommand } from "./quote-path.js";
import type { BinaryPorts } from "./system-ports.js";
import { systemPorts } from "./system-ports.js";
import type { Walk } from "./walk-path.js";
import { closeWalk, walkPath } from "./walk-path.js";

/** Folders made by one call: deeper trees under a state folder do not exist. */
const NEW_FOLDERS_MAX = 16;

/**
 * Verifies a folder for private state: links followed once (a linked state folder of one's own is fine, one that another
 * user could redirect is not), the verified walk, then the folder itself: this user's, and closed to everybody else.
 * Returns its real path. Elsewhere than on Linux what could not be proven is a warning.
 */
export function verifyFolder(path: string, options: { ports?: Partial<BinaryPorts> } = {}): Result<string> {
  requireText(path, "path");
  const opened = openPrivateFolder(path, { ports: systemPorts(options.ports), policy: "strict" });
  if (!opened.ok) return opened;
  opened.value.close();
  return succeed(opened.value.path, opened.issues);
}

/**
 * {@link verifyFolder}, making the folder and the missing ones above it first: mode 0700 whatever the umask. What exists
 * already is never changed: a folder that others can enter is refused with the command that closes it.
 */
export function ensurePrivateFolder(path: string, options: { ports?: Partial<BinaryPorts> } = {}): Result<string> {
  requireText(path, "path");
  const context: JudgeContext = { ports: systemPorts(options.ports), policy: "strict" };
  const wrong = checkPathText(path);
  if (wrong !== undefined) return refuse(wrong);
  const missing: string[] = [];
  let existing = path.replace(/\/+$/u, "") || "/";
  while (existing !== "/" && !exists(existing, context)) {
    const cut = existing.lastIndexOf("/");
    const name = existing.slice(cut + 1);
    if (name === ".." || missing.length >= NEW_FOLDERS_MAX)
      return refuse(
        binaryIssue({ code: "BINARY_FOLDER_FAILED", message: msg`${path} is not a folder that can be made` }),
      );
    if (name !== "" && name !== ".") missing.unshift(name);
    existing = existing.slice(0, cut).replace(/\/+$/u, "") || "/";
  }
  const followed = followLinks(existing, context);
  if (!followed.ok) return refuse(explainEnd(followed.issue, existing, context));
  let at = followed.path;
  for (const name of missing) {
    const made = makeFolder(at, name, followed.findings, context);
    if (!made.ok) return made;
    at = made.value;
  }
  return verifyFolder(path, options);
}

/** An open private folder. `handle` names the very folder that was verified; `close` must be called. */
export type OpenFolder = { path: string; handle: string; close: () => void };

/** {@link verifyFolder}, kept open for work inside it. */
export function openPrivateFolder(path: string, context: JudgeContext): Result<OpenFolder> {
  const wrong = checkPathText(path);
  if (wrong !== undefined) return refuse(wrong);
  const followed = followLinks(path, context);
  if (!followed.ok) return refuse(explainEnd(followed.issue, path, context));
  if (!isFolder(followed.path, context))
    return refuse(binaryIssue({ code: "BINARY_FOLDER_FAILED", message: msg`${followed.path} is not a folder` }));
  const walked = walkPath(followed.path, "folder", context);
  const { errors, warnings } = weigh([...followed.findings, ...walked.findings], context);
  if (walked.walk === undefined) return refuse(...errors, ...(errors.length === 0 ? warnings : []));
  errors.push(...judgePrivate(walked.walk, followed.path, context));
  if (errors.length > 0) {
    closeWalk(walked.walk, context);
    return refuse(...errors);
  }
  const { walk } = walked;
  return succeed({ path: followed.path, handle: walk.handle, close: () => closeWalk(walk, context) }, warnings);
}

/** A folder below a plain file is not an absent one: nothing was ever recorded there, and nothing can be. */
function explainEnd(found: Issue, path: string, context: JudgeContext): Issue {
  if (found.code !== "BINARY_MISSING" || !exists(path, context)) return found;
  return binaryIssue({
    code: "BINARY_FOLDER_FAILED",
    message: msg`${path} cannot be a folder: a part of it is a file`,
    hint: msg`move that file, or choose another folder`,
  });
}

function judgePrivate(walk: Walk, path: string, context: JudgeContext): Issue[] {
  if (walk.stat.uid !== BigInt(context.ports.uid()))
    return [
      binaryIssue({
        code: "BINARY_FOLDER_NOT_PRIVATE",
        message: msg`${path} belongs to user ${walk.stat.uid}, not to you`,
      }),
    ];
  if ((Number(walk.stat.mode) & 0o077) === 0) return [];
  const fix = offerCommand(msg`chmod 700`, path);
  return [
    binaryIssue({
      code: "BINARY_FOLDER_NOT_PRIVATE",
      message: msg`other users can enter or read ${path}`,
      ...(fix === undefined ? {} : { hint: fix }),
    }),
  ];
}

function makeFolder(parent: string, name: string, before: readonly Finding[], context: JudgeContext): Result<string> {
  const { fs } = context.ports;
  const path = parent === "/" ? `/${name}` : `${parent}/${name}`;
  const walked = walkPath(parent, "folder", context);
  const { walk } = walked;
  try {
    const findings = [...before, ...walked.findings];
    if (walk !== undefined) findings.push(...judgeFolder(walk.stat, parent, "ancestor", context, walk.fd));
    const { errors, warnings } = weigh(findings, context);
    if (walk === undefined || errors.length > 0) return refuse(...(errors.length > 0 ? errors : warnings));
    try {
      fs.mkdirSync(`${walk.handle}/${name}`, 0o700);
    } catch (error) {
      // Somebody else made it in between: it is judged like any folder that was there before.
      if (faultCode(error) === "EEXIST") return succeed(path);
      return refuse(
        binaryIssue({ code: "BINARY_FOLDER_FAILED", message: msg`${path} cannot be made: ${faultCode(error)}` }),
      );
    }
    return closeMode(path, context);
  } finally {
    closeWalk(walk, context);
  }
}

/** A umask can only take bits away, but the result must not depend on it: 0777 would leave a folder nobody can use. */
function closeMode(path: string, context: JudgeContext): Result<string> {
  const walked = walkPath(path, "folder", context);
  try {
    if (walked.walk !== undefined && (Number(walked.walk.stat.mode) & 0o7777) !== 0o700)
      context.ports.fs.chmodSync(walked.walk.handle, 0o700);
    return succeed(path);
  } catch (error) {
    return refuse(
      binaryIssue({ code: "BINARY_FOLDER_FAILED", message: msg`${path} cannot be closed: ${faultCode(error)}` }),
    );
  } finally {
    closeWalk(walked.walk, context);
  }
}

function weigh(findings: readonly Finding[], context: JudgeContext): { errors: Issue[]; warnings: Issue[] } {
  const errors: Issue[] = [];
  const warnings: Issue[] = [];
  for (const { verdict, issue } of findings)
    if (verdict === "refused" || context.ports.platform === "linux") errors.push(issue);
    else warnings.push({ ...issue, severity: "warning" });
  return { errors, warnings };
}

function isFolder(path: string, context: JudgeContext): boolean {
  try {
    return context.ports.fs.lstatSync(path).isDirectory();
  } catch (error) {
    if (faultCode(error) === "UNKNOWN") throw error;
    return false;
  }
}

function exists(path: string, context: JudgeContext): boolean {
  try {
    context.ports.fs.lstatSync(path);
    return true;
  } catch (error) {
    const code = faultCode(error);
    if (code === "UNKNOWN") throw error;
    return code !== "ENOENT";
  }
}
