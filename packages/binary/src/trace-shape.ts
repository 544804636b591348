import type { Issue } from "@slipway/errors";
import type { Via } from "./bound-binary.js";
import type { ProgramJudgement, ProgramOptions } from "./judge-program.js";
import type { Place } from "./search-places.js";

/** Names looked for, the program's own and its aliases. */
export const NAMES_MAX = 16;
/** Candidates judged; a machine with more than a few copies of one program has another problem. */
export const CANDIDATES_MAX = 64;

/** What to look for and where. */
export type DiscoverRequest = ProgramOptions & {
  /** File names in order of preference. */
  names: readonly string[];
  /** Absolute or `~/` folders, looked in before PATH. */
  searchPaths?: readonly string[];
  /** Look where `npm install -g` puts programs; true by default. */
  npmGlobal?: boolean;
  /**
   * The environment variable that may name the file. When it is set, nothing else is looked at: what it names is judged
   * like any candidate, and when that is refused the answer is refused. `value` replaces what `env` holds.
   */
  envOverride?: { name: string; value?: string };
  /** The file that the caller named; may lie in the workspace. When given, nothing else is looked at. */
  explicit?: string;
  /** The path that a record holds: the first candidate, judged like any other. */
  record?: string;
  /** The program that Slipway installed, below the folder it was installed into: a candidate before all that is found. */
  managed?: { root: string; path: string };
  /** The PATH that `readLoginPath` gave: looked in before the process's own. */
  loginPath?: string;
};

/** One file that was found, with what speaks against it. */
export type Candidate = Omit<ProgramJudgement, "issues"> & {
  via: Via;
  /** The first thing that speaks against it. */
  reason?: Issue;
  issues: Issue[];
};

/** What `discover` did: everything that was looked at and why each thing was or was not taken. */
export type Trace = {
  /** `found`: `chosen` is there. `refused`: candidates are there and none may be used. `absent`: there is none. */
  status: "found" | "absent" | "refused";
  /** The names asked for. */
  names: string[];
  chosen?: Candidate;
  candidates: Candidate[];
  /** Every place, looked in or skipped with the reason. */
  places: Place[];
  /** About the request itself: a name that is not looked for, a home that differs, a limit. */
  issues: Issue[];
};
