import type { Issue } from "@slipway/errors";
import { issue, msg, printable } from "@slipway/errors";
import { decodeBase64 } from "./decode-base64.js";
import type { MinisignCode } from "./minisign-error.js";
import type { Line } from "./split-lines.js";
import { splitLines, startsWithAscii } from "./split-lines.js";

/** base64 of `untrusted comment:`; the 18 bytes end on a group, so every wrapped minisign file begins so. */
const WRAPPED_PREFIX = "dW50cnVzdGVkIGNvbW1lbnQ6";

/** Wrapped lines decoded to see what is inside: enough for the longest secret key with its comment. */
const ENVELOPE_PEEK_CHARACTERS = 2_048;

/**
 * First bytes of secret keys in base64: minisign encrypted (`Ed` `Sc` `B2`), minisign plain (`Ed` 00 00 `B2`) and signify
 * (`Ed` `BK`), each followed by more than a public key has; and PEM.
 */
const SECRET_LINE = /^(?:RWRTY0Iy[A-Za-z0-9+/]{60}|RWQAAEIy[A-Za-z0-9+/]{120}|RWRCSw[A-Za-z0-9+/]{60})/m;
const SECRET_PEM = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/;

/**
 * Says what an unreadable input really is, when it is one of the things people paste by mistake; nothing when it is not
 * recognised. Only for inputs that were already refused. The answer repeats nothing of the input: it may be a secret.
 */
export function recognizePaste(bytes: Uint8Array, wanted: "public key" | "signature"): Issue | undefined {
  const text = new TextDecoder("latin1").decode(bytes).replaceAll("\0", "");
  if (holdsSecretKey(text) || holdsSecretKey(unwrapEnvelope(text))) {
    return describe(
      "MINISIGN_SECRET_KEY",
      `a ${wanted} is needed, but this is a secret key`,
      "keep it out of configuration, logs and messages; if anybody else has seen it, make a new key pair",
    );
  }
  if (text.trimStart().startsWith(WRAPPED_PREFIX)) {
    return describe(
      "MINISIGN_BASE64_ENVELOPE",
      `the ${wanted} is wrapped once more in base64`,
      `decode it once and pass the text that begins with "untrusted comment:"`,
    );
  }
  return (
    recognizeEncoding(bytes, wanted) ??
    (wanted === "signature" ? recognizeForSignature(bytes) : recognizeForPublicKey(bytes)) ??
    recognizeOther(text, wanted)
  );
}

function holdsSecretKey(text: string): boolean {
  const firstLine = text.split("\n", 1)[0] as string;
  // The default comment of a signature is "signature from minisign secret key".
  const saysSo = firstLine.includes("secret key") && !firstLine.includes("signature");
  return saysSo || SECRET_LINE.test(text) || SECRET_PEM.test(text);
}

function unwrapEnvelope(text: string): string {
  const start = text.trimStart();
  if (!start.startsWith(WRAPPED_PREFIX)) return "";
  const digits = start.slice(0, ENVELOPE_PEEK_CHARACTERS).replace(/[^A-Za-z0-9+/]/g, "");
  const whole = new TextEncoder().encode(digits.slice(0, digits.length - (digits.length % 4)));
  const inside = decodeBase64(whole, (whole.length / 4) * 3);
  return inside instanceof Uint8Array ? new TextDecoder("latin1").decode(inside) : "";
}

function recognizeEncoding(bytes: Uint8Array, wanted: string): Issue | undefined {
  const [first, second, third] = bytes;
  const hint = "save it again as UTF-8 without a byte order mark (in PowerShell: -Encoding ascii)";
  const wide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (wide || (first === 0x75 && second === 0)) {
    return describe("MINISIGN_TEXT_ENCODING", `the ${wanted} is UTF-16 text`, hint);
  }
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return describe("MINISIGN_TEXT_ENCODING", `the ${wanted} begins with a byte order mark`, hint);
  }
  return undefined;
}

function recognizeForSignature(bytes: Uint8Array): Issue | undefined {
  const lines = splitLines(bytes, 3);
  if (lines.slice(0, 2).some((line) => holdsStructure(line, 42, ["Ed"]))) {
    return describe(
      "MINISIGN_PUBLIC_KEY_AS_SIGNATURE",
      "a signature is needed, but this is a public key",
      "the signature is the four-line file with the ending .minisig",
    );
  }
  const [, second, third] = lines;
  if (second !== undefined && third === undefined && holdsStructure(second, 74, ["Ed"])) {
    return describe(
      "MINISIGN_SIGNIFY_SIGNATURE",
      "the signature has two lines, as signify writes it: no trusted comment and no global signature",
      "sign with minisign; if it was made by minisign, the file was cut off after its second line",
    );
  }
  return undefined;
}

function recognizeForPublicKey(bytes: Uint8Array): Issue | undefined {
  if (!splitLines(bytes, 2).some((line) => holdsStructure(line, 74, ["Ed", "ED"]))) return undefined;
  return describe(
    "MINISIGN_SIGNATURE_AS_PUBLIC_KEY",
    "a public key is needed, but this is a signature",
    "the public key is the line of 56 characters that begins with RW, in the file with the ending .pub",
  );
}

function recognizeOther(text: string, wanted: string): Issue | undefined {
  if (text.trim() === "")
    return describe("MINISIGN_NOT_MINISIGN", `the ${wanted} is empty`, "look whether it was written at all");
  if (!/^\s*<(?:!doctype|html|\?xml)/i.test(text)) return undefined;
  return describe(
    "MINISIGN_NOT_MINISIGN",
    `a ${wanted} is needed, but this is a web page`,
    "the download gave an error page or a sign-in page; look at the address",
  );
}

function holdsStructure(line: Line, size: number, algorithms: string[]): boolean {
  const decoded = decodeBase64(line.content, size);
  return decoded instanceof Uint8Array && algorithms.some((name) => startsWithAscii(decoded, name));
}

// All texts are ours: nothing of the input may get in.
function describe(code: MinisignCode, message: string, hint: string): Issue {
  return issue({ code, message: msg`${message}`, hint: printable(hint) });
}
