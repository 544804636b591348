import { faultCode } from "./binary-code.js";
import type { FileIdentity } from "./bound-binary.js";
import type { BinaryPorts } from "./system-ports.js";

/**
 * Nanoseconds by which a file's change time must lie before the moment it was looked at, for its identity to show every
 * later write(2). Linux before 6.13 stamps files once a timer tick, at most 10 ms: a write in the same tick leaves the
 * same change time. Twice that.
 */
export const FRESH_NS = 20_000_000n;

/**
 * Why the identity of a file does not show a later write. `fresh`: it was changed `ageNs` nanoseconds before it was looked
 * at. `filesystem`: times there are too coarse, or come from another machine (FAT, NFS, SMB, 9P, FUSE).
 */
export type OrderDoubt = { because: "fresh" | "filesystem"; ageNs: string };

/** `f_type` of statfs(2), as unsigned 32 bits: msdos, exfat, nfs, smb, cifs, smb2, 9p, fuse, ncp, coda, afs. */
const COARSE_FILE_SYSTEMS = new Set([
  0x4d44, 0x2011bab0, 0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x564c, 0x73757245, 0x5346414f,
]);

/** Judges the change time of a file that was opened just now; `handle` names the opened file. */
export function doubtOrder(identity: FileIdentity, handle: string, ports: BinaryPorts): OrderDoubt | undefined {
  const age = ports.now() - BigInt(identity.ctimeNs);
  if (isCoarse(handle, ports)) return { because: "filesystem", ageNs: age.toString() };
  // A change time in the future is one that a clock was set back from: it orders nothing either.
  return age < FRESH_NS ? { because: "fresh", ageNs: age.toString() } : undefined;
}

function isCoarse(handle: string, ports: BinaryPorts): boolean {
  if (ports.platform !== "linux") return false;
  try {
    return COARSE_FILE_SYSTEMS.has(Number(ports.fs.statfsSync(handle).type) >>> 0);
  } catch (error) {
    if (faultCode(error) === "UNKNOWN") throw error;
    return true;
  }
}
