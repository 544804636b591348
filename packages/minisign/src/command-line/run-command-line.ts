import { readFileSync } from "node:fs";
import { printable, stringifyJson } from "@slipway/errors";
import { MinisignError } from "../minisign-error.js";
import type { Terminal } from "../output/terminal.js";
import { openTerminal } from "../output/terminal.js";
import { Failure, problem } from "./failure.js";
import type { Answer, Work } from "./key-commands.js";
import { changeKeyPassword, generateKeys, recreatePublicKey } from "./key-commands.js";
import type { CommandLine } from "./read-options.js";
import { readCommandLine } from "./read-options.js";
import { signFiles } from "./sign-command.js";
import { verifyCommand } from "./verify-command.js";

const USAGE = `Usage:
slipway-minisign -G [-f] [-p pubkey_file] [-s seckey_file] [-W]
slipway-minisign -R [-s seckey_file] [-p pubkey_file]
slipway-minisign -C [-s seckey_file] [-W]
slipway-minisign -S [-l] [-x sig_file] [-s seckey_file] [-c untrusted_comment]
                 [-t trusted_comment] -m file [file ...]
slipway-minisign -V [-H] [-x sig_file] [-p pubkey_file | -P pubkey] [-o] [-q] -m file

-G                generate a new key pair
-R                recreate a public key file from a secret key file
-C                change/remove the password of the secret key
-S                sign files
-V                verify that a signature is valid for a given file
-H                require input to be prehashed
-l                sign using the legacy format
-m <file>         file to sign/verify
-o                combined with -V, output the file content after verification
-p <pubkey_file>  public key file (default: ./minisign.pub)
-P <pubkey>       public key, as a base64 string
-s <seckey_file>  secret key file (default: ~/.minisign/minisign.key)
-W                do not encrypt/decrypt the secret key with a password
-x <sigfile>      signature file (default: <file>.minisig)
-c <comment>      add a one-line untrusted comment
-t <comment>      add a one-line trusted comment
-q                quiet mode, suppress output
-Q                pretty quiet mode, only print the trusted comment
-f                force. Combined with -G, overwrite a previous key pair
--json            print one JSON object instead of text
-v                display version number
`;

/**
 * Runs `slipway-minisign` and gives its exit status, which is the C tool's: 0 done or verified, 1 not verified or a key
 * that would be overwritten, 2 for usage, files and keys that cannot be read.
 */
export async function runCommandLine(args: readonly string[], terminal: Terminal = openTerminal()): Promise<number> {
  const line = readCommandLine(args);
  if (line?.action === "v") {
    terminal.out(`slipway-minisign ${readOwnVersion()}\n`);
    return 0;
  }
  if (line === undefined || ("SV".includes(line.action) && !line.values.get("m"))) {
    terminal.out(USAGE);
    return 2;
  }
  const say = line.json ? () => undefined : (text: string) => terminal.out(text);
  try {
    const answer = await runAction({ line, terminal, say });
    if (line.json) terminal.out(`${stringifyJson({ ok: true, ...answer })}\n`);
    return 0;
  } catch (error) {
    return report(toFailure(error), line, terminal);
  } finally {
    terminal.close();
  }
}

function runAction(work: Work): Promise<Answer> {
  switch (work.line.action) {
    case "G":
      return generateKeys(work);
    case "R":
      return recreatePublicKey(work);
    case "C":
      return changeKeyPassword(work);
    case "S":
      return signFiles(work);
    default:
      return verifyCommand(work);
  }
}

function report(
  { status, issue: { code, message, hint }, text }: Failure,
  line: CommandLine,
  terminal: Terminal,
): number {
  if (line.json) terminal.out(`${stringifyJson({ ok: false, code, message, hint })}\n`);
  else terminal.error(text);
  return status;
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  // A comment or a password that must not be written; everything else is a fault of this program.
  if (error instanceof MinisignError) return new Failure(2, problem(error.code, printable(error.message), error.hint));
  throw error;
}

function readOwnVersion(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return String((JSON.parse(text) as { version: unknown }).version);
}
