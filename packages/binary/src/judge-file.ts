import type { BigIntStats } from "node:fs";
import { basename } from "node:path";
import type { Issue, Printable } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { binaryIssue, faultCode } from "./binary-code.js";
import type { FileIdentity, OwnershipPolicy, Verdict } from "./bound-binary.js";
import { checkPathText, requireText } from "./check-path-text.js";
import { identifyFile, isSameIdentity } from "./file-identity.js";
import { followLinks } from "./follow-links.js";
import type { KnownInterpreters } from "./forbidden-entrypoint.js";
import {
  askInterpreters,
  checkEntrypointBytes,
  checkEntrypointFile,
  checkEntrypointName,
  checkInterpreterName,
} from "./forbidden-entrypoint.js";
import { hashDescriptor } from "./hash-file.js";
import { HEAD_BYTES, inspectFormat } from "./inspect-format.js";
import type { Finding, JudgeContext } from "./judge-writers.js";
import { judgeOwnership, refused, sumVerdict } from "./judge-writers.js";
import type { OrderDoubt } from "./order-of-changes.js";
import { doubtOrder } from "./order-of-changes.js";
import type { Shebang } from "./parse-shebang.js";
import { parseShebang } from "./parse-shebang.js";
import { offerCommand } from "./quote-path.js";
import { readStart } from "./read-head.js";
import { recogniseNpmStub } from "./recognise-npm-stub.js";
import { recogniseShimScript } from "./recognise-shim-script.js";
import type { BinaryPorts } from "./system-ports.js";
import { defaultPolicy, systemPorts } from "./system-ports.js";
import type { Walk } from "./walk-path.js";
import { closeWalk, openWalked, walkPath } from "./walk-path.js";

/** What was found out about one file. */
export type Judgement = {
  /** The path as given. */
  path: string;
  /** The path with every link followed; absent when it leads nowhere. */
  realPath?: string;
  /** The links on the way, in order. */
  links: string[];
  verdict: Verdict;
  policy: OwnershipPolicy;
  /** Present when a regular file was opened. */
  identity?: FileIdentity;
  kind?: "native" | "script";
  /** What the `#!` line of a script asks for; the interpreter itself is judged by `bindBinary` and `discover`. */
  shebang?: Shebang;
  /** Hex, when asked for and the file could be read to its end unchanged. */
  sha256?: string;
  /** Why the identity alone does not show a later write; worked out when binding and hashing only. */
  order?: OrderDoubt;
  /** All that speaks against the file (severity `error`), and what is let through but said (`warning`). */
  issues: Issue[];
  notes: Printable[];
  /** For an npm placeholder: the real program waiting in the platform package. */
  beside?: string;
};

/** How {@link judgeFile} judges. */
export type JudgeOptions = {
  policy?: OwnershipPolicy;
  /** Also compute the SHA-256 of the bytes judged. */
  hash?: boolean;
  ports?: Partial<BinaryPorts>;
};

/** Whether the file is to be started itself, or to run a script: a shell may do the second only. */
export type FileRole = "entrypoint" | "interpreter";

/**
 * Judges one file: links followed once, the verified walk from `/`, kind, writers, format, name. Starts nothing, never
 * blocks on a FIFO or device. `refused` and `unproven` are answers, not exceptions; a path that is not a string throws
 * `BINARY_MISUSE`.
 */
export function judgeFile(path: string, options: JudgeOptions = {}): Judgement {
  requireText(path, "path");
  const ports = systemPorts(options.ports);
  const context = { ports, policy: options.policy ?? defaultPolicy(ports.platform) };
  return judgeAs(path, "entrypoint", context, options.hash === true);
}

/** Whether to hash: always, never, or where the identity alone would not show a later write. */
export type HashWish = boolean | "unordered";

/** {@link judgeFile} for either role. */
export function judgeAs(path: string, role: FileRole, context: JudgeContext, hash: HashWish = false): Judgement {
  const wrong = checkPathText(path);
  if (wrong !== undefined) return conclude({ path, links: [] }, [refused(wrong)], context);
  const followed = followLinks(path, context);
  if (!followed.ok) return conclude({ path, links: followed.links }, [refused(followed.issue)], context);
  return judgeReal(path, followed.path, role, context, { hash, links: followed.links, findings: followed.findings });
}

/** What {@link judgeReal} is told besides the file. */
type RealOptions = {
  hash?: HashWish;
  links?: string[];
  findings?: Finding[];
  /** The identity of an earlier judgement: while the file still has it, its content and names are not judged again. */
  known?: FileIdentity;
};

/** Judges a path in which no link may be. */
export function judgeReal(
  path: string,
  realPath: string,
  role: FileRole,
  context: JudgeContext,
  options: RealOptions = {},
): Judgement {
  const judged: Draft = { path, realPath, links: options.links ?? [] };
  const walked = walkPath(realPath, "file", context);
  const all = [...(options.findings ?? []), ...walked.findings];
  try {
    if (walked.walk !== undefined) all.push(...judgeOpened(judged, walked.walk, role, context, options));
  } finally {
    closeWalk(walked.walk, context);
  }
  for (const name of new Set([basename(path), basename(realPath)])) {
    const issue = role === "entrypoint" ? checkEntrypointName(name) : checkInterpreterName(name);
    if (issue !== undefined) all.push(refused(issue));
  }
  return conclude(judged, all, context);
}

