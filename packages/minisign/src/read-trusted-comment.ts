/** The parts of a trusted comment. */
export type TrustedFields = {
  /** The TAB-separated parts by name: the text behind the first `:`, or `true` for a bare word such as `hashed`. */
  fields: ReadonlyMap<string, string | true>;
  /** Names that stand more than once; they are in no other place. */
  ambiguousFields: readonly string[];
};

/**
 * Splits a verified trusted comment as the C tool writes it by default (`timestamp:1700000000` TAB `file:a.json` TAB
 * `hashed`). A name that is repeated is left out and reported: `timestamp:1` TAB `timestamp:99999999999` is a valid
 * comment, and two readers that pick different ones can be played against each other.
 */
export function readTrustedComment(comment: string): TrustedFields {
  const fields = new Map<string, string | true>();
  const ambiguous = new Set<string>();
  for (const part of comment.split("\t")) {
    if (part === "") continue;
    const colon = part.indexOf(":");
    const name = colon === -1 ? part : part.slice(0, colon);
    if (ambiguous.has(name)) continue;
    if (fields.delete(name)) ambiguous.add(name);
    else fields.set(name, colon === -1 ? true : part.slice(colon + 1));
  }
  return { fields, ambiguousFields: Object.freeze([...ambiguous]) };
}

/** Unix seconds written canonically (no sign, no leading zero, in the safe range); nothing for any other text. */
export function readTimestamp(value: string | true | undefined): number | undefined {
  if (typeof value !== "string" || !/^(?:0|[1-9][0-9]{0,15})$/.test(value)) return undefined;
  const seconds = Number(value);
  return Number.isSafeInteger(seconds) ? seconds : undefined;
}
