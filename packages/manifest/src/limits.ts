/** Bytes of one document. The largest public catalog is about 10 KB; 2 MiB holds 1,000 entries of 2 KB. */
export const DOCUMENT_MAX_BYTES = 2 * 1024 * 1024;

/** Containers in containers, the document itself being 1. agents.json needs 5; the reader recurses once a level. */
export const JSON_MAX_DEPTH = 16;

/** Entries of agents.json. A roster of more could not be read by a person. */
export const ENTRIES_MAX = 1_000;

/** Elements of one argument group. The longest known group has 4. */
export const GROUP_MAX_ARGUMENTS = 32;

/** UTF-8 bytes of one argument template: room for a path, far below the 128 KiB that Linux takes per argument. */
export const ARGUMENT_TEMPLATE_MAX_BYTES = 4_096;

/** Characters of `command`: four tokens of full length. */
export const COMMAND_MAX_LENGTH = 256;

/** Characters of `name`: one column of a list. */
export const NAME_MAX_LENGTH = 64;

/** Characters of a reason for a removal: one sentence. */
export const REASON_MAX_LENGTH = 200;

/** Characters of `icon`: a file name. */
export const ICON_MAX_LENGTH = 64;

/** Characters of `clearCommand` (agents.json reference, `clearCommand`). */
export const CLEAR_COMMAND_MAX_LENGTH = 64;

/** Characters of `downloadUrl`: what browsers and servers take everywhere. */
export const URL_MAX_LENGTH = 2_048;

/** UTF-16 units of `capture.pattern` (agents.json reference, "Capture"). */
export const CAPTURE_PATTERN_MAX_LENGTH = 2_000;

/** Characters of `minAppVersion` and of a version range of facts: the semver package itself stops at 256. */
export const VERSION_MAX_LENGTH = 128;

/** Rows of a facts document: a few version ranges of each of a few hundred agents. */
export const FACT_ROWS_MAX = 2_000;

/** Problems kept of one document. A hostile document can hold a problem every few bytes; the rest is counted, not kept. */
export const ISSUES_MAX = 1_000;

/** Characters of a program's output in which its version is looked for: banners come first, the version is in them. */
export const VERSION_OUTPUT_MAX_LENGTH = 64 * 1024;
