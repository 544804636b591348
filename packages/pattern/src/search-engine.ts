import type { Automaton } from "./build-automaton.js";
import type { FallbackProgram } from "./search-fallback.js";

/** What a compiled search pattern runs on; holds no state of a stream. */
export type SearchEngine =
  | {
      kind: "states";
      /** Built at the first stream: a catalog compiles every pattern to check it, and searches with one of them. */
      automaton: () => Automaton;
      variableGroup: boolean;
    }
  | { kind: "lines"; program: FallbackProgram; states: number; variableGroup: boolean };
