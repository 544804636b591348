import type { BigIntStats } from "node:fs";
import type { FileIdentity } from "./bound-binary.js";

/** The identity of a file that was opened and asked with `bigint: true`. */
export function identifyFile(stat: BigIntStats): FileIdentity {
  return {
    device: stat.dev.toString(),
    inode: stat.ino.toString(),
    size: stat.size.toString(),
    mtimeNs: stat.mtimeNs.toString(),
    ctimeNs: stat.ctimeNs.toString(),
  };
}

/**
 * Same file, not replaced, not renamed (a rename changes the change time), not written by write(2) in between. A store
 * through a mapping that a writer still holds is not visible in it.
 */
export function isSameIdentity(left: FileIdentity, right: FileIdentity): boolean {
  return (
    left.device === right.device &&
    left.inode === right.inode &&
    left.size === right.size &&
    left.mtimeNs === right.mtimeNs &&
    left.ctimeNs === right.ctimeNs
  );
}
