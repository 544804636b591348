const SPARE_BITS = "unused bits of the last base64 character must be zero; 0.11 ignores them";
const CONTROL = "no control character but TAB in a trusted comment; 0.11 does not look, its later source refuses";
const NOT_UTF8 = "a trusted comment is UTF-8; 0.11 does not look, its later source refuses";
const INNER_CR = "no carriage return inside a line; 0.11 cuts the line there, its later source refuses";
const BARE_LINE_END = "a bare public key may end in one LF or CRLF; 0.11 -P refuses it (the only looser rule)";

/** Vectors on which Debian's minisign 0.11 and this package differ, each with the rule behind it. */
export const C_0_11_DIFFERENCES: ReadonlyMap<string, string> = new Map([
  ["b64-nonzero-trailing-bits-line-2", SPARE_BITS],
  ["b64-nonzero-trailing-bits-line-4", SPARE_BITS],
  ["comment-c1-csi-u009b", CONTROL],
  ["comment-c1-nel-u0085", CONTROL],
  ["comment-ctrl-bel", CONTROL],
  ["comment-ctrl-del", CONTROL],
  ["comment-ctrl-esc", CONTROL],
  ["comment-ctrl-vt", CONTROL],
  ["comment-invalid-utf8-above-10ffff", NOT_UTF8],
  ["comment-invalid-utf8-latin1-byte", NOT_UTF8],
  ["comment-invalid-utf8-lone-continuation", NOT_UTF8],
  ["comment-invalid-utf8-overlong-c080", NOT_UTF8],
  ["comment-invalid-utf8-truncated-sequence", NOT_UTF8],
  ["frame-cr-inside-trusted-signed-head", INNER_CR],
  ["frame-cr-inside-untrusted", INNER_CR],
  ["pk-bare-line-crlf", BARE_LINE_END],
  ["pk-bare-line-newline", BARE_LINE_END],
]);

/** Codes with which this package may refuse what 0.11 accepts: the rules above, as they show in random corruptions. */
export const DIFFERENCE_CODES: readonly string[] = [
  "MINISIGN_BASE64",
  "MINISIGN_LINE_CONTROL",
  "MINISIGN_TRUSTED_COMMENT_TEXT",
];
