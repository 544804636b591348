import { scryptAsync } from "@noble/hashes/scrypt.js";
import { msg, printable } from "@slipway/errors";
import { MinisignError } from "./minisign-error.js";
import { isBytes } from "./read-input.js";

/** The two numbers a secret key file holds. Both are below 2^64. */
export type KdfLimits = { opslimit: bigint; memlimit: bigint };

/** The C tool's: N = 2^20, r = 8, p = 1; 1 GiB and several seconds. */
export const DEFAULT_KDF_LIMITS: Readonly<KdfLimits> = Object.freeze({ opslimit: 33554432n, memlimit: 1073741824n });

/**
 * Bytes that scrypt mixes, 128 * N * r * p, which bounds its memory and its time: 1 GiB, the cost of the C tool's own keys.
 * A key file that asks for more could take all memory of whoever opens it.
 */
export const KDF_COST_MAX = 1_073_741_824;

/** Bytes of a password: one line of the C tool's input of 1,023 bytes, without its end. */
export const PASSWORD_MAX_BYTES = 1_022;

/** Bytes of the key stream: key id, seed, public half, checksum. */
export const STREAM_BYTES = 104;

const BLOCK_SIZE = 8n;
const MAX_RP = 0x3fffffffn;

/** scrypt's parameters, and the bytes it mixes with them. */
export type KdfParameters = { N: bigint; r: bigint; p: bigint; cost: bigint };

/** Parameters from the limits as libsodium picks them (`crypto_pwhash_scryptsalsa208sha256`). */
export function pickParameters({ opslimit, memlimit }: KdfLimits): KdfParameters {
  const ops = opslimit < 32768n ? 32768n : opslimit;
  const small = ops < memlimit / 32n;
  const largest = small ? ops / (BLOCK_SIZE * 4n) : memlimit / (BLOCK_SIZE * 128n);
  let log = 1n;
  while (log < 63n && 1n << log <= largest / 2n) log += 1n;
  const N = 1n << log;
  const product = ops / 4n / N;
  const p = small ? 1n : (product < MAX_RP ? product : MAX_RP) / BLOCK_SIZE;
  return { N, r: BLOCK_SIZE, p, cost: 128n * N * BLOCK_SIZE * p };
}

/** The key stream of a password. The caller has checked the cost, and overwrites the answer. */
export async function stretchPassword(
  password: Uint8Array,
  salt: Uint8Array,
  { N, r, p, cost }: KdfParameters,
): Promise<Uint8Array> {
  const spare = 1_048_576;
  return scryptAsync(password, salt, {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    dkLen: STREAM_BYTES,
    maxmem: Number(cost) + spare,
  });
}

/** A copy as bytes, to be overwritten; UTF-8 without normalisation, as typed into the C tool. */
export function encodePassword(password: string | Uint8Array): Uint8Array {
  if (typeof password === "string") return new TextEncoder().encode(password);
  // Bytes only: a DataView has no elements, and its copy would be the empty password.
  if (isBytes(password)) return Uint8Array.from(password);
  throw new MinisignError("MINISIGN_MISUSE", printable("the password must be a string or a Uint8Array"));
}

/** Throws `MINISIGN_PASSWORD_REFUSED` for a password that nobody could type into the C tool. */
export function checkNewPassword(password: Uint8Array): void {
  if (password.length > PASSWORD_MAX_BYTES) {
    throw new MinisignError(
      "MINISIGN_PASSWORD_REFUSED",
      msg`the password has ${password.length} bytes, and the C tool reads ${PASSWORD_MAX_BYTES}`,
    );
  }
  if (password.some((byte) => byte === 0x0a || byte === 0x0d || byte === 0)) {
    throw new MinisignError(
      "MINISIGN_PASSWORD_REFUSED",
      printable("the password has a line end or a NUL, which the C tool cuts off"),
    );
  }
}
