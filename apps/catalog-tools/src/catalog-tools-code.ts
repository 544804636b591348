import type { Issue, Printable } from "@slipway/errors";
import { issue } from "@slipway/errors";

/** Every code of this program's own; codes of manifest and minisign pass through unchanged. */
export type CatalogToolsCode =
  /** The word after `slipway-catalog` is no command. */
  | "CATALOG_TOOLS_UNKNOWN_COMMAND"
  /** An option is unknown or not one of this command, stands twice, lacks its value, or has one it does not take. */
  | "CATALOG_TOOLS_OPTION"
  /** The command needs a file, or takes fewer than were given. */
  | "CATALOG_TOOLS_FILES"
  /** A folder holds nothing that the command works on. */
  | "CATALOG_TOOLS_NOTHING_THERE"
  /** No rule has this code. */
  | "CATALOG_TOOLS_UNKNOWN_CODE"
  /** `verify` needs exactly one of `-p` and `-P`. */
  | "CATALOG_TOOLS_KEY"
  /** A file cannot be read, is no regular file where one is needed, or is larger than the limit. */
  | "CATALOG_TOOLS_UNREADABLE"
  /** A file cannot be replaced. */
  | "CATALOG_TOOLS_UNWRITABLE"
  /** An icon is no SVG image, or could do more than be drawn: script, links, foreign content, document type. */
  | "CATALOG_TOOLS_ICON"
  /** Warning: an entry names an icon file that is not in the folder `icons` beside the catalog. */
  | "CATALOG_TOOLS_ICON_MISSING"
  /** `iconDigests` names an icon file that the folder lacks, or one whose bytes have another SHA-256. */
  | "CATALOG_TOOLS_ICON_DIGEST"
  /** `diff` cannot compare: one side is refused as a whole. */
  | "CATALOG_TOOLS_NOT_COMPARED"
  /** A fault that no rule foresaw; it is ours. */
  | "CATALOG_TOOLS_UNEXPECTED";

/** A problem with a code of this program. */
export function problem(code: CatalogToolsCode, message: Printable, hint: Printable): Issue {
  return issue({ code, message, hint });
}
