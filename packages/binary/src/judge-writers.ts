import type { BigIntStats } from "node:fs";
import type { Issue, Printable } from "@slipway/errors";
import { joinPrintable, msg, printable, verbatim } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";
import type { OwnershipPolicy, Verdict } from "./bound-binary.js";
import { judgeGroup } from "./judge-group.js";
import { parseAccessList } from "./parse-access-list.js";
import { offerCommand } from "./quote-path.js";
import type { BinaryPorts } from "./system-ports.js";

/** One thing that speaks against a file. */
export type Finding = { verdict: Exclude<Verdict, "ok">; issue: Issue };

/** What every judgement of one call shares. */
export type JudgeContext = {
  ports: BinaryPorts;
  policy: OwnershipPolicy;
  /** Access lists read in this call, by identity: each is a process of its own, and the next call reads them again. */
  accessLists?: Map<string, string | undefined>;
};

const GROUP_WRITE = 0o020;
const OTHER_WRITE = 0o002;
const STICKY = 0o1000;
/** Columns of one command that closes all: more than any real depth of folders needs. */
const FIX_MAX_COLUMNS = 131_072;
/** The group `admin` of macOS, which owns the prefixes of its package managers. */
const MACOS_ADMIN_GROUP = 80n;

/** The refusal of a finding. */
export function refused(issue: Issue): Finding {
  return { verdict: "refused", issue };
}

/** The verdict that findings add up to. */
export function sumVerdict(findings: readonly Finding[]): Verdict {
  if (findings.some((finding) => finding.verdict === "refused")) return "refused";
  return findings.length > 0 ? "unproven" : "ok";
}

/**
 * Who can change the entries of a folder. `role` is `holder` for the folder that holds the file (or a link on the way),
 * `ancestor` above it: in a root-owned sticky folder others cannot replace what is not theirs, but they can add names, so
 * it may be an ancestor and never a holder.
 *
 * A mode without group and other write bits also proves that no POSIX ACL grants write: the ACL mask is shown in the
 * group bits. `fd` is the folder's own descriptor, through which its access list is read where the group bit is set.
 */
export function judgeFolder(
  stat: BigIntStats,
  path: string,
  role: "ancestor" | "holder",
  context: JudgeContext,
  fd?: number,
): Finding[] {
  const found: Finding[] = [];
  const mode = Number(stat.mode);
  if (!isOurs(stat.uid, context))
    found.push(
      refused(
        binaryIssue({
          code: "BINARY_FOLDER_OWNER",
          message: msg`the folder ${path} belongs to user ${stat.uid}, who is neither you nor root`,
          hint: msg`use a copy in a folder of your own`,
        }),
      ),
    );
  if ((mode & (GROUP_WRITE | OTHER_WRITE)) === 0) return found;
  if (stat.uid === 0n && (mode & STICKY) !== 0) {
    if (role === "holder")
      found.push(
        refused(
          binaryIssue({
            code: "BINARY_FOLDER_STICKY",
            message: msg`${path} is a shared folder: any user can put a program there`,
            hint: msg`move the program into a folder of your own`,
          }),
        ),
      );
    return found;
  }
  const writers = judgeWriteBits(stat, "folder", path, context, fd);
  if (writers !== undefined) found.push(writers);
  return found;
}

/** Who can change the bytes of a file. `fd` as for {@link judgeFolder}. */
export function judgeOwnership(stat: BigIntStats, path: string, context: JudgeContext, fd?: number): Finding[] {
  const found: Finding[] = [];
  if (!isOurs(stat.uid, context))
    found.push(
      refused(
        binaryIssue({
          code: "BINARY_FILE_OWNER",
          message: msg`${path} belongs to user ${stat.uid}, who is neither you nor root`,
          hint: msg`use a copy of your own`,
        }),
      ),
    );
  const writers = judgeWriteBits(stat, "file", path, context, fd);
  if (writers !== undefined) found.push(writers);
  return found;
}

/** Root and the effective user. */
export function isOurs(uid: bigint, context: JudgeContext): boolean {
  return uid === 0n || uid === BigInt(context.ports.uid());
}

