import type { Issue, Result } from "@slipway/errors";
import { issue, msg, printable, refuse, succeed, verbatim } from "@slipway/errors";
import type { CurveKey } from "./curve-key.js";
import { decodeCurveKey } from "./curve-key.js";
import { decodeBase64, encodeBase64 } from "./decode-base64.js";
import { formatKeyId } from "./format-key-id.js";
import type { MinisignCode } from "./minisign-error.js";
import { MinisignError } from "./minisign-error.js";
import { readInput } from "./read-input.js";
import { recognizePaste } from "./recognize-paste.js";
import type { Line } from "./split-lines.js";
import { splitLines, startsWithAscii } from "./split-lines.js";

/** Bytes of a public key before base64: `Ed`, key id (8), Ed25519 point (32). */
const PUBLIC_KEY_BYTES = 42;

/** Bytes of line 1 of a key file; what is longer, the C tool reads on as if it were the key. */
export const KEY_COMMENT_LINE_MAX_BYTES = 1_022;

declare const brand: unique symbol;

/** A public key that was read and found usable. Made by {@link parsePublicKey} only; immutable. */
export type PublicKey = {
  /** 16 upper-case hex digits, as the C tool prints it. */
  readonly keyId: string;
  /** The 56 characters that begin with `RW`. */
  readonly text: string;
  readonly [brand]: "PublicKey";
};

/** `file`: two lines, as `minisign -p` reads. `line`: the 56 characters alone, as `-P`. `either` looks at the input. */
export type PublicKeyForm = "file" | "line" | "either";

const FORMS: readonly PublicKeyForm[] = ["file", "line", "either"];

/** What a parsed key stands for. Kept beside the object, so that nothing outside can exchange it. */
export type OpenedPublicKey = { keyId: string; curve: CurveKey };

const opened = new WeakMap<PublicKey, OpenedPublicKey>();

/** Keys kept, with what an engine prepared for them; a program that gives its keys as text decodes each curve point once. */
const REMEMBERED_KEYS_MAX = 64;

const remembered = new Map<string, PublicKey>();

/**
 * Reads a public key: a two-line file (line 1 is any text of at most 1,022 bytes and not looked at, lines after the second
 * are not read) or the bare line, with at most one line end behind it. The key id in the comment of the file is never used.
 *
 * Stricter than the C tool in three points: unused base64 bits must be zero, nothing may follow the 56 characters on their
 * line (the C tool stops at a NUL), and a key that no signature could ever fit (small order, non-canonical, off the curve)
 * is refused here rather than at each verification. Looser in one: the bare line may end in one LF or CRLF.
 *
 * Refuses with `MINISIGN_BASE64`, `MINISIGN_ALGORITHM_UNKNOWN`, `MINISIGN_WEAK_PUBLIC_KEY`, `MINISIGN_TRUNCATED`,
 * `MINISIGN_LINE_TOO_LONG`, or the code of what was pasted by mistake. Throws `MINISIGN_MISUSE` for another type.
 */
export function parsePublicKey(input: string | Uint8Array, options: { form?: PublicKeyForm } = {}): Result<PublicKey> {
  const form = options.form ?? "either";
  if (!FORMS.includes(form)) throw new MinisignError("MINISIGN_MISUSE", msg`unknown form of public key: ${form}`);
  // The bare line as it is remembered: canonical, so that nothing else can be spelled like it.
  const same = typeof input === "string" && form !== "file" ? remembered.get(input) : undefined;
  if (same !== undefined) return succeed(same);
  const read = readInput(input, "public key");
  if (!read.ok) return read;
  const found = readKeyLine(read.value, form);
  if (isIssue(found)) return refuse(recognizePaste(read.value, "public key") ?? found);
  const { line, bytes } = found;
  const algorithm = bytes.subarray(0, 2);
  if (!startsWithAscii(algorithm, "Ed")) {
    return refuse(
      fault(
        "MINISIGN_ALGORITHM_UNKNOWN",
        line,
        "the public key does not begin with the algorithm Ed",
        "it must begin with RW",
      ),
    );
  }
  const text = encodeBase64(bytes);
  const known = remembered.get(text);
  if (known !== undefined) return succeed(known);
  const keyId = formatKeyId(bytes.subarray(2, 10));
  const curve = decodeCurveKey(bytes.slice(10));
  if (typeof curve === "string") {
    const said = issue({
      code: "MINISIGN_WEAK_PUBLIC_KEY" satisfies MinisignCode,
      message: msg`public key ${keyId} is ${curve}`,
      hint: printable("no honest tool makes such a key; take the key again from its owner"),
    });
    return refuse(said);
  }
  const key = Object.freeze({ keyId, text }) as PublicKey;
  opened.set(key, { keyId, curve });
  if (remembered.size >= REMEMBERED_KEYS_MAX) remembered.clear();
  remembered.set(text, key);
  return succeed(key);
}

/** The key behind the object, or nothing when {@link parsePublicKey} did not make it. */
export function openPublicKey(key: unknown): OpenedPublicKey | undefined {
  return opened.get(key as PublicKey);
}

function readKeyLine(bytes: Uint8Array, form: PublicKeyForm): { line: Line; bytes: Uint8Array } | Issue {
  const [first, second] = splitLines(bytes, 2);
  if (first === undefined)
    return fault("MINISIGN_TRUNCATED", undefined, "the public key is empty", "pass the file or its RW line");
  if (form === "line" || (form === "either" && second === undefined)) {
    const decoded = decodeKeyLine(first);
    if (isIssue(decoded)) return decoded;
    if (second === undefined && (first.terminated || first.size === first.content.length)) {
      return { line: first, bytes: decoded };
    }
    return fault(
      "MINISIGN_BASE64",
      first,
      "the line of the public key is followed by more",
      "pass the 56 characters alone",
    );
  }
  if (second === undefined) {
    return fault(
      "MINISIGN_TRUNCATED",
      first,
      "the public key file has one line only",
      "the key stands on its second line",
    );
  }
  if (first.size > KEY_COMMENT_LINE_MAX_BYTES) {
    const message = `line 1 of the public key file is longer than ${KEY_COMMENT_LINE_MAX_BYTES} bytes`;
    return fault("MINISIGN_LINE_TOO_LONG", first, message, "shorten the comment");
  }
  const decoded = decodeKeyLine(second);
  return isIssue(decoded) ? decoded : { line: second, bytes: decoded };
}

function decodeKeyLine(line: Line): Uint8Array | Issue {
  const decoded = decodeBase64(line.content, PUBLIC_KEY_BYTES);
  if (decoded instanceof Uint8Array) return decoded;
  return issue({
    code: "MINISIGN_BASE64" satisfies MinisignCode,
    message: msg`the public key ${verbatim(decoded.fault)}`,
    hint: printable("it is 56 characters of base64 that begin with RW, without blanks"),
    line: line.number,
    column: decoded.column,
  });
}

// Texts are ours; nothing of the input gets in.
function fault(code: MinisignCode, line: Line | undefined, message: string, hint: string): Issue {
  const parts = { code, message: msg`${message}`, hint: printable(hint) };
  return issue(line === undefined ? parts : { ...parts, line: line.number });
}

function isIssue(value: object): value is Issue {
  return "severity" in value;
}
