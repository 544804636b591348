import type { Printable } from "@slipway/errors";
import type { OrderDoubt } from "./order-of-changes.js";

/**
 * `ok`: shown to hold. `refused`: shown not to hold. `unproven`: this platform or file system gives no proof either way;
 * it is never read as ok.
 */
export type Verdict = "ok" | "refused" | "unproven";

/**
 * How strict ownership is judged. `strict`: the file and every folder above it writable by nobody but this user and root;
 * unproven is refused. `standard`: also accepts a package manager's admin-group prefix. `report`: judges but never binds.
 */
export type OwnershipPolicy = "strict" | "standard" | "report";

/**
 * How a file came to be a candidate. `explicit`: somebody named this very file, and so confirmed it. `install`: Slipway put
 * it there. `login-path`: the PATH that the user's login shell makes.
 */
export type Via = "explicit" | "record" | "install" | "env" | "search-path" | "npm-global" | "login-path" | "path";

/** What `stat` says of a file, nanoseconds and 64-bit numbers as decimal strings: plain JSON. */
export type FileIdentity = {
  device: string;
  inode: string;
  size: string;
  mtimeNs: string;
  ctimeNs: string;
};

/** One judged file of the exec vector: an absolute path without symbolic links, and its identity when judged. */
export type BoundFile = {
  path: string;
  identity: FileIdentity;
  /** What the file is held to: a changed identity with the same bytes passes, other bytes are refused. */
  sha256?: string;
  /**
   * Present when the identity alone does not show a later write, with the digest that was taken for that reason. The
   * bytes are compared at each recheck until the order is proven; it does not hold the file to them afterwards.
   */
  order?: OrderDoubt & { sha256: string };
};

/**
 * What is launched: a vector of absolute, judged files. For a native program that is the file; for a script it is the
 * interpreter that its `#!` line named when it was bound, that line's arguments, and the script. The kernel's `#!` line
 * and PATH take no part in a launch.
 */
export type BoundBinary = {
  state: "managed" | "adopted";
  via: Via;
  /** The path as found, before links were followed. */
  foundAt: string;
  file: BoundFile;
  kind: "native" | "script";
  /**
   * The native program that runs the script. `args` stand between it and the script; where the interpreter that the
   * script names is itself a script, `args` hold its path and `through` its identity, outermost last.
   */
  interpreter?: BoundFile & {
    args: string[];
    through?: BoundFile[];
    /** Whether the `#!` line asks `env` for a name, which PATH would decide at launch: it was decided when binding. */
    lookup: boolean;
    /** Its own ownership verdict. */
    verdict: Verdict;
  };
  policy: OwnershipPolicy;
  /** What the binding covers. A script's imports and a program's later downloads are outside `entry`. */
  coverage: "entry" | "tree" | "partial";
  /** What a reader of the binding should know (a link was followed; several names share the inode). */
  notes: Printable[];
};

/** The absolute program and the arguments in front of the agent's own: `[file]`, or `[interpreter, ...args, script]`. */
export function execArgv(binary: BoundBinary, args: readonly string[] = []): [string, ...string[]] {
  return binary.interpreter === undefined
    ? [binary.file.path, ...args]
    : [binary.interpreter.path, ...binary.interpreter.args, binary.file.path, ...args];
}
