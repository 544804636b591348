import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as root from "../src/index.js";
import { verify } from "../src/index.js";
import * as underNode from "../src/index-under-node.js";
import * as node from "../src/node.js";
import * as sign from "../src/sign.js";
import { textBytes } from "./sign-in-tests.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const api = { ...root, ...sign, ...node };
const codes = [
  ...readFileSync(new URL("../src/minisign-error.ts", import.meta.url), "utf8").matchAll(/\| "(MINISIGN_[A-Z0-9_]+)"/g),
].map((match) => match[1] as string);

describe("when the README is followed", () => {
  it("has an example that verifies as it says", () => {
    const publicKey = /const publicKey = "([^"]+)"/.exec(readme)?.[1] ?? "";
    const signature = /const signature = `([^`]+)`/.exec(readme)?.[1] ?? "";
    const result = verify(textBytes("hello\n"), signature, publicKey, {
      requirePrehashed: true,
      expectedFile: "hello.txt",
    });
    expect(result).toMatchObject({ ok: true, timestamp: 1_700_000_000 });
  });

  it("verifies in each example with an import and a key that are there", () => {
    const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code as string);
    const verifying = examples.filter((code) => code.includes("verify("));
    expect(verifying).toHaveLength(3);
    for (const code of verifying) {
      expect(code).toContain('import { verify } from "@slipway/minisign";');
      const publicKey = /const publicKey = "([^"]+)"/.exec(code)?.[1] ?? "";
      expect(root.parsePublicKey(publicKey, { form: "line" }).ok).toBe(true);
    }
  });

  it("lists every code of the union, and no other", () => {
    expect(codes.length).toBeGreaterThan(25);
    const listed = new Set(readme.match(/MINISIGN_[A-Z0-9_]+/g));
    expect([...listed].sort()).toEqual([...codes].sort());
  });

  it("gives the limits as they are", () => {
    const limits = [...readme.matchAll(/\| ([^|]*) \| `([A-Z_]+)` *\|/g)].map(
      ([, said, name]) => [name, said] as const,
    );
    expect(limits.length).toBe(11);
    for (const [name, said] of limits) {
      const digits = Number(/[\d,]+/.exec(said as string)?.[0].replaceAll(",", ""));
      const value = /MiB/.test(said as string) ? digits * 1_048_576 : digits;
      expect([name, (api as Record<string, unknown>)[name as string]]).toEqual([name, value]);
    }
  });
});

describe("when the public surface changes", () => {
  it("is a decision", () => {
    expect(Object.keys(underNode).sort()).toEqual(Object.keys(root).sort());
    expect(Object.keys(sign).sort()).toEqual([
      "DEFAULT_KDF_LIMITS",
      "KDF_COST_MAX",
      "PASSWORD_MAX_BYTES",
      "WRITTEN_TRUSTED_COMMENT_MAX_BYTES",
      "changePassword",
      "decodeSecretKey",
      "encodePublicKey",
      "encodeSecretKey",
      "generateKeyPair",
      "sign",
      "signDigest",
      "wipeSecretKey",
    ]);
    expect(Object.keys(node).sort()).toEqual([
      "KEY_FILE_MAX_BYTES",
      "readPublicKeyFile",
      "readSecretKeyFile",
      "verifyFile",
      "writeSecretKeyFile",
    ]);
    expect(Object.keys(root).sort()).toEqual([
      "CLOCK_SKEW_SECONDS",
      "DEV_KEY_IDS",
      "HINT_MESSAGE_MAX_BYTES",
      "INPUT_READ_BYTES",
      "KEY_COMMENT_LINE_MAX_BYTES",
      "MinisignError",
      "PUBLIC_KEYS_MAX",
      "TRUSTED_COMMENT_MAX_BYTES",
      "UNTRUSTED_COMMENT_MAX_BYTES",
      "createVerifier",
      "parsePublicKey",
      "parseSignature",
      "verify",
      "verifyStream",
    ]);
  });
});
