/**
 * A minisign key pair for development: **worthless by design**.
 *
 * The secret half is published with this package, so anyone can sign anything with it. It exists so that a catalog
 * can be signed and verified on a developer's machine without anybody's real key. Nothing signed by it may be trusted:
 * whoever verifies for a user must refuse this key id (`DEV_KEY_IDS` in `@slipway/minisign`) unless a test says otherwise.
 */
export interface DevelopmentKey {
  /** The public key as one base64 line (`RW...`), the form `minisign -P` takes. */
  readonly publicKey: string;
  /** The key id as minisign prints it: 16 upper-case hexadecimal digits, most significant byte first. */
  readonly keyId: string;
  /** The whole secret key file, unencrypted (made with `minisign -G -W`), two lines. Readable by anyone: worthless. */
  readonly secretKeyFile: string;
}

/** The one development key. Worthless: see {@link DevelopmentKey}. */
export const developmentKey: DevelopmentKey = Object.freeze({
  publicKey: "RWQAehZTeTMUJhnXosVALLNgwOTKT5rrYfQp+Tyeb848iAk5rS2pFwiG",
  keyId: "2614337953167A00",
  secretKeyFile: [
    "untrusted comment: worthless development key, published on purpose, trust nothing signed by it",
    "RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHoWU3kzFCZC/43S49V6oerq5Lc1u+j5csJEmTPDjzNyuYETL4O8exnXosVALLNgwOTKT5rrYfQp+Tyeb848iAk5rS2pFwiGAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    "",
  ].join("\n"),
});
