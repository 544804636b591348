import fc from "fast-check";
import { OTHER, UUID } from "./compile-for-test.js";

/** Pieces of terminal output: text, colours, moves, titles, links, modes, and what is cut, malformed or beyond ASCII. */
export const OUTPUT_PIECES = [
  UUID,
  OTHER,
  UUID.slice(0, 9),
  UUID.slice(9),
  "session id: ",
  "session ",
  "id: ",
  "ses_",
  "ses_4f8aZZ9",
  "id=",
  "aaaa",
  "0123456789abcdef",
  "word-",
  "_",
  " ",
  "\t",
  "\r\n",
  "\n",
  "\u001b[1m",
  "\u001b[0m",
  "\u001b[38;5;12m",
  "\u001b[38:2::1:2:3m",
  "\u001b[>4m",
  "\u001b[",
  "\u001b",
  "\u001b[2K",
  "\u001b[12C",
  "\u001b[?25h",
  "\u001b[?1049h",
  "\u001b[?1049l",
  "\u001b[?2004l",
  "\u001b[999999999999999999999999999999999999999999m",
  "\u001b]0;session id: ",
  "\u001b]8;;https://example.invalid/",
  "\u001b]8;;\u0007",
  "\u001b\\",
  "\u0007",
  "\b",
  "\u007f",
  "\u0000",
  "\u0018",
  "\u009b1m",
  "\u00a0",
  "\u00e9",
  "\u2500",
  "\u20ac",
  "\ufeff",
  "\u{1f600}",
] as const;

/** Terminal output of such pieces, with raw bytes among them. */
export const terminalOutput: fc.Arbitrary<Uint8Array> = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...OUTPUT_PIECES).map((piece) => Buffer.from(piece)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => new Uint8Array(Buffer.concat(parts)));

/** Search patterns of every construct. */
export const SEARCH_SOURCES: readonly (readonly [source: string, flags: string])[] = [
  ["session id: ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})", ""],
  ["([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})", ""],
  ["([0-9a-f-]{36})", "i"],
  ["(ses_[A-Za-z0-9]+)", ""],
  ["\\b(ses_\\w+)\\b", ""],
  ['\\bid[=: ]+([^\\s"]+)', "i"],
  ["(?:session|trace) (?:id|no): (\\w+)", ""],
  ["(?:id|session)[=:]\\s+([a-z0-9]+)", ""],
  ["([^a]+)", ""],
  ["a(a{3})", ""],
  ["\u00e9(\\w+)", ""],
  ["word-\\b([0-9a-f]+)", ""],
];
