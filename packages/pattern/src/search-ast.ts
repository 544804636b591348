import type { CharacterSet } from "./character-set.js";
import type { Repeat } from "./parse-count.js";
import type { Findings } from "./pattern-issue.js";

/** A set of characters and how often; `literal` is the unit of a single literal character. */
export type SetPiece = { kind: "set"; set: CharacterSet; literal?: number } & Repeat;

/** One of several texts, each a row of sets. */
export type WordsPiece = { kind: "words"; words: CharacterSet[][] };

/** One step of a search pattern. */
export type SearchPiece = SetPiece | WordsPiece;

/**
 * A search pattern taken apart. The capture group holds the pieces from `groupStart` to before `groupEnd`; a word boundary is
 * demanded before each piece in `boundaries`, and after the last where the number of pieces is in it.
 */
export type SearchAst = {
  pieces: SearchPiece[];
  groupStart: number;
  groupEnd: number;
  boundaries: ReadonlySet<number>;
};

/** What the reading of one pattern has come to. */
export type Reading = {
  source: string;
  ignoreCase: boolean;
  findings: Findings;
  pieces: SearchPiece[];
  boundaries: Set<number>;
  /** Offset of the open capture group's parenthesis. */
  openAt: number | undefined;
  groupStart: number | undefined;
  groupEnd: number | undefined;
};
