import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";
import type { BoundBinary, BoundFile } from "./bound-binary.js";
import { isSameIdentity } from "./file-identity.js";
import { holdFile } from "./hold-file.js";
import type { FileRole, Judgement } from "./judge-file.js";
import { judgeReal } from "./judge-file.js";
import type { JudgeContext } from "./judge-writers.js";
import type { BinaryPorts } from "./system-ports.js";
import { systemPorts } from "./system-ports.js";

/**
 * Scripts bound by digest are hashed at every launch up to this size (about 10 ms): the identity of a script does not
 * show a store through a mapping that a writer still holds. A native program with such a mapping cannot be started.
 */
export const RECHECK_HASH_MAX_BYTES = 8_388_608;

/**
 * Whether every file of the vector is still the one that was bound; to be called right before the launch. Each path is
 * walked again without following any link, and owners and writers of every folder are judged again.
 *
 * Same identity passes without reading the file, unless it was bound with an order doubt (changed less than 20 ms before it
 * was looked at, or on a file system whose times cannot order): then its bytes are compared until the order is proven,
 * which the returned binding shows by having no `order` any more. Another identity passes only when a digest was bound and still matches (the result then carries
 * the new identity and a `BINARY_IDENTITY_CHANGED` warning); without a digest it is refused with `BINARY_CHANGED`, and a
 * caller that follows a vendor's updates binds `foundAt` again. `sha256` beside a new identity is proof of the bytes at
 * this moment, not of what is executed a moment later. Under `standard`, ownership that is unproven passes as far as it
 * was accepted when binding; a new doubt is refused with `BINARY_UNPROVEN`.
 */
export function recheckBinary(bound: BoundBinary, options: { ports?: Partial<BinaryPorts> } = {}): Result<BoundBinary> {
  const context: JudgeContext = { ports: systemPorts(options.ports), policy: bound.policy };
  // A doubt that was accepted when binding is in the notes. Another one (a folder opened to its group since) was never.
  const accepted = new Set<string>(bound.policy === "standard" ? bound.notes : []);
  const issues: Issue[] = [];
  const warnings: Issue[] = [];

  const check = (file: BoundFile, role: FileRole, kind: "native" | "script"): BoundFile => {
    const isSmall = Number(file.identity.size) <= RECHECK_HASH_MAX_BYTES;
    const always = file.order !== undefined || (file.sha256 !== undefined && kind === "script" && isSmall);
    const expected = file.sha256 ?? file.order?.sha256;
    let judged = judgeReal(file.path, file.path, role, context, { hash: always, known: file.identity });
    const same = judged.identity !== undefined && isSameIdentity(judged.identity, file.identity);
    if (!same && isHeld(file) && judged.sha256 === undefined && judged.identity !== undefined)
      judged = judgeReal(file.path, file.path, role, context, { hash: true });
    const against = judged.issues.filter((found) => found.severity === "error");
    for (const found of against)
      if (judged.verdict === "unproven" && accepted.has(found.message))
        warnings.push({ ...found, severity: "warning" });
      else issues.push(found);
    if (judged.identity === undefined) {
      issues.push(changed(file.path, "is gone, or is no longer a file that can be opened"));
      return file;
    }
    if ((same || isHeld(file)) && judged.sha256 !== undefined && judged.sha256 !== expected)
      issues.push(changed(file.path, "has other bytes than those that were bound"));
    else if (same) return always ? holdFile(file.path, file.identity, withHeld(judged, file), isHeld(file)) : file;
    else if (judged.sha256 === undefined || !isHeld(file))
      issues.push(changed(file.path, "was replaced or changed since it was bound"));
    else if (judged.kind !== kind) issues.push(changed(file.path, "is of another kind than when it was bound"));
    else {
      warnings.push(
        binaryIssue({
          code: "BINARY_IDENTITY_CHANGED",
          severity: "warning",
          message: msg`${file.path} was replaced or touched since it was bound; its bytes are the same`,
        }),
      );
      return holdFile(file.path, judged.identity, judged, isHeld(file));
    }
    return file;
  };

  const file = check(bound.file, "entrypoint", bound.kind);
  if (bound.interpreter === undefined) {
    if (bound.kind === "script") issues.push(changed(bound.file.path, "has no interpreter bound to it"));
    return issues.length > 0 ? refuse(...issues) : succeed({ ...bound, file }, warnings);
  }
  const { path: _path, identity: _identity, sha256: _sha256, order: _order, ...how } = bound.interpreter;
  const interpreter = { ...how, ...check(takeFile(bound.interpreter), "interpreter", "native") };
  const through = bound.interpreter.through?.map((step) => check(step, "interpreter", "script"));
  if (issues.length > 0) return refuse(...issues);
  return succeed(
    { ...bound, file, interpreter: through === undefined ? interpreter : { ...interpreter, through } },
    warnings,
  );
}

function takeFile({ path, identity, sha256, order }: BoundFile): BoundFile {
  return {
    path,
    identity,
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(order === undefined ? {} : { order }),
  };
}

function isHeld(file: BoundFile): boolean {
  return file.sha256 !== undefined;
}

/** A file that could not be read keeps what it was bound with: an issue says so. */
function withHeld(judged: Judgement, file: BoundFile): Pick<Judgement, "sha256" | "order"> {
  const sha256 = judged.sha256 ?? file.sha256 ?? file.order?.sha256;
  return {
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(judged.order === undefined ? {} : { order: judged.order }),
  };
}

function changed(path: string, how: string): Issue {
  return binaryIssue({
    code: "BINARY_CHANGED",
    message: msg`${path} ${how}`,
    hint: msg`if you updated it, adopt it again`,
  });
}
