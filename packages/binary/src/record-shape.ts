import type { Printable } from "@slipway/errors";
import { printable } from "@slipway/errors";
import type { BoundBinary } from "./bound-binary.js";
import type { Fields } from "./closed-shape.js";
import { digest, fields, identity, list, oneOf, path, text } from "./closed-shape.js";

/** Bytes of a record. A real one has about 1,000. */
export const RECORD_MAX_BYTES = 16_384;

/** Which file an agent's launches use, and since when. One JSON file an agent, in a private folder. */
export type BinaryRecord = {
  schema: 1;
  /** The agent's id; also the name of the file. */
  agent: string;
  /** The trust of the manifest that the binary was adopted for. */
  trust: "first-party" | "signed" | "local";
  binary: BoundBinary;
  /** What the version probe printed, when it was run. */
  version?: string;
  /** When it was adopted: ISO 8601, UTC, as `Date.prototype.toISOString` writes it. */
  adoptedAt: string;
  /** A digest of the launch templates that the adoption was for. */
  templates?: string;
};

const argument = text(/^[^\0]{0,4096}$/su);
const line = text(/^[^\0-\x1f\x7f]{0,1024}$/u);
const boundFile: Fields = {
  path: { check: path },
  identity: { check: identity },
  sha256: { check: digest, optional: true },
  order: {
    check: fields({
      because: { check: oneOf("fresh", "filesystem") },
      ageNs: { check: text(/^-?\d{1,20}$/u) },
      sha256: { check: digest },
    }),
    optional: true,
  },
};
const binary = fields({
  state: { check: oneOf("managed", "adopted") },
  via: { check: oneOf("explicit", "record", "install", "env", "search-path", "npm-global", "login-path", "path") },
  foundAt: { check: path },
  file: { check: fields(boundFile) },
  kind: { check: oneOf("native", "script") },
  interpreter: {
    check: fields({
      ...boundFile,
      args: { check: list(64, argument) },
      through: { check: list(8, fields(boundFile)), optional: true },
      lookup: { check: (value) => typeof value === "boolean" },
      verdict: { check: oneOf("ok", "unproven") },
    }),
    optional: true,
  },
  policy: { check: oneOf("strict", "standard") },
  coverage: { check: oneOf("entry", "tree", "partial") },
  // Each accepted doubt is one: folder by folder, of the program and of its interpreter.
  notes: { check: list(128, line) },
});
const record = fields({
  schema: { check: (value) => value === 1 },
  agent: { check: text(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/u) },
  trust: { check: oneOf("first-party", "signed", "local") },
  binary: { check: binary },
  version: { check: line, optional: true },
  adoptedAt: { check: text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u) },
  templates: { check: text(/^[A-Za-z0-9:+/=_-]{1,128}$/u), optional: true },
});

/** Whether a value is a record, whole and with nothing more; a script without its interpreter is none. */
export function isBinaryRecord(value: unknown): value is BinaryRecord {
  if (!record(value)) return false;
  const { binary: bound } = value as BinaryRecord;
  return (bound.kind === "script") === (bound.interpreter !== undefined);
}

/** Makes the foreign text of a record that was read safe to print. */
export function restoreNotes(read: BinaryRecord): BinaryRecord {
  const notes = read.binary.notes.map((note): Printable => printable(note, { maxColumns: 1024 }));
  return { ...read, binary: { ...read.binary, notes } };
}
