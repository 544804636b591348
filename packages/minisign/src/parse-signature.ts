import type { Issue, Printable, Result } from "@slipway/errors";
import { issue, msg, printable, refuse, succeed, verbatim } from "@slipway/errors";
import { decodeBase64 } from "./decode-base64.js";
import { formatKeyId } from "./format-key-id.js";
import type { MinisignCode } from "./minisign-error.js";
import { readInput } from "./read-input.js";
import { recognizePaste } from "./recognize-paste.js";
import type { Line } from "./split-lines.js";
import { findLineControl, splitLines, startsWithAscii } from "./split-lines.js";

const UNTRUSTED_PREFIX = "untrusted comment: ";
const TRUSTED_PREFIX = "trusted comment: ";

/** Bytes before base64: algorithm (2), key id (8), Ed25519 signature (64). */
const SIGNATURE_BYTES = 74;
const GLOBAL_SIGNATURE_BYTES = 64;

/** Bytes of the untrusted comment: the C tool's line buffer of 1,024 bytes less the prefix, the line end and a NUL. */
export const UNTRUSTED_COMMENT_MAX_BYTES = 1_003;

/** Bytes of the trusted comment: the C tool's line buffer of 8,192 bytes less the prefix, the line end and a NUL. */
export const TRUSTED_COMMENT_MAX_BYTES = 8_173;

/** `legacy` (`Ed`): the message itself is signed. `prehashed` (`ED`): its BLAKE2b-512 digest is. */
export type Algorithm = "legacy" | "prehashed";

declare const brand: unique symbol;

/**
 * A signature file that was read, and nothing more: none of this is authentic before `verify` says so. The trusted comment
 * is not here on purpose; only a successful verification hands it out. Made by {@link parseSignature} only; immutable.
 */
export type Signature = {
  /** 16 upper-case hex digits. Not signed: anybody can change it. */
  readonly keyId: string;
  /** Not signed: anybody can change it. */
  readonly algorithm: Algorithm;
  /** Not signed, may hold any character; bytes that are not UTF-8 are shown as U+FFFD. */
  readonly untrustedComment: string;
  readonly [brand]: "Signature";
};

/** What the verifier needs of a parsed signature. */
export type OpenedSignature = {
  keyId: string;
  algorithm: Algorithm;
  signature: Uint8Array;
  global: Uint8Array;
  untrustedComment: string;
  trustedComment: string;
  trustedCommentBytes: Uint8Array;
};

const opened = new WeakMap<Signature, OpenedSignature>();

// Made once: making one takes longer than decoding a comment.
let strictDecoder: InstanceType<typeof TextDecoder> | undefined;
let looseDecoder: InstanceType<typeof TextDecoder> | undefined;

/**
 * Reads a `.minisig` file by the line rules of the C tool (its source after 0.12, which refuses more than the releases):
 * four lines ended by LF or CRLF, the last line end optional, what follows line 4 not read. Line 1 begins with
 * `untrusted comment: `, line 3 with `trusted comment: `; the latter is UTF-8 without control characters but TAB. No other
 * CR anywhere. Nothing is trimmed: the signed bytes are exactly those behind the prefix.
 *
 * Stricter than the C tool in two points: unused base64 bits must be zero, and nothing may follow a NUL in line 4.
 *
 * Refuses with all faults found: `MINISIGN_TRUNCATED`, `MINISIGN_COMMENT_PREFIX`, `MINISIGN_LINE_TOO_LONG`,
 * `MINISIGN_LINE_CONTROL`, `MINISIGN_TRUSTED_COMMENT_TEXT`, `MINISIGN_BASE64`, `MINISIGN_ALGORITHM_UNKNOWN`, or with the
 * code of what was pasted by mistake. Throws `MINISIGN_MISUSE` for another type.
 */
export function parseSignature(input: string | Uint8Array): Result<Signature> {
  const read = readInput(input, "signature");
  if (!read.ok) return read;
  const bytes = read.value;
  const [first, second, third, fourth] = splitLines(bytes, 4);
  const issues: Issue[] = [];
  const untrusted = readComment(first, UNTRUSTED_PREFIX, UNTRUSTED_COMMENT_MAX_BYTES, issues);
  const structure = readBase64(second, SIGNATURE_BYTES, issues);
  const trusted = readComment(third, TRUSTED_PREFIX, TRUSTED_COMMENT_MAX_BYTES, issues);
  const trustedText = trusted === undefined ? undefined : readTrustedText(trusted, issues);
  const global = readBase64(fourth, GLOBAL_SIGNATURE_BYTES, issues);
  const algorithm = structure === undefined ? undefined : readAlgorithm(structure, issues);
  // A line exists only behind the LF of the one before it, so this covers the first three as well.
  if (fourth === undefined) issues.unshift(describeEnd(first, second, third));
  if (
    issues.length > 0 ||
    untrusted === undefined ||
    structure === undefined ||
    trusted === undefined ||
    trustedText === undefined ||
    global === undefined ||
    algorithm === undefined
  ) {
    const recognized = recognizePaste(bytes, "signature");
    return refuse(...(recognized === undefined ? issues : [recognized]));
  }
  const keyId = formatKeyId(structure.subarray(2, 10));
  looseDecoder ??= new TextDecoder("utf-8", { ignoreBOM: true });
  const untrustedComment = looseDecoder.decode(untrusted);
  const parsed = Object.freeze({ keyId, algorithm, untrustedComment }) as Signature;
  opened.set(parsed, {
    keyId,
    algorithm,
    signature: structure.subarray(10),
    global,
    untrustedComment,
    trustedComment: trustedText,
    trustedCommentBytes: trusted,
  });
  return succeed(parsed);
}

