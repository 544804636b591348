import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { parsePublicKey, verify } from "@slipway/minisign";
import { problem } from "../catalog-tools-code.js";
import type { Arguments, CommandResult } from "../command-result.js";
import { EXIT, stopWith } from "../command-result.js";
import { CATALOG_MAX_BYTES, readFileBounded, SIGNATURE_MAX_BYTES } from "../input/read-file-bounded.js";

/** Verifies FILE against FILE.minisig and one public key, given as a file (`-p`) or as the line itself (`-P`), as minisign does. */
export function command({ files, texts, flags }: Arguments): CommandResult {
  const [file, extra] = files;
  if (file === undefined || extra !== undefined)
    return stopWith(
      EXIT.usage,
      problem("CATALOG_TOOLS_FILES", msg`verify takes one file`, msg`slipway-catalog verify FILE -p KEYFILE`),
    );
  const keyFile = texts.get("key-file");
  const keyLine = texts.get("key");
  if ((keyFile === undefined) === (keyLine === undefined))
    return stopWith(
      EXIT.usage,
      problem("CATALOG_TOOLS_KEY", msg`verify needs -p KEYFILE or -P KEY`, msg`give one of them`),
    );

  const signed = readFileBounded(file, CATALOG_MAX_BYTES);
  const signature = readFileBounded(`${file}.minisig`, SIGNATURE_MAX_BYTES);
  const key =
    keyFile === undefined
      ? { ok: true as const, bytes: keyLine as string }
      : readFileBounded(keyFile, SIGNATURE_MAX_BYTES);
  if (!signed.ok || !signature.ok || !key.ok) {
    const unread = [signed, signature, key].flatMap((read) => (read.ok ? [] : [read.issue]));
    return stopWith(EXIT.unreadable, ...unread);
  }
  const publicKey = parsePublicKey(key.bytes);
  if (!publicKey.ok) return stopWith(EXIT.refused, ...publicKey.issues);

  const allowDevelopmentKeys = flags.has("allow-development-key");
  const verdict = verify(signed.bytes, signature.bytes, [publicKey.value], { allowDevelopmentKeys });
  if (!verdict.ok) {
    const advice = msg`do not use the file; get it and its signature again from where they are published`;
    const issues = verdict.issues.map((found) => ({ hint: advice, ...found }));
    return stopWith(EXIT.refused, ...issues.map(nameOption));
  }
  const { keyId, algorithm, trustedComment, issues } = verdict;
  return {
    exitCode: EXIT.ok,
    json: { ok: true, file, keyId, algorithm, trustedComment, issues },
    lines: [msg`${file}: signed by ${keyId} (${algorithm}), trusted comment: ${trustedComment.replaceAll("\t", " ")}`],
    problems: issues,
  };
}

/** The library's hint names its own option. */
function nameOption(found: Issue): Issue {
  if (found.code !== "MINISIGN_DEVELOPMENT_KEY") return found;
  return {
    ...found,
    hint: msg`everybody can sign with it; --allow-development-key accepts it, for trying things out only`,
  };
}
