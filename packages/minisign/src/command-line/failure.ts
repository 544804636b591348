import type { Issue, Printable } from "@slipway/errors";
import { formatIssue, issue, printable } from "@slipway/errors";
import type { MinisignCode } from "../minisign-error.js";

/** Ends a command. `text` is what the C tool prints, where it prints something else than the issue. */
export class Failure extends Error {
  readonly status: 1 | 2;
  readonly issue: Issue;
  readonly text: string;
  constructor(status: 1 | 2, found: Issue, text?: string) {
    super(found.message);
    this.status = status;
    this.issue = found;
    this.text = text ?? `${formatIssue(found)}\n`;
  }
}

/** An issue of this program. */
export function problem(code: MinisignCode, message: Printable, hint?: Printable): Issue {
  return issue(hint === undefined ? { code, message } : { code, message, hint });
}

const PUBLIC_TEXTS: ReadonlyMap<string, string> = new Map([
  ["MINISIGN_BASE64", "base64 conversion failed - was an actual public key given?"],
  ["MINISIGN_SECRET_KEY", "base64 conversion failed - was an actual public key given?"],
  ["MINISIGN_SIGNATURE_AS_PUBLIC_KEY", "base64 conversion failed - was an actual public key given?"],
  ["MINISIGN_ALGORITHM_UNKNOWN", "Unsupported signature algorithm"],
]);

const SECRET_TEXTS: ReadonlyMap<string, string> = new Map([
  ["MINISIGN_BASE64", "base64 conversion failed - was an actual secret key given?"],
  ["MINISIGN_NOT_SECRET_KEY", "base64 conversion failed - was an actual secret key given?"],
  ["MINISIGN_TRUNCATED", "Error while loading the secret key file"],
  ["MINISIGN_ALGORITHM_UNKNOWN", "Unsupported signature algorithm"],
  ["MINISIGN_KDF_UNKNOWN", "Unsupported key derivation function"],
  ["MINISIGN_PASSWORD_WRONG", "Wrong password for that key"],
]);

/** Ends with status 2 because a key or file could not be used, in the words of the C tool where it has some. */
export function failOn(issues: readonly Issue[], kind: "public" | "secret" | "file"): never {
  const found = issues.find(({ severity }) => severity === "error") as Issue;
  const texts = kind === "public" ? PUBLIC_TEXTS : kind === "secret" ? SECRET_TEXTS : undefined;
  const said = found.code === "MINISIGN_FILE_UNREADABLE" ? found.message : texts?.get(found.code);
  throw said === undefined ? new Failure(2, found) : new Failure(2, found, `${said}\n`);
}

/** A refusal of misuse by the command line itself. */
export function failWith(code: MinisignCode, text: string): never {
  throw new Failure(2, problem(code, printable(text)), `${text}\n`);
}
