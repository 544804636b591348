import type { Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";
import type { BoundBinary } from "./bound-binary.js";
import { identifyFile, isSameIdentity } from "./file-identity.js";
import type { JudgeContext } from "./judge-writers.js";
import { recheckBinary } from "./recheck-binary.js";
import type { BinaryPorts } from "./system-ports.js";
import { systemPorts } from "./system-ports.js";
import { closeWalk, walkPath } from "./walk-path.js";

/** A native program that is held open. `close` must be called once it was started. */
export type HeldBinary = {
  /** To be given to the child as one of its descriptors, `stdio[number]`. */
  fd: number;
  /** What to start when the descriptor has this number in the child: exec opens the held file, whatever its name leads to. */
  pathAs: (number: number) => string;
  /**
   * What a child of this process starts without holding the descriptor itself: the host's own entry in `/proc`. Not for a
   * child in another process namespace, whose `/proc` has other numbers.
   */
  path: string;
  close: () => void;
};

/**
 * {@link recheckBinary}, and the very file that passed, held open for exec: renaming or linking anything on its path no
 * longer changes what runs. Opt-in, because the process is then called after a number and a program that looks for its
 * own path does not find it. Holds the file, not its bytes: a rewrite in place by the same user is not seen.
 *
 * Linux and native programs only (`BINARY_UNPROVEN` otherwise): an interpreter opens its script by path.
 */
export function holdBinary(bound: BoundBinary, options: { ports?: Partial<BinaryPorts> } = {}): Result<HeldBinary> {
  const context: JudgeContext = { ports: systemPorts(options.ports), policy: bound.policy };
  const { path } = bound.file;
  if (context.ports.platform !== "linux" || bound.kind !== "native")
    return refuse(
      binaryIssue({
        code: "BINARY_UNPROVEN",
        message: msg`${path} cannot be started through a descriptor: only native programs on Linux can`,
        hint: msg`start it by its path`,
      }),
    );
  const checked = recheckBinary(bound, options);
  if (!checked.ok) return checked;
  const { walk, findings } = walkPath(path, "file", context);
  const against = findings.filter(({ verdict }) => verdict === "refused").map(({ issue }) => issue);
  if (walk === undefined || against.length > 0) {
    closeWalk(walk, context);
    return refuse(...(against.length > 0 ? against : findings.map(({ issue }) => issue)));
  }
  if (!isSameIdentity(identifyFile(walk.stat), checked.value.file.identity)) {
    closeWalk(walk, context);
    return refuse(binaryIssue({ code: "BINARY_CHANGED", message: msg`${path} was replaced while it was looked at` }));
  }
  return succeed(
    {
      fd: walk.fd,
      pathAs: (number) => `/proc/self/fd/${number}`,
      path: `/proc/${process.pid}/fd/${walk.fd}`,
      close: () => closeWalk(walk, context),
    },
    checked.issues,
  );
}
