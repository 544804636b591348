import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import { parsePublicKey, verify } from "../src/index.js";
import type { SecretKey } from "../src/sign.js";
import { changePassword, decodeSecretKey, encodePublicKey, encodeSecretKey, sign, wipeSecretKey } from "../src/sign.js";
import { pickParameters } from "../src/stretch-password.js";
import type { Vector } from "./read-vectors.js";
import { bytesOfMessage } from "./read-vectors.js";

// Three of the keys cost 1 GiB and seven seconds of scrypt each.
vi.setConfig({ testTimeout: 300_000 });

type KeyVector = {
  name: string;
  secretKey: string;
  password: string | null;
  expect: "ok" | "error";
  keyId?: string;
  seedHex?: string;
  publicKeyFile?: string;
  kdf?: { opslimit: number; memlimit: number; N: number; r: number; p: number } | null;
};
type SignatureVector = {
  key: string;
  message: Vector["message"];
  prehashed: boolean;
  trustedComment: string;
  untrustedComment: string;
  signature: string;
};

const { keys, signatures } = JSON.parse(
  readFileSync(new URL("./vectors/secret-keys.json", import.meta.url), "utf8"),
) as { keys: KeyVector[]; signatures: SignatureVector[] };

const opened = new Map<string, SecretKey>();
afterAll(() => {
  for (const key of opened.values()) wipeSecretKey(key);
});

/** What each refused key must be refused with. */
const CODES: Record<string, string> = {
  "wrong-password": "MINISIGN_PASSWORD_WRONG",
  "password-trailing-space": "MINISIGN_PASSWORD_WRONG",
  "corrupt-keyid": "MINISIGN_PASSWORD_WRONG",
  "corrupt-public-half": "MINISIGN_PASSWORD_WRONG",
  "corrupt-checksum": "MINISIGN_PASSWORD_WRONG",
  "corrupt-salt": "MINISIGN_PASSWORD_WRONG",
  truncated: "MINISIGN_BASE64",
  "one-line": "MINISIGN_TRUNCATED",
  "sig-alg-ED": "MINISIGN_ALGORITHM_UNKNOWN",
  "kdf-alg-other": "MINISIGN_KDF_UNKNOWN",
  "unencrypted-public-half-mismatch": "MINISIGN_SECRET_KEY_DAMAGED",
  "unencrypted-wrong-checksum": "MINISIGN_SECRET_KEY_DAMAGED",
};

describe("when a handed-over secret key is opened", () => {
  it("has all of them", () => {
    expect(keys.length).toBe(24);
    expect(signatures.length).toBe(10);
  });

  it.each(keys.map((key) => [key.name, key] as const))("%s", async (name, vector) => {
    const result = await decodeSecretKey(vector.secretKey, vector.password ?? undefined);
    expect(result.ok, JSON.stringify(result.issues)).toBe(vector.expect === "ok");
    if (!result.ok) {
      expect(result.issues.map(({ code }) => code)).toEqual([CODES[name]]);
      return;
    }
    opened.set(name, result.value);
    expect(result.value.keyId).toBe(vector.keyId);
    expect(result.value.publicKey).toBe(vector.publicKeyFile?.split("\n")[1]);
    const file = encodePublicKey(result.value);
    expect(parsePublicKey(file)).toMatchObject({ ok: true, value: { keyId: vector.keyId } });
    // Written without encryption, the key is its seed: this is how the test sees it.
    const plain = Buffer.from((await encodeSecretKey(result.value)).split("\n")[1] as string, "base64");
    expect(plain.subarray(62, 94).toString("hex")).toBe(vector.seedHex);
  });

  it.each(keys.flatMap((key) => (key.kdf ? [[key.name, key.kdf] as const] : [])))(
    "%s: picks the parameters of libsodium",
    (_name, kdf) => {
      const { opslimit, memlimit, N, r, p } = kdf;
      const picked = pickParameters({ opslimit: BigInt(opslimit), memlimit: BigInt(memlimit) });
      expect(picked).toMatchObject({ N: BigInt(N), r: BigInt(r), p: BigInt(p) });
    },
  );
});

describe("when a handed-over signature is made again", () => {
  it.each(signatures.map((vector, index) => [index, vector.key, vector] as const))(
    "number %i, key %s: byte for byte",
    async (_index, name, vector) => {
      const key = opened.get(name) as SecretKey;
      const message = bytesOfMessage(vector as unknown as Vector);
      const { trustedComment, untrustedComment, prehashed } = vector;
      const text = sign(message, key, { trustedComment, untrustedComment, legacy: !prehashed });
      expect(text).toBe(vector.signature);
      expect(verify(message, text, key.publicKey)).toMatchObject({ ok: true, trustedComment });
      if (trustedComment.startsWith("timestamp:1700000000\tfile:message.bin")) {
        const made = sign(message, key, { file: "message.bin", now: () => 1_700_000_000_999, legacy: !prehashed });
        expect(made).toBe(vector.signature);
      }
    },
  );
});

describe("when a password is changed", () => {
  const limits = { opslimit: 32_768n, memlimit: 33_554_432n };

  it("opens with the new one only, and is the same key", async () => {
    const alpha = keys.find(({ name }) => name === "alpha") as KeyVector;
    const encrypted = await changePassword(alpha.secretKey, undefined, "p\u00e4ss", { limits });
    if (!encrypted.ok) throw new Error("refused");
    expect(encrypted.value).toMatch(/^untrusted comment: minisign encrypted secret key\nRWRTY0Iy[\w+/]{203}=\n$/);
    expect(await decodeSecretKey(encrypted.value, "pass")).toMatchObject({ ok: false });
    expect(await decodeSecretKey(encrypted.value)).toMatchObject({
      ok: false,
      issues: [{ code: "MINISIGN_PASSWORD_NEEDED" }],
    });
    const again = await changePassword(encrypted.value, new TextEncoder().encode("p\u00e4ss"), undefined);
    if (!again.ok) throw new Error("refused");
    const key = await decodeSecretKey(again.value);
    expect(key).toMatchObject({ ok: true, value: { keyId: alpha.keyId } });
  });

  it("gives the refusal of the old password", async () => {
    const cheap = keys.find(({ name }) => name === "wrong-password") as KeyVector;
    const result = await changePassword(cheap.secretKey, cheap.password ?? "", "new", { limits });
    expect(result.issues[0]?.code).toBe("MINISIGN_PASSWORD_WRONG");
  });
});