function judgeWriteBits(
  stat: BigIntStats,
  what: "file" | "folder",
  path: string,
  context: JudgeContext,
  fd: number | undefined,
): Finding | undefined {
  const mode = Number(stat.mode);
  const code = what === "file" ? "BINARY_FILE_WRITABLE" : "BINARY_FOLDER_WRITABLE";
  const refuse = (message: Printable, fix: Printable): Finding =>
    refused(binaryIssue({ code, message, ...offerFix(fix, path) }));
  if ((mode & OTHER_WRITE) !== 0) return refuse(msg`every user can write ${path}`, msg`chmod go-w`);
  if ((mode & GROUP_WRITE) === 0) return undefined;
  if (acceptsAdminPrefix(stat, what, context)) return undefined;

  const text = readList(stat, context, fd);
  const list = text === undefined ? undefined : parseAccessList(text);
  if (text !== undefined && list === undefined)
    return refuse(msg`the access list of ${path} cannot be understood`, msg`chmod g-w`);
  const stranger = list?.users.find((uid) => !isOurs(uid, context));
  if (stranger !== undefined) return refuse(msg`an access list lets user ${stranger} write ${path}`, msg`chmod g-w`);
  if (list?.other === true) return refuse(msg`every user can write ${path}`, msg`chmod go-w`);

  const groups = list === undefined || list.owningGroup ? [stat.gid] : [];
  let doubt: Finding | undefined;
  for (const gid of new Set([...groups, ...(list?.groups ?? [])])) {
    const group = judgeGroup(gid, context.ports);
    if (group.verdict === "refused")
      return refuse(msg`the group ${gid} can write ${path}: ${verbatim(group.reason)}`, msg`chmod g-w`);
    if (group.verdict === "ok" && list !== undefined) continue;
    const reason =
      group.verdict === "ok" ? msg`nobody else is listed in it, but an access list could let others in` : group.reason;
    doubt ??= {
      verdict: "unproven",
      issue: binaryIssue({
        code: "BINARY_UNPROVEN",
        message: msg`the group ${gid} can write ${path}: ${verbatim(reason)}`,
        ...offerFix(msg`chmod g-w`, path),
      }),
    };
  }
  return doubt;
}

function readList(stat: BigIntStats, context: JudgeContext, fd: number | undefined): string | undefined {
  if (fd === undefined) return undefined;
  context.accessLists ??= new Map();
  const known = context.accessLists;
  const key = `${stat.dev}:${stat.ino}:${stat.ctimeNs}`;
  if (!known.has(key)) known.set(key, context.ports.accessList(fd));
  return known.get(key);
}

/**
 * The one widening of `standard`: on macOS, folders (never files) of the group `admin`, whose members may become root
 * anyway. It is what Homebrew's prefix looks like.
 */
function acceptsAdminPrefix(stat: BigIntStats, what: "file" | "folder", context: JudgeContext): boolean {
  return (
    what === "folder" &&
    context.policy === "standard" &&
    context.ports.platform === "darwin" &&
    stat.gid === MACOS_ADMIN_GROUP
  );
}

function offerFix(command: Printable, path: string): { hint?: Printable } {
  const line = offerCommand(command, path);
  return line === undefined ? {} : { hint: msg`if that was not meant: ${verbatim(line)}` };
}

/** What {@link offerFix} writes. */
const FIX = /^if that was not meant: (chmod [a-z]+-w) (.+)$/su;

/**
 * The first error, to stand for all. Where writers are what it is about, its hint closes everything that is open to them
 * at once: under a umask of 002 every folder from the home down is, and a reader who is shown one command a time gives up.
 */
export function tellFirst(issues: readonly Issue[]): Issue | undefined {
  const errors = issues.filter((found) => found.severity === "error");
  const first = errors[0];
  if (first?.hint === undefined || !FIX.test(first.hint)) return first;
  const paths = new Map<string, Set<string>>();
  for (const { hint } of errors) {
    const [, command, path] = FIX.exec(hint ?? "") ?? [];
    if (command === undefined || path === undefined) continue;
    paths.set(command, (paths.get(command) ?? new Set()).add(path));
  }
  // The texts are parts of hints, which hold only what can be shown as itself.
  const lines = [...paths].map(([command, on]) =>
    printable([command, ...on].join(" "), { maxColumns: FIX_MAX_COLUMNS }),
  );
  return { ...first, hint: msg`if that was not meant: ${verbatim(joinPrintable(lines, "; "))}` };
}
