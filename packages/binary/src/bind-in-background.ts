import type { Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { binaryIssue, faultCode } from "./binary-code.js";
import type { BindOptions } from "./bind-binary.js";
import { bindBinary } from "./bind-binary.js";
import type { BoundBinary, FileIdentity } from "./bound-binary.js";
import { checkPathText, requireText } from "./check-path-text.js";
import { identifyFile, isSameIdentity } from "./file-identity.js";
import { followLinks } from "./follow-links.js";
import { HASH_MAX_BYTES } from "./hash-file.js";
import type { HashProgress } from "./hash-in-background.js";
import { hashInBackground } from "./hash-in-background.js";
import type { JudgeContext } from "./judge-writers.js";
import type { BinaryPorts } from "./system-ports.js";
import { defaultPolicy, systemPorts } from "./system-ports.js";
import { closeWalk, openWalked, walkPath } from "./walk-path.js";

/** How a file is hashed without blocking. */
export type HashOptions = {
  /** Called as bytes are hashed: about every 16 MiB for large files, every MiB below 64 MiB. */
  onProgress?: HashProgress;
  /** Ends the work; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
  ports?: Partial<BinaryPorts>;
};

/**
 * SHA-256 (hex) of a file and the identity it had from the first byte to the last; links are followed once. Reads ahead
 * while it hashes, from 64 MiB on in a worker. Says nothing of who can write the file. Refuses with `BINARY_CHANGED` a file
 * that changes meanwhile, with `BINARY_TOO_LARGE` one above 2 GiB.
 */
export async function hashFile(
  path: string,
  options: HashOptions = {},
): Promise<Result<{ sha256: string; identity: FileIdentity }>> {
  requireText(path, "path");
  const ports = systemPorts(options.ports);
  const context: JudgeContext = { ports, policy: defaultPolicy(ports.platform) };
  const wrong = checkPathText(path);
  if (wrong !== undefined) return refuse(wrong);
  const followed = followLinks(path, context);
  if (!followed.ok) return refuse(followed.issue);
  const { walk, findings } = walkPath(followed.path, "file", context);
  if (walk === undefined) return refuse(...findings.map(({ issue }) => issue));
  let fd: number | undefined;
  try {
    if (!walk.stat.isFile())
      return refuse(binaryIssue({ code: "BINARY_NOT_REGULAR", message: msg`${followed.path} is not a plain file` }));
    if (walk.stat.size > BigInt(HASH_MAX_BYTES))
      return refuse(
        binaryIssue({ code: "BINARY_TOO_LARGE", message: msg`${path} has more than ${HASH_MAX_BYTES} bytes` }),
      );
    fd = openWalked(walk, context);
    const { bytes, sha256 } = await hashInBackground(fd, Number(walk.stat.size), HASH_MAX_BYTES, options);
    const identity = identifyFile(walk.stat);
    const after = identifyFile(ports.fs.fstatSync(fd, { bigint: true }));
    return bytes === Number(walk.stat.size) && isSameIdentity(identity, after)
      ? succeed({ sha256, identity })
      : refuse(changedMeanwhile(path));
  } catch (error) {
    const code = faultCode(error);
    if (code === "UNKNOWN" || options.signal?.aborted === true) throw error;
    return refuse(binaryIssue({ code: "BINARY_UNREADABLE", message: msg`${path} cannot be read: ${code}` }));
  } finally {
    if (fd !== undefined) ports.fs.closeSync(fd);
    closeWalk(walk, context);
  }
}

/**
 * {@link bindBinary} with a digest, for programs of hundreds of megabytes: the file is judged, then hashed by
 * {@link hashFile}, and refused when it is another one by then. An installed program (`root`) is bound by `bindBinary`
 * itself, which blocks while it hashes.
 */
export async function bindBinaryInBackground(
  path: string,
  options: BindOptions & HashOptions,
): Promise<Result<BoundBinary>> {
  const { hash: _, sha256: expected, root, onProgress, signal, ...rest } = options;
  if (expected !== undefined && root !== undefined) return bindBinary(path, options);
  const bound = bindBinary(path, rest);
  if (!bound.ok) return bound;
  const { file } = bound.value;
  const hashed = await hashFile(file.path, {
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(signal === undefined ? {} : { signal }),
    ...(options.ports === undefined ? {} : { ports: options.ports }),
  });
  if (!hashed.ok) return hashed;
  const { sha256, identity } = hashed.value;
  if (!isSameIdentity(identity, file.identity) || (file.order !== undefined && file.order.sha256 !== sha256))
    return refuse(changedMeanwhile(path));
  if (expected !== undefined && expected.toLowerCase() !== sha256) return bindBinary(path, options);
  return succeed({ ...bound.value, file: { ...file, sha256 } }, bound.issues);
}

function changedMeanwhile(path: string) {
  return binaryIssue({
    code: "BINARY_CHANGED",
    message: msg`${path} changed while it was being hashed`,
    hint: msg`wait for its update to end, then try again`,
  });
}