/** What stands behind the object, or nothing when {@link parseSignature} did not make it. */
export function openSignature(signature: unknown): OpenedSignature | undefined {
  return opened.get(signature as Signature);
}

function readComment(
  line: Line | undefined,
  prefix: string,
  maxBytes: number,
  issues: Issue[],
): Uint8Array | undefined {
  if (line === undefined) return undefined;
  const found = issues.length;
  if (line.size > prefix.length + maxBytes) {
    issues.push(
      fault("MINISIGN_LINE_TOO_LONG", line, msg`line ${line.number} is longer than ${prefix.length + maxBytes} bytes`),
    );
  }
  if (!startsWithAscii(line.content, prefix)) {
    const message = msg`line ${line.number} does not begin with "${prefix}"`;
    issues.push(
      fault(
        "MINISIGN_COMMENT_PREFIX",
        line,
        message,
        "the prefix stands at the very start, in lower case, with one space",
      ),
    );
  }
  checkLineControl(line, issues);
  return issues.length > found ? undefined : line.content.subarray(prefix.length);
}

function readTrustedText(comment: Uint8Array, issues: Issue[]): string | undefined {
  let text: string;
  try {
    strictDecoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    text = strictDecoder.decode(comment);
  } catch {
    const message = printable("the trusted comment is not valid UTF-8");
    issues.push(issue({ code: "MINISIGN_TRUSTED_COMMENT_TEXT" satisfies MinisignCode, message, line: 3 }));
    return undefined;
  }
  // A signed escape sequence would act on the terminal of everybody who prints the comment.
  const at = text.search(/[\u0000-\u0008\u000A-\u001F\u007F-\u009F]/);
  if (at === -1) return text;
  issues.push(
    issue({
      code: "MINISIGN_TRUSTED_COMMENT_TEXT" satisfies MinisignCode,
      message: msg`the trusted comment has the control character U+${hex4(text.charCodeAt(at))}`,
      hint: printable("only TAB is allowed; sign again with a plain comment"),
      line: 3,
      column: TRUSTED_PREFIX.length + at + 1,
    }),
  );
  return undefined;
}

function readBase64(line: Line | undefined, size: number, issues: Issue[]): Uint8Array | undefined {
  if (line === undefined || checkLineControl(line, issues)) return undefined;
  const decoded = decodeBase64(line.content, size);
  if (decoded instanceof Uint8Array) return decoded;
  const message = msg`line ${line.number} ${verbatim(decoded.fault)}`;
  issues.push({
    ...fault("MINISIGN_BASE64", line, message, "copy the file whole, not line by line"),
    column: decoded.column,
  });
  return undefined;
}

function readAlgorithm(structure: Uint8Array, issues: Issue[]): Algorithm | undefined {
  if (startsWithAscii(structure, "Ed")) return "legacy";
  if (startsWithAscii(structure, "ED")) return "prehashed";
  const message = msg`the algorithm is ${hex2(structure[0])} ${hex2(structure[1])}, neither Ed nor ED`;
  issues.push(issue({ code: "MINISIGN_ALGORITHM_UNKNOWN" satisfies MinisignCode, message, line: 2 }));
  return undefined;
}

/** Pushes an issue and says true when the line has a CR inside or a NUL. */
function checkLineControl(line: Line, issues: Issue[]): boolean {
  const at = findLineControl(line.content);
  if (at === -1) return false;
  const name = line.content[at] === 0 ? "a NUL" : "a carriage return";
  const message = msg`line ${line.number} has ${name} in it`;
  issues.push({ ...fault("MINISIGN_LINE_CONTROL", line, message, "lines end in LF or CRLF"), column: at + 1 });
  return true;
}

function describeEnd(...lines: (Line | undefined)[]): Issue {
  const complete = lines.filter((line) => line?.terminated).length;
  return issue({
    code: "MINISIGN_TRUNCATED" satisfies MinisignCode,
    message: msg`the signature ends after ${complete} of 4 lines`,
    hint: printable("fetch the file again; it may have been cut off"),
  });
}

function fault(code: MinisignCode, line: Line, message: Printable, hint?: string): Issue {
  const parts = { code, message, line: line.number };
  return issue(hint === undefined ? parts : { ...parts, hint: printable(hint) });
}

function hex2(byte: number | undefined): string {
  return (byte ?? 0).toString(16).padStart(2, "0");
}

function hex4(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, "0");
}
