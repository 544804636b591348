/** Every code this package gives. */
export type ConformanceCode =
  /** The cage needs Linux namespaces; this is another system. */
  | "CONFORMANCE_CAGE_PLATFORM"
  /** A system tool the cage is made with (unshare, setpriv, mount, ip, ...) is not in a system folder. */
  | "CONFORMANCE_CAGE_TOOL_MISSING"
  /** The kernel or the user's rights do not allow the namespaces or mounts of the cage. */
  | "CONFORMANCE_CAGE_FORBIDDEN"
  /** The cage came up but does not hold: something was writable, reachable or privileged that must not be. */
  | "CONFORMANCE_CAGE_LEAKS"
  /** What ran in the cage was still running when its time was over, and was killed. */
  | "CONFORMANCE_CAGE_TIMEOUT"
  /** The description of an agent under test (`agents/<id>`) is missing or damaged. */
  | "CONFORMANCE_AGENT_DAMAGED"
  /** The committed lock names a package without integrity, or names a registry. */
  | "CONFORMANCE_LOCK_UNSAFE"
  /** No digest was recorded for this operating system and processor. */
  | "CONFORMANCE_AGENT_PLATFORM"
  /** npm could not install the locked packages. */
  | "CONFORMANCE_INSTALL_FAILED"
  /** The install is complete but a file of it is missing. */
  | "CONFORMANCE_BINARY_MISSING"
  /** A file of the install is not the one that was recorded. */
  | "CONFORMANCE_BINARY_CHANGED"
  /** What ran in the cage ended before it had made all its checks. */
  | "CONFORMANCE_RUN_BROKE_OFF"
  /** Agents are run by root only: elsewhere the cage stands on a user namespace, in which root's files look a stranger's. */
  | "CONFORMANCE_NOT_ROOT"
  /** `slipway` is not built. */
  | "CONFORMANCE_SLIPWAY_MISSING";
