import type { Severity } from "@slipway/errors";
import type { ManifestCode } from "../manifest-error.js";

/** What an example of a rule is. */
export type ExampleKind =
  /** Members of an entry. */
  | "entry"
  /** A whole agents.json. */
  | "document"
  /** A whole facts.json. */
  | "facts";

/** A rule of this package: what it asks, why it exists, how it is broken and kept. */
export type Rule = {
  /** The rule's name; several rules can tell one code. */
  id: string;
  code: ManifestCode;
  /** The mildest severity that the code is told with. */
  severity: Severity;
  /** What is asked, in one sentence. */
  rule: string;
  /** What went wrong, or could, without it. */
  why: string;
  /** Examples as text, absent where none can be written down (bytes that are no text, limits of size, calls). */
  example?: { kind: ExampleKind; wrong: string; right: string };
};
