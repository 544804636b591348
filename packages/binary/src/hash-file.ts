import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import type { Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";
import { identifyFile, isSameIdentity } from "./file-identity.js";
import type { BinaryPorts } from "./system-ports.js";

/** Bytes that are hashed at most. The largest agent seen is 402 MB; hashing blocks for about two seconds a gigabyte. */
export const HASH_MAX_BYTES = 2_147_483_648;
/** Bytes of one read. */
const CHUNK_BYTES = 1_048_576;

/**
 * SHA-256 (hex) of an open file. `before` is what the descriptor said when the file was judged; a file that is written
 * or replaced in place meanwhile is refused with `BINARY_CHANGED`.
 */
export function hashDescriptor(fd: number, before: BigIntStats, path: string, ports: BinaryPorts): Result<string> {
  if (before.size > BigInt(HASH_MAX_BYTES))
    return refuse(
      binaryIssue({
        code: "BINARY_TOO_LARGE",
        message: msg`${path} has more than ${HASH_MAX_BYTES} bytes and is not hashed`,
      }),
    );
  const hash = createHash("sha256");
  // One byte more than there should be: a file that grows meanwhile is noticed, a small one costs no large buffer.
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Number(before.size) + 1));
  let position = 0;
  for (;;) {
    const read = ports.fs.readSync(fd, chunk, 0, chunk.length, position);
    if (read === 0) break;
    hash.update(chunk.subarray(0, read));
    position += read;
    if (position > HASH_MAX_BYTES) break;
  }
  const after = ports.fs.fstatSync(fd, { bigint: true });
  if (position !== Number(before.size) || !isSameIdentity(identifyFile(before), identifyFile(after)))
    return refuse(
      binaryIssue({
        code: "BINARY_CHANGED",
        message: msg`${path} changed while it was being hashed`,
        hint: msg`wait for its update to end, then try again`,
      }),
    );
  return succeed(hash.digest("hex"));
}
