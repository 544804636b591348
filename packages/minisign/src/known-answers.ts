import type { CurveKey } from "./curve-key.js";
import { BASE_POINT } from "./curve-points.js";
import type { Engine } from "./verify-engine.js";

/** Public key, signature, message, and whether released libsodium accepts. The first two in hex. */
const ED25519: readonly (readonly [string, string, string, boolean])[] = [
  // An honest signature.
  [
    "b7d7821cc09862b560073886394b74349c67727028810f8072064bf71300e9cb",
    "b31b20f50426242514d81b383548bd90de72fd0b8cf2382a88f9f52ce5076b230606e469f1e64cab46ff720b025b92b438be22b73b1bd81d4c40563a1dee1607",
    "slipway",
    true,
  ],
  // Another message.
  [
    "b7d7821cc09862b560073886394b74349c67727028810f8072064bf71300e9cb",
    "b31b20f50426242514d81b383548bd90de72fd0b8cf2382a88f9f52ce5076b230606e469f1e64cab46ff720b025b92b438be22b73b1bd81d4c40563a1dee1607",
    "slipwaz",
    false,
  ],
  // S + L.
  [
    "b7d7821cc09862b560073886394b74349c67727028810f8072064bf71300e9cb",
    "b31b20f50426242514d81b383548bd90de72fd0b8cf2382a88f9f52ce5076b23f3d9d9c60b4a5f031d9c6aaee05471c938be22b73b1bd81d4c40563a1dee1617",
    "slipway",
    false,
  ],
  // S + 8L.
  [
    "b7d7821cc09862b560073886394b74349c67727028810f8072064bf71300e9cb",
    "b31b20f50426242514d81b383548bd90de72fd0b8cf2382a88f9f52ce5076b236ea59251c4ffdf6bf9e52f23f7298a5b39be22b73b1bd81d4c40563a1dee1687",
    "slipway",
    false,
  ],
  // R is the identity, the equation holds.
  [
    "b7d7821cc09862b560073886394b74349c67727028810f8072064bf71300e9cb",
    "0100000000000000000000000000000000000000000000000000000000000000b16973eca305562173d5b8e405c412a08de052d57acb3b4c37415c0428df600e",
    "slipway",
    false,
  ],
  // R is the identity with the sign bit set.
  [
    "b7d7821cc09862b560073886394b74349c67727028810f8072064bf71300e9cb",
    "0100000000000000000000000000000000000000000000000000000000000080c469efead384d695e3c6132ce3bd3547fee229591901978043dcd3576c15510d",
    "slipway",
    false,
  ],
  // R is the identity spelled p + 1.
  [
    "b7d7821cc09862b560073886394b74349c67727028810f8072064bf71300e9cb",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7fd6103cc8584b15cb5c7f856e948c3f77c2be9eb6559bb2a26fbd3f81ef9f4206",
    "slipway",
    false,
  ],
  // R of order 8.
  [
    "b7d7821cc09862b560073886394b74349c67727028810f8072064bf71300e9cb",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037aa5fa3799d6184b094f1567bfb4bd535c7974c93c0a0fc2986fbc7eecf590a902",
    "slipway",
    false,
  ],
  // R of order 4.
  [
    "b7d7821cc09862b560073886394b74349c67727028810f8072064bf71300e9cb",
    "00000000000000000000000000000000000000000000000000000000000000807e1cfa3442c3d03313c22eae683e7b8c2d54406b9bfca78c9821f7cee0eb9209",
    "slipway",
    false,
  ],
  // R of order 2.
  [
    "b7d7821cc09862b560073886394b74349c67727028810f8072064bf71300e9cb",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f50c19a0627b90de0f48bc04683c9d1e1d087e8db2c1f19ff24db90034093da01",
    "slipway",
    false,
  ],
  // The key is the identity: one signature for every message.
  [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "b31b20f50426242514d81b383548bd90de72fd0b8cf2382a88f9f52ce5076b23e878dca548664051e5e695d8c157b538a506f9a3dd9f0e9cfed7f4de62238207",
    "slipway",
    false,
  ],
  // The key is the identity spelled p + 1.
  [
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "b31b20f50426242514d81b383548bd90de72fd0b8cf2382a88f9f52ce5076b23e878dca548664051e5e695d8c157b538a506f9a3dd9f0e9cfed7f4de62238207",
    "slipway",
    false,
  ],
  // The key has order 8, the equation holds.
  [
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "b31b20f50426242514d81b383548bd90de72fd0b8cf2382a88f9f52ce5076b23e878dca548664051e5e695d8c157b538a506f9a3dd9f0e9cfed7f4de62238207",
    "slipway 5",
    false,
  ],
  // The key has order 4, the equation holds.
  [
    "0000000000000000000000000000000000000000000000000000000000000080",
    "b31b20f50426242514d81b383548bd90de72fd0b8cf2382a88f9f52ce5076b23e878dca548664051e5e695d8c157b538a506f9a3dd9f0e9cfed7f4de62238207",
    "slipway 4",
    false,
  ],
  // The key has order 2, the equation holds.
  [
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "b31b20f50426242514d81b383548bd90de72fd0b8cf2382a88f9f52ce5076b23e878dca548664051e5e695d8c157b538a506f9a3dd9f0e9cfed7f4de62238207",
    "slipway 0",
    false,
  ],
  // The key is not canonical.
  [
    "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "b31b20f50426242514d81b383548bd90de72fd0b8cf2382a88f9f52ce5076b230606e469f1e64cab46ff720b025b92b438be22b73b1bd81d4c40563a1dee1607",
    "slipway",
    false,
  ],
  // A key with a part of order 8, the exact equation holds.
  [
    "7f476f463c12210212ab47de157bee54b7a63ef1980ccf1ce658c8a7f1137c6d",
    "b31b20f50426242514d81b383548bd90de72fd0b8cf2382a88f9f52ce5076b23126c3a743c2c068442945d7c386b86b452bfab2d606e752a8bdb7f25d5db4b00",
    "slipway 3",
    true,
  ],
  // A key with a part of order 8, only the cofactored equation holds.
  [
    "7f476f463c12210212ab47de157bee54b7a63ef1980ccf1ce658c8a7f1137c6d",
    "b31b20f50426242514d81b383548bd90de72fd0b8cf2382a88f9f52ce5076b23126753d41ad06b949af452d722c2e9d5276e7b7a6e045c4dae4668d664eaaa02",
    "slipway 10",
    false,
  ],
  // A key with a part of order 2, only the cofactored equation holds.
  [
    "36287de33f679d4a9ff8c779c6b48bcb63988d8fd77ef07f8df9b408ecff1634",
    "b31b20f50426242514d81b383548bd90de72fd0b8cf2382a88f9f52ce5076b23e26c2425c8a2b15a42dd77c575c26e4e51cc18b4109007cbaaf3228185e57301",
    "slipway 1",
    false,
  ],
  // R with a part of order 8, only the cofactored equation holds.
  [
    "b7d7821cc09862b560073886394b74349c67727028810f8072064bf71300e9cb",
    "186ed2bdbd1a36f6437c5168b0221914018ea4f32a1c3fcd1c1794d64fbd596e20f8fc9737c2fe4499761c2c1ed954eb688cdb6ea894db4c677d1ecfe16ad806",
    "slipway",
    false,
  ],
  // R with a part of order 2, only the cofactored equation holds.
  [
    "b7d7821cc09862b560073886394b74349c67727028810f8072064bf71300e9cb",
    "3ae4df0afbd9dbdaeb27e4c7cab7426f218d02f4730dc7d577060ad31af894dc755b0859ba41b56db7e2f70df1335f0aa771f12a9eb6b81532ba02bf15a4c003",
    "slipway",
    false,
  ],
];

