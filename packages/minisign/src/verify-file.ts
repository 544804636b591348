import { hasErrors } from "@slipway/errors";
import type { PublicKeyInput } from "./choose-keys.js";
import type { Refused, VerifyResult } from "./create-verifier.js";
import { startVerifier } from "./create-verifier.js";
import { describeFailure, readKeyBytes, readParts } from "./file-access.js";
import type { MinisignCode } from "./minisign-error.js";
import { chooseEngine } from "./node-engine.js";
import type { VerifyOptions } from "./read-options.js";

/** `verify` for a file, and where its signature is. */
export type VerifyFileOptions = VerifyOptions & {
  /** Default the path of the file with `.minisig` behind it. */
  signatureFile?: string;
};

/**
 * Verifies a file of any size in constant memory. It says that the bytes read were signed, once; a file that somebody else
 * can write may be another one when it is opened again, so read it into memory and use `verify` when that matters.
 *
 * Both must be regular files: a pipe or a device gives `MINISIGN_FILE_UNREADABLE` without waiting for it.
 *
 * Codes as `verify`, and `MINISIGN_FILE_UNREADABLE`, `MINISIGN_FILE_TOO_LARGE` for the signature. Hints about line ends
 * are not given.
 */
export async function verifyFile(
  path: string,
  publicKeys: PublicKeyInput | readonly PublicKeyInput[],
  options: VerifyFileOptions = {},
): Promise<VerifyResult> {
  const { signatureFile = `${path}.minisig`, ...asked } = options;
  const engine = chooseEngine();
  const signature = await readKeyBytes(signatureFile, "regular");
  if (!signature.ok) return refuseFile(engine.name, signature);
  const verifier = startVerifier(engine, signature.value.bytes, publicKeys, asked);
  try {
    for await (const part of readParts(path, "regular")) verifier.update(part);
  } catch (error) {
    return refuseFile(engine.name, { issues: [describeFailure(path, error)] });
  }
  return verifier.finish();
}

function refuseFile(engine: Refused["engine"], { issues }: Pick<Refused, "issues">): Refused {
  const first = issues.find((found) => hasErrors([found])) as Refused["issues"][number];
  const refused: Refused = { ok: false, code: first.code as MinisignCode, message: first.message, engine, issues };
  if (first.hint !== undefined) refused.hint = first.hint;
  return refused;
}
