import { SlipwayError } from "@slipway/errors";

/** Every code of this package. Issues of `@slipway/placeholder` and `@slipway/pattern` pass through under their own. */
export type ManifestCode =
  /** The document is larger than {@link DOCUMENT_MAX_BYTES}. */
  | "MANIFEST_TOO_LARGE"
  /** The bytes are not UTF-8. */
  | "MANIFEST_NOT_UTF8"
  /** Warning: the document begins with a byte order mark, which many readers refuse. */
  | "MANIFEST_BYTE_ORDER_MARK"
  /** The text is not JSON (RFC 8259). */
  | "MANIFEST_NOT_JSON"
  /** The text ends inside a value. */
  | "MANIFEST_TRUNCATED"
  /** The text holds a comment, which JSON has not. */
  | "MANIFEST_COMMENT"
  /** Containers are nested deeper than {@link JSON_MAX_DEPTH}. */
  | "MANIFEST_TOO_DEEP"
  /** One object names a member twice; readers disagree which one counts. */
  | "MANIFEST_DUPLICATE_MEMBER"
  /** A member is named `__proto__`, `constructor` or `prototype`. */
  | "MANIFEST_RESERVED_MEMBER"
  /** A text holds half of a surrogate pair, which has no UTF-8 form. */
  | "MANIFEST_LONE_SURROGATE"
  /** A value has another type than its field takes. */
  | "MANIFEST_WRONG_TYPE"
  /** A field that must be there is absent. */
  | "MANIFEST_MISSING_FIELD"
  /** Warning in agents.json, where readers ignore it; in facts the row is left out, because it may be a restriction. */
  | "MANIFEST_UNKNOWN_FIELD"
  /** The document is of another kind than this reader's. */
  | "MANIFEST_WRONG_KIND"
  /** `schema` is absent, or no integer that ever was a schema. */
  | "MANIFEST_SCHEMA"
  /** `schema` is higher than this reader's: a newer reader is needed. */
  | "MANIFEST_NEWER_SCHEMA"
  /** `updatedAt` is no calendar date in the form YYYY-MM-DD. */
  | "MANIFEST_UPDATED_AT"
  /** Warning: the document lists no agent. */
  | "MANIFEST_NO_AGENTS"
  /** A list is longer than its limit. */
  | "MANIFEST_TOO_MANY"
  /** More problems than {@link ISSUES_MAX}; the rest was counted only. */
  | "MANIFEST_TOO_MANY_ISSUES"
  /** `id` is not of the grammar, or a device name of Windows: it becomes a file name. */
  | "MANIFEST_ID"
  /** Two entries have one id, compared without regard to case; the first stands. */
  | "MANIFEST_DUPLICATE_ID"
  /** `name` is blank, too long, or holds characters that cannot be shown as themselves. */
  | "MANIFEST_NAME"
  /** `command` is not tokens separated by single spaces, or is too long. */
  | "MANIFEST_COMMAND"
  /** A later token of `command` begins with `-`: options belong into the flag groups. */
  | "MANIFEST_COMMAND_OPTION"
  /** The program of `command` is a shell, interpreter, privilege tool or package runner. */
  | "MANIFEST_COMMAND_FORBIDDEN"
  /** `adapter` is anything but `cli`. */
  | "MANIFEST_ADAPTER"
  /** Info: `adapter` is absent and taken as `cli`. */
  | "MANIFEST_ADAPTER_ABSENT"
  /** `icon` is no bare file name or asset key; the field is left out. */
  | "MANIFEST_ICON"
  /** `downloadUrl` is no https URL of a public host; the field is left out. */
  | "MANIFEST_DOWNLOAD_URL"
  /** `clearCommand` is not 1 to 64 printable ASCII characters; the field is left out. */
  | "MANIFEST_CLEAR_COMMAND"
  /** `minAppVersion` is no semantic version. */
  | "MANIFEST_MIN_APP_VERSION"
  /** Warning: the entry is for a newer app and left out. */
  | "MANIFEST_NEEDS_NEWER_APP"
  /** Warning: the entry names a `minAppVersion` and the embedder gave no `appVersion`: left out. */
  | "MANIFEST_APP_VERSION_UNKNOWN"
  /** A group has too many arguments. */
  | "MANIFEST_GROUP_TOO_LONG"
  /** An argument is longer than {@link ARGUMENT_TEMPLATE_MAX_BYTES}. */
  | "MANIFEST_ARGUMENT_TOO_LONG"
  /** An argument holds a control character. */
  | "MANIFEST_ARGUMENT_CONTROL"
  /** A group lacks the placeholder of the value it carries, so the value would be dropped. */
  | "MANIFEST_PLACEHOLDER_ABSENT"
  /** An option that decides what the agent may do stands in a group that applies without being asked for it. */
  | "MANIFEST_FLAG_OUT_OF_GROUP"
  /** A group that is known not to work with this program. */
  | "MANIFEST_KNOWN_TRAP"
  /** Warning: two names look alike, or one word of a name mixes alphabets. */
  | "MANIFEST_NAME_CONFUSABLE"
  /** `capture` is not usable: pattern too long, unknown flags, or no group of its own. */
  | "MANIFEST_CAPTURE"
  /** Info: an empty group takes away the one of a lower layer. */
  | "MANIFEST_GROUP_CLEARED"
  /** A row of `removed` is not usable, or names an agent that the same document lists: that one is left out. */
  | "MANIFEST_REMOVED"
  /** `iconDigests` has an entry that is no file name with the SHA-256 of a file; it is left out. */
  | "MANIFEST_ICON_DIGEST"
  /** No agent of this id; the hint names a near one. */
  | "MANIFEST_AGENT_UNKNOWN"
  /** A facts row names something outside the closed vocabulary; the row is left out. */
  | "MANIFEST_FACT"
  /** Misuse, thrown: `appVersion` is no semantic version, or an argument has the wrong type. */
  | "MANIFEST_MISUSE";

/** What this package throws: misuse only. */
export class ManifestError extends SlipwayError<ManifestCode> {
  static {
    Object.defineProperty(ManifestError.prototype, "name", {
      value: "ManifestError",
      configurable: true,
      writable: true,
    });
  }
}