type Draft = Pick<Judgement, "path" | "links"> & Partial<Judgement>;

function conclude(draft: Draft, findings: readonly Finding[], context: JudgeContext): Judgement {
  const seen = new Set<string>();
  const issues = [...findings.map((finding) => finding.issue), ...(draft.issues ?? [])].filter((found) => {
    const key = `${found.code}\0${found.message}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
  return { ...draft, verdict: sumVerdict(findings), policy: context.policy, issues, notes: draft.notes ?? [] };
}

function judgeOpened(
  judged: Draft,
  walk: Walk,
  role: FileRole,
  context: JudgeContext,
  { hash = false, known }: RealOptions,
): Finding[] {
  const path = judged.realPath as string;
  const { stat } = walk;
  if (!stat.isFile())
    return [
      refused(
        binaryIssue({ code: "BINARY_NOT_REGULAR", message: msg`${path} is ${nameKind(stat)}, not a program file` }),
      ),
    ];
  judged.identity = identifyFile(stat);
  judged.notes = [];
  const found = judgeOwnership(stat, path, context, walk.fd);
  if (known !== undefined && hash === false && isSameIdentity(judged.identity, known)) return found;
  const mode = Number(stat.mode);
  if ((mode & 0o111) === 0) {
    const fix = offerCommand(msg`chmod u+x`, path);
    found.push(
      refused(
        binaryIssue({
          code: "BINARY_NOT_EXECUTABLE",
          message: msg`${path} is not executable`,
          ...(fix === undefined ? {} : { hint: fix }),
        }),
      ),
    );
  }
  if ((mode & 0o6000) !== 0)
    judged.issues = [
      binaryIssue({
        code: "BINARY_SETUID",
        severity: "warning",
        message: msg`${path} runs with the rights of its owner or group, not yours`,
      }),
    ];
  if (stat.nlink > 1n)
    judged.notes.push(msg`${path} has ${stat.nlink} names: whoever writes to another one changes it too`);
  if (judged.links.length > 0) judged.notes.push(msg`${judged.path} leads to ${path}`);
  let others: KnownInterpreters | undefined;
  if (role === "entrypoint") {
    others = askInterpreters(context.ports);
    const twin = checkEntrypointFile(judged.identity, path, others, context.ports);
    if (twin !== undefined) {
      found.push(refused(twin));
      // The same file is not said to be a copy too.
      others = undefined;
    }
  }
  found.push(...judgeContent(judged, walk, others, context, hash));
  return found;
}

function judgeContent(
  judged: Draft,
  walk: Walk,
  interpreters: KnownInterpreters | undefined,
  context: JudgeContext,
  hash: HashWish,
): Finding[] {
  const { ports } = context;
  const path = judged.realPath as string;
  let fd: number | undefined;
  try {
    fd = openWalked(walk, context);
    const head = readStart(fd, HEAD_BYTES, ports);
    const found: Finding[] = [];
    const inspected = inspectFormat(head, path, ports);
    if ("issue" in inspected) {
      const stub =
        inspected.issue.code === "BINARY_NOT_A_PROGRAM"
          ? recogniseNpmStub(path, head, Number(walk.stat.size), ports)
          : undefined;
      if (stub?.beside !== undefined) judged.beside = stub.beside;
      found.push(refused(stub?.issue ?? inspected.issue));
    } else if (inspected.format === "script") {
      judged.kind = "script";
      const shebang = parseShebang(head, path, ports.platform);
      if (shebang.ok) judged.shebang = shebang.value;
      else found.push(...shebang.issues.map(refused));
      const shim = recogniseShimScript(head, path);
      if (shim !== undefined) found.push(refused(shim));
    } else {
      judged.kind = "native";
      const copy =
        interpreters === undefined ? undefined : checkEntrypointBytes(fd, walk.stat, path, interpreters, ports);
      if (copy !== undefined) found.push(refused(copy));
    }
    const order = hash === false ? undefined : doubtOrder(judged.identity as FileIdentity, walk.handle, ports);
    if (order !== undefined) judged.order = order;
    if (hash === true || order !== undefined) {
      const digest = hashDescriptor(fd, walk.stat, path, ports);
      if (digest.ok) judged.sha256 = digest.value;
      else found.push(...digest.issues.map(refused));
    }
    return found;
  } catch (error) {
    const code = faultCode(error);
    if (code === "UNKNOWN") throw error;
    return [
      refused(
        binaryIssue({
          code: "BINARY_UNREADABLE",
          message: msg`${path} cannot be read: ${code}; what it is cannot be told`,
        }),
      ),
    ];
  } finally {
    if (fd !== undefined) ports.fs.closeSync(fd);
  }
}

function nameKind(stat: BigIntStats): string {
  if (stat.isDirectory()) return "a folder";
  if (stat.isFIFO()) return "a FIFO";
  if (stat.isSocket()) return "a socket";
  if (stat.isSymbolicLink()) return "a link";
  return "a device";
}
