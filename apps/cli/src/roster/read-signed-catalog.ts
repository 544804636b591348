import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Issue, Result } from "@slipway/errors";
import { issue, msg, refuse, succeed, verbatim } from "@slipway/errors";
import { parsePublicKey, verify } from "@slipway/minisign";
import type { CliCode } from "../cli-code.js";
import { describeReadFailure, readBounded } from "../read-bounded.js";
import { problem, refuseFor } from "../report-problem.js";

/** A catalog file: 4 MiB. Twice what the parser accepts, so that a too long one is refused by the parser's own words. */
export const CATALOG_MAX_BYTES = 4 * 1024 * 1024;
/** A signature or a key file: 32 KiB. The longest comment line that minisign writes is 8 KiB. */
export const SIGNATURE_MAX_BYTES = 32 * 1024;

/** A public key as minisign prints it on one line. */
const KEY_LINE = /^RW[A-Za-z0-9+/]{54}$/u;

const DEVELOPMENT_HINT = msg`everybody can sign with it; --allow-development-key accepts it, for trying things out only`;

/** Where a signed catalog is, and by whom it must be signed. */
export type SignedCatalogRequest = { file: string; key: string; allowDevelopmentKeys: boolean };

/**
 * Reads a catalog and the `.minisig` beside it, and gives the bytes only when the signature holds for the key given. The
 * bytes returned are the bytes verified: nothing is read twice.
 */
export async function readSignedCatalog(request: SignedCatalogRequest, cwd: string): Promise<Result<Uint8Array>> {
  const path = resolve(cwd, request.file);
  const key = await readKey(request.key, cwd);
  const catalog = await readPart(path, CATALOG_MAX_BYTES, "CLI_CATALOG_UNREADABLE");
  const signature = await readPart(`${path}.minisig`, SIGNATURE_MAX_BYTES, "CLI_CATALOG_UNSIGNED");
  if (!key.ok || !catalog.ok || !signature.ok) return refuse(...key.issues, ...catalog.issues, ...signature.issues);

  const publicKey = parsePublicKey(key.value);
  if (!publicKey.ok) return refuse(...publicKey.issues.map((found) => placeIn(request.key, found)));
  const options = { allowDevelopmentKeys: request.allowDevelopmentKeys };
  const verdict = verify(catalog.value, signature.value, [publicKey.value], options);
  if (!verdict.ok) {
    // The library's hint names its own option.
    const hint = verdict.code === "MINISIGN_DEVELOPMENT_KEY" ? DEVELOPMENT_HINT : verdict.hint;
    const found = issue({ code: verdict.code, message: verdict.message, ...(hint && { hint }) });
    return refuse(placeIn(request.file, found));
  }
  // A signed file of another kind must not stand in for the catalog; a catalog that was renamed may.
  const signedName = verdict.file;
  if (signedName !== undefined && signedName !== "agents.json" && signedName !== basename(path))
    return refuseFor(
      "CLI_CATALOG_OTHER_FILE",
      msg`${request.file}: the signature was made for ${signedName}`,
      msg`sign the catalog itself, or give ${signedName}`,
    );
  return succeed(catalog.value);
}

async function readKey(key: string, cwd: string): Promise<Result<Uint8Array | string>> {
  if (KEY_LINE.test(key)) return succeed(key);
  const path = resolve(cwd, key);
  // A key that was copied badly is told as that, not as a file that does not exist.
  if (key.startsWith("RW") && !existsSync(path)) return succeed(key);
  return readPart(path, SIGNATURE_MAX_BYTES, "CLI_CATALOG_UNREADABLE");
}

async function readPart(path: string, maxBytes: number, absent: CliCode): Promise<Result<Uint8Array>> {
  const read = await readBounded(path, maxBytes);
  if (read.ok) return succeed(read.bytes);
  if (read.reason === "too-long")
    return refuseFor(
      "CLI_CATALOG_UNREADABLE",
      msg`${path} is longer than ${maxBytes} bytes`,
      msg`check that it is the right file`,
    );
  const gone = (read.error as NodeJS.ErrnoException).code === "ENOENT";
  const code = gone ? absent : "CLI_CATALOG_UNREADABLE";
  const message = msg`${path} ${verbatim(describeReadFailure(read.error))}`;
  const hint =
    gone && absent === "CLI_CATALOG_UNSIGNED"
      ? msg`put the signature beside the catalog under this name`
      : msg`check the path`;
  return refuse(problem(code, message, hint));
}

function placeIn(file: string, found: Issue): Issue {
  const message = msg`${file}: ${verbatim(found.message)}`;
  return {
    ...found,
    message,
    hint: found.hint ?? msg`leave out --catalog to use the bundled catalog; nothing was changed`,
  };
}
