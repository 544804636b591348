import type { SearchAst, SearchPiece } from "./search-ast.js";

/** Fewest units of the captured text, and whether it can have more than one length. */
export type GroupLength = { min: number; isVariable: boolean };

/** Measures the captured text from the counts of the pattern. */
export function measureGroup({ pieces, groupStart, groupEnd }: SearchAst): GroupLength {
  const lengths = pieces.slice(groupStart, groupEnd).map(measurePiece);
  return {
    min: lengths.reduce((sum, { min }) => sum + min, 0),
    isVariable: lengths.some(({ min, max }) => min !== max),
  };
}

function measurePiece(piece: SearchPiece): { min: number; max: number } {
  if (piece.kind === "set") return piece;
  const lengths = piece.words.map((word) => word.length);
  return { min: Math.min(...lengths), max: Math.max(...lengths) };
}
