import type { BigIntStats } from "node:fs";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { binaryIssue, faultCode } from "./binary-code.js";
import { checkPathText, decodeName } from "./check-path-text.js";
import type { Finding, JudgeContext } from "./judge-writers.js";
import { isOurs, judgeFolder, refused } from "./judge-writers.js";
import { closeWalk, walkPath } from "./walk-path.js";

/** Symbolic links in one path, as Linux allows (path_resolution(7)). */
export const LINKS_MAX = 40;

/** Where a path leads. `links` are the paths of the links on the way, in order. */
export type Followed =
  | { ok: true; path: string; links: string[]; findings: Finding[] }
  | { ok: false; issue: Issue; links: string[] };

/**
 * Follows every link of an absolute path once, component by component; from then on only the result is used. Whoever can
 * replace a link chooses the program, so the folder that holds a link is judged like the folder that holds the file, and
 * the link's owner like the file's.
 */
export function followLinks(path: string, context: JudgeContext): Followed {
  const { fs } = context.ports;
  const links: string[] = [];
  const findings: Finding[] = [];
  const pending = path.split("/").reverse();
  let real = "";
  while (pending.length > 0) {
    const name = pending.pop() as string;
    if (name === "" || name === ".") continue;
    if (name === "..") {
      real = real.slice(0, Math.max(0, real.lastIndexOf("/")));
      continue;
    }
    const next = `${real}/${name}`;
    let stat: BigIntStats;
    let target: string | undefined;
    try {
      const seen = fs.lstatSync(next, { throwIfNoEntry: false });
      if (seen === undefined) return { ok: false, links, issue: explainStop({ code: "ENOENT" }, next, path, links) };
      if (!seen.isSymbolicLink()) {
        real = next;
        continue;
      }
      stat = fs.lstatSync(next, { bigint: true });
      target = decodeName(fs.readlinkSync(next, { encoding: "buffer" }));
    } catch (error) {
      return { ok: false, links, issue: explainStop(error, next, path, links) };
    }
    links.push(next);
    if (links.length > LINKS_MAX)
      return {
        ok: false,
        links,
        issue: binaryIssue({
          code: "BINARY_LINK_LOOP",
          message: msg`${path} leads through more than ${LINKS_MAX} links`,
        }),
      };
    const wrong = checkPathText(target === undefined ? "\uFFFD" : `/${target}`);
    if (wrong !== undefined)
      return { ok: false, links, issue: { ...wrong, message: msg`the target of ${next} is not a usable name` } };
    findings.push(...judgeLink(next, real === "" ? "/" : real, stat, context));
    if (target?.startsWith("/")) real = "";
    pending.push(...(target as string).split("/").reverse());
  }
  return { ok: true, path: real === "" ? "/" : real, links, findings };
}

function judgeLink(link: string, folder: string, stat: BigIntStats, context: JudgeContext): Finding[] {
  const walked = walkPath(folder, "folder", context);
  const findings = [...walked.findings];
  if (walked.walk !== undefined)
    findings.push(...judgeFolder(walked.walk.stat, folder, "holder", context, walked.walk.fd));
  closeWalk(walked.walk, context);
  if (!isOurs(stat.uid, context))
    findings.push(
      refused(
        binaryIssue({
          code: "BINARY_FILE_OWNER",
          message: msg`the link ${link} belongs to user ${stat.uid}, who is neither you nor root`,
        }),
      ),
    );
  return findings;
}

function explainStop(error: unknown, at: string, path: string, links: readonly string[]): Issue {
  const code = faultCode(error);
  if (code === "ENOENT" && links.length > 0)
    return binaryIssue({
      code: "BINARY_LINK_BROKEN",
      message: msg`${path} is a link to ${at}, which does not exist`,
      hint: msg`install the program again`,
    });
  if (code === "ENOENT" || code === "ENOTDIR")
    return binaryIssue({ code: "BINARY_MISSING", message: msg`${path} does not exist` });
  if (code === "ELOOP") return binaryIssue({ code: "BINARY_LINK_LOOP", message: msg`${path} leads in a circle` });
  if (code === "ENAMETOOLONG") return binaryIssue({ code: "BINARY_PATH_TOO_LONG", message: msg`${path} is too long` });
  return binaryIssue({ code: "BINARY_UNREADABLE", message: msg`${at} cannot be looked at: ${code}` });
}
