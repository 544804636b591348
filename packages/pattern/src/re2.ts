/** The fallback of `compileSearch` for patterns that are outside of the search grammar and inside RE2's syntax. */
import { RE2JS } from "re2js";
import type { FallbackFlags, FallbackMatch, FallbackProgram, SearchFallback } from "./search-fallback.js";

export type { FallbackFlags, FallbackMatch, FallbackProgram, SearchFallback } from "./search-fallback.js";

/**
 * Runs patterns on re2js, the JavaScript port of RE2, whose time is linear in the text. Needs the optional peer `re2js`.
 * `\uXXXX`, `\cX` and `(?<name>` are rewritten to RE2's spelling first; what differs from JavaScript stays RE2's: `\s` has
 * no no-break space, and `\d`, `\w` and `\b` are ASCII.
 */
export const re2Fallback: SearchFallback = Object.freeze({ name: "re2js", compile: compileWithRe2 });

function compileWithRe2(source: string, flags: FallbackFlags): { program: FallbackProgram } | { refusal: string } {
  const bits =
    (flags.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.multiline ? RE2JS.MULTILINE : 0) |
    (flags.dotAll ? RE2JS.DOTALL : 0);
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(RE2JS.translateRegExp(source), bits);
  } catch (error) {
    return { refusal: (error as Error).message };
  }
  return { program: { find: (text, from) => findFrom(compiled, text, from) } };
}

function findFrom(compiled: RE2JS, text: string, from: number): FallbackMatch | undefined {
  const matcher = compiled.matcher(text);
  if (!matcher.find(from)) return undefined;
  return { start: matcher.start(), end: matcher.end(), groupStart: matcher.start(1), groupEnd: matcher.end(1) };
}
