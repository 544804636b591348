import { printable } from "@slipway/errors";
import type { Terminal } from "../output/terminal.js";
import { equalBytes } from "../strict-bytes.js";
import { Failure, problem } from "./failure.js";

/** Asks once. The caller overwrites the answer. */
export async function askPassword(terminal: Terminal, prompt = "Password: "): Promise<Uint8Array> {
  terminal.error(prompt);
  const line = await terminal.readSecretLine();
  if (line === undefined) {
    const missing = problem("MINISIGN_PASSWORD_NEEDED", printable("no password could be read"));
    throw new Failure(2, missing, "get_password()\n");
  }
  terminal.error("\n");
  return line;
}

/** Asks twice for a new one. */
export async function askNewPassword(terminal: Terminal, say: (text: string) => void): Promise<Uint8Array> {
  say("Please enter a password to protect the secret key.\n\n");
  const first = await askPassword(terminal);
  const second = await askPassword(terminal, "Password (one more time): ");
  const same = equalBytes(first, second);
  second.fill(0);
  if (same) return first;
  first.fill(0);
  const differ = problem("MINISIGN_PASSWORD_WRONG", printable("the two passwords differ"));
  throw new Failure(2, differ, "Passwords don't match\n");
}
