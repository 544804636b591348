import type { CharacterSet } from "./character-set.js";
import type { SearchAst } from "./search-ast.js";

/** Literal characters directly before the group that make a pattern labelled: fewer are found in any text by chance. */
export const LABEL_MIN_LENGTH = 3;

/**
 * Whether a literal label of at least {@link LABEL_MIN_LENGTH} characters stands directly before the group. Counted from the
 * group backwards through single characters and the shortest of alternatives; a label of blanks alone is none.
 */
export function hasLabel({ pieces, groupStart }: Pick<SearchAst, "pieces" | "groupStart">): boolean {
  let length = 0;
  let visible = false;
  for (const piece of pieces.slice(0, groupStart).reverse()) {
    if (piece.kind === "words") {
      length += Math.min(...piece.words.map((word) => word.length));
      visible ||= piece.words.every((word) => !word.every(isBlank));
    } else {
      if (piece.literal === undefined) break;
      length += piece.min;
      visible ||= !/\s/.test(String.fromCharCode(piece.literal));
      // What stands before a run of variable length is not directly before the group.
      if (piece.min !== piece.max) break;
    }
  }
  return visible && length >= LABEL_MIN_LENGTH;
}

/** Whether a set of alternatives, which is one character, is a blank. */
function isBlank(set: CharacterSet): boolean {
  const unit = set.ascii.indexOf(1);
  return /\s/.test(String.fromCharCode(unit === -1 ? (set.exceptions[0] as number) : unit));
}
