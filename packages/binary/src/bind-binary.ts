import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { BinaryError, binaryIssue } from "./binary-code.js";
import type { BoundTree } from "./bind-tree.js";
import type { BoundBinary, Via } from "./bound-binary.js";
import { checkManaged } from "./check-managed.js";
import { requireText } from "./check-path-text.js";
import { holdFile } from "./hold-file.js";
import { isWithin } from "./hostile-places.js";
import type { ProgramOptions } from "./judge-program.js";
import { checkBindable, judgeProgram, prepareContext } from "./judge-program.js";

/** How a file is bound. */
export type BindOptions = ProgramOptions & {
  /**
   * How the path was found. `explicit` (the caller chose this very file) lifts the rule about the workspace. To bind a
   * recorded file again, pass the `via` of its record, so that only a file that was once named stays exempt.
   */
  via: Via;
  state?: BoundBinary["state"];
  /**
   * The folder that Slipway installed the program into. The binding is then `managed`: `sha256` is required, the path must
   * lie in that folder and must lead there through no link.
   */
  root?: string;
  /**
   * The folder's whole content, as `bindTree` gave it: decides `coverage`. Refused with `BINARY_TREE_ELSEWHERE` when the
   * program does not lie in it.
   */
  tree?: BoundTree;
  /** Compute and keep the SHA-256. */
  hash?: boolean;
  /** The SHA-256 (64 hex digits) that the file must have; implies `hash`. */
  sha256?: string;
};

/**
 * Binds a file: judges it and, for a script, its interpreter, and returns the vector of absolute files that a launch
 * uses. Refuses with every issue found; with `BINARY_DIGEST_MISMATCH` when the bytes are not the expected ones; with
 * `BINARY_UNPROVEN` when ownership cannot be proven and was not accepted. Throws `BINARY_MISUSE` for wrong arguments.
 */
export function bindBinary(path: string, options: BindOptions): Result<BoundBinary> {
  requireText(path, "path");
  if (options.sha256 !== undefined && !/^[0-9a-f]{64}$/iu.test(options.sha256))
    throw new BinaryError("BINARY_MISUSE", msg`sha256 must be 64 hex digits, not ${options.sha256}`);
  if (options.root !== undefined && options.sha256 === undefined)
    throw new BinaryError("BINARY_MISUSE", msg`an installed program is bound with its sha256`);
  const context = { ...prepareContext(options), hashInterpreters: "unordered" as const };
  const hold = options.hash === true || options.sha256 !== undefined;
  const hash = hold ? true : "unordered";
  const judged = judgeProgram(path, options.via === "explicit", hash, context);
  const issues: Issue[] = [...judged.issues];
  const policy = checkBindable(judged.verdict, path, context);
  if (policy !== undefined) issues.push(policy);
  if (options.root !== undefined) issues.push(...checkManaged(judged, options.root));
  if (options.sha256 !== undefined && judged.sha256 !== undefined && judged.sha256 !== options.sha256.toLowerCase())
    issues.push(
      binaryIssue({
        code: "BINARY_DIGEST_MISMATCH",
        message: msg`${path} has the SHA-256 ${judged.sha256}, not ${options.sha256.toLowerCase()}`,
        hint: msg`it is another version or another file: look at it before you confirm it`,
      }),
    );
  const { realPath, identity, kind } = judged;
  if (options.tree !== undefined && realPath !== undefined && !isWithin(realPath, options.tree.root))
    issues.push(
      binaryIssue({
        code: "BINARY_TREE_ELSEWHERE",
        message: msg`${realPath} does not lie in ${options.tree.root}, whose files are to be bound with it`,
        hint: msg`name the folder that the program was installed into`,
      }),
    );
  const accepted = judged.verdict === "ok" || (judged.verdict === "unproven" && context.acceptUnproven);
  const refusals = issues.filter((found) => found.severity === "error");
  const doubts =
    accepted && judged.verdict === "unproven" ? refusals.filter((found) => found.code === "BINARY_UNPROVEN") : [];
  const missing = realPath === undefined || identity === undefined || kind === undefined;
  if (
    !accepted ||
    missing ||
    refusals.length > doubts.length ||
    (kind === "script" && judged.interpreter === undefined)
  )
    return refuse(...issues);

  const bound: BoundBinary = {
    state: options.state ?? (options.root === undefined ? "adopted" : "managed"),
    via: options.via,
    foundAt: path,
    file: holdFile(realPath, identity, judged, hold),
    kind,
    ...(judged.interpreter === undefined ? {} : { interpreter: judged.interpreter }),
    policy: context.policy,
    coverage: options.tree?.coverage ?? "entry",
    // The program and its interpreter may share the folder in doubt.
    notes: [...new Set([...judged.notes, ...doubts.map((doubt) => doubt.message)])],
  };
  return succeed(bound, [
    ...issues.filter((found) => found.severity !== "error"),
    ...doubts.map((doubt): Issue => ({ ...doubt, severity: "warning" })),
  ]);
}
