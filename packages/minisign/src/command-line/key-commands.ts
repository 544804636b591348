import { homedir } from "node:os";
import { join } from "node:path";
import { printable } from "@slipway/errors";
import { decodeSecretKey } from "../decode-secret-key.js";
import { encodePublicKey, encodeSecretKey, generateKeyPair } from "../encode-secret-key.js";
import { readKeyBytes, writeWhole } from "../file-access.js";
import type { SecretKey } from "../hold-secret.js";
import { wipeSecretKey } from "../hold-secret.js";
import { describeExisting, exists, writeSecretKeyFile } from "../key-files.js";
import type { Terminal } from "../output/terminal.js";
import { askNewPassword, askPassword } from "./ask-password.js";
import { Failure, failOn } from "./failure.js";
import type { CommandLine } from "./read-options.js";

/** A command at work: where it prints for people (nowhere with `--json`), and what it answers. */
export type Work = { line: CommandLine; terminal: Terminal; say: (text: string) => void };

/** What `--json` prints. */
export type Answer = Record<string, unknown>;

export function publicKeyPath({ values }: CommandLine): string {
  return values.get("p") ?? "minisign.pub";
}

export function secretKeyPath({ line, terminal }: Work): string {
  const folder = terminal.env["MINISIGN_CONFIG_DIR"] || join(terminal.env["HOME"] || homedir(), ".minisign");
  return line.values.get("s") ?? join(folder, "minisign.key");
}

/** `-G` */
export async function generateKeys(work: Work): Promise<Answer> {
  const { line, say } = work;
  const [publicPath, secretPath] = [publicKeyPath(line), secretKeyPath(work)];
  for (const path of [publicPath, secretPath]) await refuseExisting(line, path);
  const { secretKey, publicKey } = generateKeyPair();
  const password = line.flags.has("W") ? undefined : await askNewPassword(work.terminal, say);
  if (password !== undefined) say("Deriving a key from the password in order to encrypt the secret key... ");
  const text = await encodeSecretKey(secretKey, password);
  if (password !== undefined) say("done\n\n");
  password?.fill(0);
  const written = await writeSecretKeyFile(secretPath, text, { overwrite: true });
  if (!written.ok) failOn(written.issues, "file");
  await writePublic(publicPath, publicKey);
  say(`The secret key was saved as ${printable(secretPath)} - Keep it secret!\n`);
  say(`The public key was saved as ${printable(publicPath)} - That one can be public.\n\n`);
  say("Files signed using this key pair can be verified with the following command:\n\n");
  say(`minisign -Vm <file> -P ${secretKey.publicKey}\n\n`);
  return { ...describeKey(secretKey), secretKeyFile: secretPath, publicKeyFile: publicPath };
}

/** `-R` */
export async function recreatePublicKey(work: Work): Promise<Answer> {
  const path = publicKeyPath(work.line);
  await refuseExisting(work.line, path);
  const secretKey = await openSecretKey(work);
  await writePublic(path, encodePublicKey(secretKey));
  wipeSecretKey(secretKey);
  return { ...describeKey(secretKey), publicKeyFile: path };
}

/** `-C` */
export async function changeKeyPassword(work: Work): Promise<Answer> {
  const { line, say, terminal } = work;
  const path = secretKeyPath(work);
  const removes = line.flags.has("W");
  if (removes && (await exists(path))) say(`Key encryption for [${printable(path)}] is going to be removed.\n`);
  const secretKey = await openSecretKey(work);
  const password = removes ? undefined : await askNewPassword(terminal, say);
  if (password !== undefined) say("Deriving a key from the password in order to encrypt the secret key... ");
  const text = await encodeSecretKey(secretKey, password);
  if (password !== undefined) say("done\n\n");
  password?.fill(0);
  const written = await writeSecretKeyFile(path, text, { overwrite: true });
  if (!written.ok) failOn(written.issues, "file");
  say(removes ? "Password removed.\n" : "Password updated.\n");
  wipeSecretKey(secretKey);
  return { ...describeKey(secretKey), secretKeyFile: path, encrypted: !removes };
}

/** Opens the secret key of the command line; asks for the password only when the file is encrypted. */
export async function openSecretKey(work: Work): Promise<SecretKey> {
  const read = await readKeyBytes(secretKeyPath(work));
  if (!read.ok) failOn(read.issues, "file");
  const { bytes } = read.value;
  let opened = await decodeSecretKey(bytes);
  if (!opened.ok && opened.issues.some(({ code }) => code === "MINISIGN_PASSWORD_NEEDED")) {
    const password = await askPassword(work.terminal);
    work.say("Deriving a key from the password and decrypting the secret key... ");
    opened = await decodeSecretKey(bytes, password);
    work.say("done\n\n");
    password.fill(0);
  }
  bytes.fill(0);
  return opened.ok ? opened.value : failOn(opened.issues, "secret");
}

async function refuseExisting({ flags }: CommandLine, path: string): Promise<void> {
  if (flags.has("f") || !(await exists(path))) return;
  const found = describeExisting(path);
  const text =
    `Key generation aborted:\n${found.message}\n\n` +
    "If you really want to overwrite the existing key pair, add the -f switch to \nforce this operation.\n";
  throw new Failure(1, found, text);
}

async function writePublic(path: string, text: string): Promise<void> {
  const written = await writeWhole(path, text, 0o666);
  if (!written.ok) failOn(written.issues, "file");
}

function describeKey({ keyId, publicKey }: SecretKey): Answer {
  return { keyId, publicKey };
}
