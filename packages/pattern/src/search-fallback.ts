/** Flags of a search pattern that matter to a fallback. */
export type FallbackFlags = { ignoreCase: boolean; multiline: boolean; dotAll: boolean };

/** A match in a text; offsets in UTF-16 units. The group is the first one; `-1` where it took no part. */
export type FallbackMatch = { start: number; end: number; groupStart: number; groupEnd: number };

/** A pattern that the fallback compiled. */
export type FallbackProgram = {
  /** The leftmost match that begins at `from` or later. Must take time in proportion to the text. */
  find(text: string, from: number): FallbackMatch | undefined;
};

/**
 * A linear-time engine for search patterns outside of the grammar. It is handed a pattern only after this package has counted
 * what the pattern expands to and refused look-around and back-references.
 */
export type SearchFallback = {
  /** Shown in messages. */
  readonly name: string;
  /** Compiles a pattern, or says in a few words why not. Does not throw. */
  compile(source: string, flags: FallbackFlags): { program: FallbackProgram } | { refusal: string };
};
