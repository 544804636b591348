import { delimiter } from "node:path";
import type {
  BinaryPorts,
  BindOptions,
  BoundBinary,
  DriftPolicy,
  Followed,
  OwnershipPolicy,
  Trace,
  Via,
} from "@slipway/binary";
import { bindBinary, discover, followBinary } from "@slipway/binary";
import type { Result } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import { matchesName } from "../environment/environment-names.js";

/** What a search for a program depends on. */
export type SearchOptions = {
  /** The working directory of the launch, absolute: nothing in it is started unasked. */
  workspace: string;
  /**
   * The folder the host itself was started in, absolute, when that is another one: nothing in it is started unasked
   * either. PATH and other variables may have been set for that folder, whatever folder the agent is to work in.
   */
  startedIn?: string;
  env?: Readonly<Record<string, string | undefined>>;
  policy?: OwnershipPolicy;
  ports?: Partial<BinaryPorts>;
};

/**
 * Everything that is looked at on the way to an agent's program, and what is taken; starts and writes nothing. The variable
 * `SLIPWAY_BIN_<ID>`, when set, is the only place looked in.
 */
export function traceProgram(agent: Pick<Agent, "program">, options: SearchOptions): Trace {
  const { names, searchPaths, envVar } = agent.program;
  const [trace, other] = listSearches(options).map((search) =>
    discover({ names, searchPaths, envOverride: { name: envVar }, ...search }),
  );
  return other === undefined ? (trace as Trace) : keepCommon(trace as Trace, other);
}

/** Binds a file for a launch; refused when it lies in a folder whose content a repository may have chosen. */
export function bindProgram(
  path: string,
  options: SearchOptions,
  how: { via: Via } & Pick<BindOptions, "hash" | "sha256" | "tree">,
): Result<BoundBinary> {
  const bound = listSearches(options).map((search) => bindBinary(path, { ...how, ...search }));
  return bound.find((result) => !result.ok) ?? (bound[0] as Result<BoundBinary>);
}

/** A bound program as it is now, under the rules of {@link bindProgram}. */
export function followProgram(bound: BoundBinary, options: SearchOptions, drift: DriftPolicy): Result<Followed> {
  const followed = listSearches(options).map((search) => followBinary(bound, { ...search, drift }));
  return followed.find((result) => !result.ok) ?? (followed[0] as Result<Followed>);
}

type Search = SearchOptions & Required<Pick<SearchOptions, "env">>;

/** One search for each folder that may be hostile, all over the same PATH: so that all meet the same interpreters. */
function listSearches({ workspace, startedIn, ...rest }: SearchOptions): Search[] {
  const first = { ...rest, workspace, env: rest.env ?? process.env };
  if (startedIn === undefined || startedIn === workspace) return [first];
  const second = { ...first, workspace: startedIn };
  const env = leaveOutHostile(leaveOutHostile(first.env, first), second);
  return [
    { ...first, env },
    { ...second, env },
  ];
}

/** The environment with a PATH of only the entries that may be looked in for this workspace. */
function leaveOutHostile(env: Search["env"], search: Search): Search["env"] {
  const { places } = discover({ ...search, env, names: [], npmGlobal: false });
  const kept = places.flatMap(({ folder, skipped }) => (skipped === undefined ? [folder] : []));
  const name = Object.keys(env).find((key) => matchesName("PATH", key, process.platform === "win32")) ?? "PATH";
  return { ...env, [name]: kept.join(delimiter) };
}

/** What both searches found; of a candidate that only the second refuses, its reason is told. */
function keepCommon(trace: Trace, other: Trace): Trace {
  const { chosen: preferred, ...rest } = trace;
  const candidates = trace.candidates.flatMap((candidate) => {
    const same = other.candidates.find(({ path }) => path === candidate.path);
    return same === undefined ? [] : [same.verdict === "refused" ? same : candidate];
  });
  const chosen =
    candidates.find((candidate) => candidate === preferred) ?? candidates.find(({ verdict }) => verdict === "ok");
  if (chosen !== undefined) return { ...rest, status: "found", candidates, chosen };
  return { ...rest, status: candidates.length > 0 ? "refused" : "absent", candidates };
}
