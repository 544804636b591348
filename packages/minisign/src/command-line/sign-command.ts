import { basename } from "node:path";
import { describeFailure, readParts, writeWhole } from "../file-access.js";
import type { SecretKey } from "../hold-secret.js";
import { wipeSecretKey } from "../hold-secret.js";
import { nodeEngine } from "../node-engine.js";
import type { SignOptions } from "../sign-message.js";
import { sign, signDigest } from "../sign-message.js";
import { failOn } from "./failure.js";
import type { Answer, Work } from "./key-commands.js";
import { openSecretKey } from "./key-commands.js";

/** `-S`: the file of `-m` and every operand, each beside its own signature; `-x` is for the first. */
export async function signFiles(work: Work): Promise<Answer> {
  const { values, operands } = work.line;
  const secretKey = await openSecretKey(work);
  const files = [values.get("m") as string, ...operands];
  const signatures: Answer[] = [];
  for (const [index, file] of files.entries()) {
    const target = (index === 0 ? values.get("x") : undefined) ?? `${file}.minisig`;
    const written = await writeWhole(target, await signFile(work, secretKey, file), 0o666);
    if (!written.ok) failOn(written.issues, "file");
    signatures.push({ file, signatureFile: target });
  }
  wipeSecretKey(secretKey);
  return { keyId: secretKey.keyId, signatures };
}

async function signFile({ line }: Work, secretKey: SecretKey, file: string): Promise<string> {
  const { values, flags } = line;
  const options: SignOptions = { file: basename(file) };
  // An empty comment means the default, as in the C tool.
  if (values.get("t")) options.trustedComment = values.get("t") as string;
  if (values.get("c")) options.untrustedComment = values.get("c") as string;
  const legacy = flags.has("l");
  const digest = nodeEngine.startBlake2b();
  const parts: Uint8Array[] = [];
  try {
    for await (const part of readParts(file)) {
      if (legacy) parts.push(part.slice());
      else digest.update(part);
    }
  } catch (error) {
    failOn([describeFailure(file, error)], "file");
  }
  if (!legacy) return signDigest(digest.digest(), secretKey, options);
  return sign(Buffer.concat(parts), secretKey, { ...options, legacy });
}
