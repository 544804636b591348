import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  KEY_FILE_MAX_BYTES,
  readPublicKeyFile,
  readSecretKeyFile,
  verifyFile,
  writeSecretKeyFile,
} from "../src/node.js";
import { encodeSecretKey, generateKeyPair, sign } from "../src/sign.js";
import { makeMessage } from "./read-vectors.js";

const folder = mkdtempSync(join(tmpdir(), "slipway-minisign-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);
const { secretKey, publicKey } = generateKeyPair({ random: (size) => new Uint8Array(size).fill(3) });
const big = makeMessage(3_500_001, 5);

beforeAll(() => {
  writeFileSync(at("big"), big);
  writeFileSync(at("big.minisig"), sign(big, secretKey, { file: "big" }));
  writeFileSync(at("old"), sign(big, secretKey, { legacy: true }));
  writeFileSync(at("pub"), publicKey);
});

const hasMkfifo = spawnSync("mkfifo", ["--version"]).status === 0;

describe("when a file is verified", () => {
  it.skipIf(!hasMkfifo)("refuses a pipe that nobody writes to, and does not wait for it (mkfifo)", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    const refused = { ok: false, code: "MINISIGN_FILE_UNREADABLE", message: `${at("pipe")}: Not a regular file` };
    expect(await verifyFile(at("pipe"), publicKey, { signatureFile: at("big.minisig") })).toMatchObject(refused);
    expect(await verifyFile(at("big"), publicKey, { signatureFile: at("pipe") })).toMatchObject(refused);
  });

  it("reads it in parts, beside its signature or with another", async () => {
    expect(await verifyFile(at("big"), publicKey, { expectedFile: "big" })).toMatchObject({ ok: true, engine: "node" });
    expect(await verifyFile(at("big"), publicKey, { signatureFile: at("old") })).toMatchObject({ algorithm: "legacy" });
    writeFileSync(at("changed"), big.subarray(1));
    expect(await verifyFile(at("changed"), publicKey, { signatureFile: at("big.minisig") })).toMatchObject({
      ok: false,
      code: "MINISIGN_MESSAGE_FORGED",
    });
  });

  it.each([
    ["the file is missing", "nothing", "big.minisig"],
    ["the signature is missing", "big", "nothing"],
    ["the file is a folder", ".", "big.minisig"],
    ["the signature is a folder", "big", "."],
  ])("refuses when %s", async (_name, file, signatureFile) => {
    expect(await verifyFile(at(file), publicKey, { signatureFile: at(signatureFile) })).toMatchObject({
      ok: false,
      code: "MINISIGN_FILE_UNREADABLE",
      issues: [{ code: "MINISIGN_FILE_UNREADABLE" }],
    });
  });

  it("reads no more of a signature than the limit, from a device without an end", async () => {
    writeFileSync(at("huge"), new Uint8Array(KEY_FILE_MAX_BYTES + 1));
    const tooLarge = { ok: false, code: "MINISIGN_FILE_TOO_LARGE" };
    expect(await verifyFile(at("big"), publicKey, { signatureFile: at("huge") })).toMatchObject(tooLarge);
    expect((await readPublicKeyFile("/dev/zero")).issues).toMatchObject([{ code: "MINISIGN_FILE_TOO_LARGE" }]);
    expect(await verifyFile(at("big"), publicKey, { signatureFile: "/dev/zero" })).toMatchObject({
      code: "MINISIGN_FILE_UNREADABLE",
    });
  });

  it("shows a hostile path escaped", async () => {
    const result = await verifyFile(at("\u001b[31m"), publicKey, { signatureFile: at("\u001b[31m") });
    expect(result).toMatchObject({ ok: false, message: expect.not.stringContaining("\u001b") });
  });
});

describe("when keys are in files", () => {
  it("reads a public key of two lines only", async () => {
    expect(await readPublicKeyFile(at("pub"))).toMatchObject({ ok: true, value: { keyId: "0303030303030303" } });
    writeFileSync(at("line"), secretKey.publicKey);
    expect(await readPublicKeyFile(at("line"))).toMatchObject({ ok: false });
    expect(await readPublicKeyFile(at("nothing"))).toMatchObject({ issues: [{ code: "MINISIGN_FILE_UNREADABLE" }] });
  });

  it("writes a secret key for its owner alone, whatever the umask, and overwrites none unasked", async () => {
    const text = await encodeSecretKey(secretKey);
    const path = at("new/folder/key");
    const before = process.umask(0);
    try {
      expect(await writeSecretKeyFile(path, text)).toMatchObject({ ok: true });
    } finally {
      process.umask(before);
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(at("new/folder")).mode & 0o777).toBe(0o700);
    expect(await writeSecretKeyFile(path, "x")).toMatchObject({ issues: [{ code: "MINISIGN_FILE_EXISTS" }] });
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(await writeSecretKeyFile(path, `${text}\n`, { overwrite: true })).toMatchObject({ ok: true });
    expect(readdirSync(at("new/folder"))).toEqual(["key"]);
    expect(await readSecretKeyFile(path)).toMatchObject({ ok: true, issues: [] });
    expect(await writeSecretKeyFile(at("big/key"), text)).toMatchObject({
      issues: [{ code: "MINISIGN_FILE_UNREADABLE" }],
    });
  });

  it("warns of a secret key that others can read", async () => {
    const path = at("open.key");
    writeFileSync(path, await encodeSecretKey(secretKey));
    chmodSync(path, 0o640);
    expect(await readSecretKeyFile(path)).toMatchObject({
      ok: true,
      issues: [{ code: "MINISIGN_SECRET_KEY_EXPOSED", severity: "warning" }],
    });
    symlinkSync(path, at("link.key"));
    expect((await readSecretKeyFile(at("link.key"))).issues).toHaveLength(1);
  });

  it("does not hang on a pipe that is closed", async () => {
    execFileSync("mkfifo", [at("key-pipe")]);
    const text = await encodeSecretKey(secretKey);
    const reading = readSecretKeyFile(at("key-pipe"));
    writeFileSync(at("key-pipe"), text);
    expect(await reading).toMatchObject({ ok: true });
  });
});
