import { printable } from "@slipway/errors";
import type { Verified, VerifyResult } from "../create-verifier.js";
import { startVerifier } from "../create-verifier.js";
import { describeFailure, readKeyBytes, readParts } from "../file-access.js";
import { readPublicKeyFile } from "../key-files.js";
import { chooseEngine } from "../node-engine.js";
import type { PublicKey } from "../parse-public-key.js";
import { parsePublicKey } from "../parse-public-key.js";
import type { Signature } from "../parse-signature.js";
import { parseSignature } from "../parse-signature.js";
import { Failure, failOn, failWith } from "./failure.js";
import type { Answer, Work } from "./key-commands.js";
import { publicKeyPath } from "./key-commands.js";
import type { CommandLine } from "./read-options.js";

/** `-V`. With `-o` the very bytes that were verified are kept and written; the C tool reads the file a second time. */
export async function verifyCommand(work: Work): Promise<Answer> {
  const { line, terminal } = work;
  const file = line.values.get("m") as string;
  const key = await readKey(line);
  const signatureFile = line.values.get("x") ?? `${file}.minisig`;
  const read = await readKeyBytes(signatureFile);
  if (!read.ok) failOn(read.issues, "file");
  const signature = parseSignature(read.value.bytes);
  if (!signature.ok) failOn(signature.issues, "file");
  const options = line.flags.has("H") ? { requirePrehashed: true } : {};
  const verifier = startVerifier(chooseEngine(), signature.value, key, options);
  const kept: Uint8Array[] = [];
  try {
    for await (const part of readParts(file)) {
      verifier.update(part);
      if (line.flags.has("o")) kept.push(part.slice());
    }
  } catch (error) {
    failOn([describeFailure(file, error)], "file");
  }
  const result = verifier.finish();
  if (!result.ok) throw describeRefusal(result, line, signatureFile, signature.value, key);
  printVerified(work, result);
  for (const part of kept) terminal.out(part);
  return describeVerified(result);
}

async function readKey(line: CommandLine): Promise<PublicKey> {
  const { values } = line;
  const inline = values.get("P");
  if (inline !== undefined && values.has("p")) {
    failWith("MINISIGN_MISUSE", "A public key cannot be provided both inline and as a file");
  }
  const key =
    inline === undefined ? await readPublicKeyFile(publicKeyPath(line)) : parsePublicKey(inline, { form: "line" });
  return key.ok ? key.value : failOn(key.issues, "public");
}

function printVerified({ line, terminal, say }: Work, { trustedComment }: Verified): void {
  if (line.flags.has("q")) return;
  // The comment may hold anything but controls; it is printed as the C tool does, byte for byte.
  const text = line.flags.has("Q")
    ? `${trustedComment}\n`
    : `Signature and comment signature verified\nTrusted comment: ${trustedComment}\n`;
  if (line.flags.has("o")) terminal.error(text);
  else say(text);
}

function describeRefusal(
  result: Extract<VerifyResult, { ok: false }>,
  { flags }: CommandLine,
  signatureFile: string,
  signature: Signature,
  key: PublicKey,
): Failure {
  const [found] = result.issues as [(typeof result.issues)[number]];
  const quiet = flags.has("q") || flags.has("Q");
  switch (result.code) {
    case "MINISIGN_KEY_ID_MISMATCH":
      return new Failure(
        1,
        found,
        `Signature key id in ${printable(signatureFile)} is ${signature.keyId}\n` +
          `but the key id in the public key is ${key.keyId}\n`,
      );
    case "MINISIGN_LEGACY_REFUSED":
      return new Failure(1, found, "Legacy (non-prehashed) signature found\n");
    case "MINISIGN_MESSAGE_FORGED":
      return new Failure(1, found, quiet ? "" : "Signature verification failed\n");
    case "MINISIGN_COMMENT_FORGED":
      return new Failure(1, found, quiet ? "" : "Comment signature verification failed\n");
    default:
      return new Failure(1, found);
  }
}

function describeVerified(result: Verified): Answer {
  const { keyId, algorithm, trustedComment, untrustedComment, timestamp, file, engine } = result;
  return { keyId, algorithm, trustedComment, untrustedComment, timestamp, file, engine };
}