/** First eight bytes of the digests of `abc` (RFC 7693, appendix A; FIPS 180-4 example), and of an empty message. */
const BLAKE2B = ["ba80a53f981c4d0d", "786a02f742015903"];
const SHA512 = ["ddaf35a193617aba", "cf83e1357eefb8bd"];

/**
 * True when the engine gives each fixed answer, chosen where libraries differ from each other. An exception is a difference.
 * Node only: it costs a millisecond at the first verification of a process.
 */
export function passesKnownAnswers(engine: Engine): boolean {
  try {
    const digests = ["abc", ""].every((text, index) => {
      const blake2b = engine.startBlake2b();
      blake2b.update(toBytes(text));
      const sha512 = engine.startSha512();
      sha512.update(toBytes(text));
      return startsWith(blake2b.digest(), BLAKE2B[index]) && startsWith(sha512.digest(), SHA512[index]);
    });
    return digests && ED25519.every((answer) => gives(engine, ...answer));
  } catch {
    return false;
  }
}

function gives(engine: Engine, key: string, signature: string, message: string, expected: boolean): boolean {
  // Some of the keys are no points; the engine has only their bytes to go by.
  const curve: CurveKey = { bytes: fromHex(key), point: BASE_POINT };
  return engine.holds(curve, fromHex(signature), toBytes(message)) === expected;
}

function startsWith(digest: Uint8Array, hex: string | undefined): boolean {
  return digest.length === 64 && fromHex(hex ?? "").every((byte, index) => byte === digest[index]);
}

function toBytes(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

function fromHex(hex: string): Uint8Array {
  return Buffer.from(hex, "hex");
}
