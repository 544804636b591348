import type { BinaryPorts, BinaryRecord, BoundBinary, BoundTree, Via } from "@slipway/binary";
import { bindTree, ensurePrivateFolder, readRecord, removeTree, writeRecord, writeTree } from "@slipway/binary";
import type { Issue, Printable, Result } from "@slipway/errors";
import { msg, refuse, succeed, verbatim } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import { runtimeIssue } from "../runtime-error.js";
import { binariesFolder } from "./binaries-folder.js";
import { describeAbsence, describeConfirmation } from "./describe-absence.js";
import { judgeOverride } from "./judge-override.js";
import { judgeRecorded } from "./judge-recorded.js";
import { probeVersion } from "./probe-version.js";
import type { SearchOptions } from "./search-program.js";
import { bindProgram, traceProgram } from "./search-program.js";

/** What the search for an agent's program depends on. */
export type ResolveBinaryOptions = SearchOptions & {
  /** Slipway's state folder; adoption records lie in `binaries` below it. */
  stateDir: string;
  /** Adopt this file, wherever it lies, because the user named it. */
  explicitPath?: string;
  /** What the user confirmed: needed for an agent of local trust, both the path and the digest. */
  confirmed?: {
    path: string;
    sha256: string;
    /**
     * Hold the program to this digest from now on, whatever the agent's trust. Without it the digest only names the file
     * that was agreed to, and a vendor's update is followed. An agent of local trust is always held.
     */
    hold?: boolean;
    /**
     * Adopt every file under this folder with the program: at each launch its folders must hold the names they held, and
     * `verifyProgramTree` compares all bytes. `digest` is that of the `bindTree` that was agreed to. Held like a digest.
     */
    tree?: { root: string; digest: string };
  };
  /** Ask the program for its version at adoption; true unless said. */
  probe?: boolean;
  now?: () => Date;
};

/** A program that may be launched. */
export type ResolvedBinary = {
  binary: BoundBinary;
  /** What the program said at its adoption; nothing when it did not say. */
  version?: string;
  /** True when this call adopted it. */
  adopted: boolean;
  /** True when the recorded path holds another file than at its adoption (an update, usually). */
  drifted: boolean;
  /** One line for people: `adopted /usr/bin/claude (path)`. */
  line: Printable;
};

/**
 * The program of an agent. With a record: its path, resolved and judged again; another file there is followed, recorded and
 * said (`RUNTIME_BINARY_DRIFTED`) for first-party agents, and for signed ones once their path was confirmed; it is refused
 * where the adoption is held to its digest (always for local ones). Without: the first candidate that passes is adopted,
 * recorded, and asked for its version once; an agent of local trust is refused with the line to type.
 * `SLIPWAY_BIN_<ID>` of the environment goes before the record, is judged like any candidate, is never recorded, and never
 * falls through; for an agent that is held to a digest it can name only the file that is held.
 *
 * Refusals: `RUNTIME_AGENT_NOT_INSTALLED` (its hint ends with the download address), `RUNTIME_ADOPTION_REQUIRED`, and those
 * of the binary rules.
 */
export async function resolveBinary(agent: Agent, options: ResolveBinaryOptions): Promise<Result<ResolvedBinary>> {
  const env = options.env ?? process.env;
  const override = env[agent.program.envVar];
  if (options.explicitPath !== undefined) return adopt(agent, options, options.explicitPath, "explicit");
  if (options.confirmed !== undefined) return adopt(agent, options, options.confirmed.path, "explicit");

  const record = readRecord(binariesFolder(options.stateDir), agent.id, portsOf(options));
  if (!record.ok) return refuseState(options, record.issues);
  if (override !== undefined && override !== "") return useOverride(agent, options, override, record.value);
  if (record.value === undefined) return discoverAndAdopt(agent, options, []);
  return followRecord(agent, options, record.value);
}

async function discoverAndAdopt(
  agent: Agent,
  options: ResolveBinaryOptions,
  notes: readonly Issue[],
): Promise<Result<ResolvedBinary>> {
  const trace = traceProgram(agent, options);
  if (trace.chosen === undefined) return refuse(...describeAbsence(agent, trace), ...notes);
  const adopted = await adopt(agent, options, trace.chosen.path, trace.chosen.via);
  return adopted.ok ? succeed(adopted.value, [...notes, ...adopted.issues]) : refuse(...adopted.issues, ...notes);
}

async function adopt(
  agent: Agent,
  options: ResolveBinaryOptions,
  path: string,
  via: Via,
): Promise<Result<ResolvedBinary>> {
  const isLocal = agent.trust === "local";
  const confirmed = options.confirmed;
  const tree = bindConfirmedTree(options);
  if (!tree.ok) return tree;
  const bound = bindProgram(path, options, {
    via,
    hash: isLocal,
    ...(tree.value === undefined ? {} : { tree: tree.value }),
    ...(confirmed === undefined ? {} : { sha256: confirmed.sha256 }),
  });
  if (!bound.ok) return bound;
  if (isLocal && confirmed === undefined) return refuse(describeConfirmation(agent, bound.value));
  const isHeld = isLocal || confirmed?.hold === true || tree.value !== undefined;
  const binary = isHeld ? bound.value : followFrom(bound.value);
  const issues = [...bound.issues, ...tree.issues];
  return recordAdoption(agent, options, binary, issues, { adopted: true, drifted: false }, tree.value);
}

/** The folder that was agreed to, as it is now: another content than was shown is refused. */
function bindConfirmedTree(options: ResolveBinaryOptions): Result<BoundTree | undefined> {
  const wanted = options.confirmed?.tree;
  if (wanted === undefined) return succeed(undefined);
  const tree = bindTree(wanted.root, portsOf(options));
  if (!tree.ok || tree.value.digest === wanted.digest) return tree;
  return refuse(
    runtimeIssue({
      code: "RUNTIME_ADOPTION_REQUIRED",
      message: msg`the files under ${wanted.root} are others than those that were agreed to`,
      hint: msg`look at them again`,
    }),
  );
}

/** A binding whose file is followed: a recorded digest is what holds it. */
function followFrom(binary: BoundBinary): BoundBinary {
  const { path, identity } = binary.file;
  return { ...binary, file: { path, identity } };
}

async function recordAdoption(
  agent: Agent,
  options: ResolveBinaryOptions,
  binary: BoundBinary,
  issues: readonly Issue[],
  how: { adopted: boolean; drifted: boolean },
  tree?: BoundTree,
): Promise<Result<ResolvedBinary>> {
  // Asked before the program is started: without a record it would be started, and forgotten, at every launch.
  const folder = ensurePrivateFolder(binariesFolder(options.stateDir), portsOf(options));
  if (!folder.ok) return refuseState(options, folder.issues);
  const probe =
    options.probe === false
      ? undefined
      : await probeVersion(binary, agent, { stateDir: options.stateDir, ...envOf(options) });
  const found = [...issues, ...(probe?.ok === false ? probe.issues.map(asWarning) : [])];
  const version = probe?.ok ? probe.value.version : undefined;
  const record: BinaryRecord = {
    schema: 1,
    agent: agent.id,
    trust: agent.trust,
    binary,
    ...(version === undefined ? {} : { version }),
    adoptedAt: (options.now?.() ?? new Date()).toISOString(),
  };
  const written = writeAdoption(agent.id, record, tree, options);
  if (!written.ok) return refuseState(options, written.issues);
  const verb = how.drifted ? "changed since its adoption" : "adopted";
  return succeed(
    {
      binary,
      ...(version === undefined ? {} : { version }),
      ...how,
      line: how.drifted
        ? msg`${binary.foundAt} (${binary.via}) ${verb}`
        : msg`${verb} ${binary.foundAt} (${binary.via})`,
    },
    found,
  );
}

/** The tree first: a record that speaks of one has it, whenever the writing is cut short. */
function writeAdoption(
  id: string,
  record: BinaryRecord,
  tree: BoundTree | undefined,
  options: ResolveBinaryOptions,
): Result<unknown> {
  const folder = binariesFolder(options.stateDir);
  const kept = tree === undefined ? succeed(undefined) : writeTree(folder, id, tree, portsOf(options));
  if (!kept.ok) return kept;
  const written = writeRecord(folder, id, record, portsOf(options));
  return written.ok && tree === undefined ? removeTree(folder, id, portsOf(options)) : written;
}

async function followRecord(
  agent: Agent,
  options: ResolveBinaryOptions,
  record: BinaryRecord,
): Promise<Result<ResolvedBinary>> {
  const { foundAt } = record.binary;
  const judged = judgeRecorded(agent, record, options);
  if (judged.state === "refused") return refuse(...judged.issues);
  if (judged.state === "same") {
    keepProvenOrder(options, record, judged.binary);
    return succeed(useRecord(record, judged.binary), judged.issues);
  }
  if (judged.state === "gone")
    return discoverAndAdopt(agent, options, [
      runtimeIssue({
        code: "RUNTIME_BINARY_DRIFTED",
        severity: "warning",
        message: msg`the recorded program ${foundAt} is gone; another one is looked for`,
        hint: msg`slipway adopt ${agent.id} --path FILE chooses one yourself`,
      }),
    ]);
  const issues = [judged.drift, ...judged.issues];
  return recordAdoption(agent, options, judged.binary, issues, { adopted: false, drifted: true });
}

/**
 * A program that was adopted right after it was written has its bytes compared at each launch until its identity is proven
 * to show every later write. Recorded once it is; where that fails, the bytes are compared again next time.
 */
function keepProvenOrder(options: ResolveBinaryOptions, record: BinaryRecord, binary: BoundBinary): void {
  const files = ({ file, interpreter }: BoundBinary) => [file, interpreter, ...(interpreter?.through ?? [])];
  const count = (bound: BoundBinary) => files(bound).filter((file) => file?.order !== undefined).length;
  if (count(binary) < count(record.binary))
    writeRecord(binariesFolder(options.stateDir), record.agent, { ...record, binary }, portsOf(options));
}

function useRecord(record: BinaryRecord, binary: BoundBinary): ResolvedBinary {
  return {
    binary,
    ...(record.version === undefined ? {} : { version: record.version }),
    adopted: false,
    drifted: false,
    line: msg`uses ${binary.foundAt} (${binary.via})`,
  };
}

function useOverride(
  agent: Agent,
  options: ResolveBinaryOptions,
  path: string,
  record: BinaryRecord | undefined,
): Result<ResolvedBinary> {
  const judged = judgeOverride(agent, path, record, options);
  if (!judged.ok) return judged;
  const line = msg`uses ${judged.value.binary.foundAt} (named by ${agent.program.envVar})`;
  return succeed({ ...judged.value, adopted: false, drifted: false, line }, judged.issues);
}

function portsOf(options: ResolveBinaryOptions): { ports?: Partial<BinaryPorts> } {
  return options.ports === undefined ? {} : { ports: options.ports };
}

function envOf(options: ResolveBinaryOptions): { env?: Readonly<Record<string, string | undefined>> } {
  return options.env === undefined ? {} : { env: options.env };
}

/** The state folder is Slipway's own: whatever is wrong with it, the next step is the same. */
function refuseState({ stateDir }: ResolveBinaryOptions, issues: readonly Issue[]): Result<never> {
  const next = msg`set SLIPWAY_HOME to a folder that you can write, in place of ${stateDir}`;
  return refuse(
    ...issues.map((found) => ({
      ...found,
      hint: found.hint === undefined ? next : msg`${verbatim(found.hint)}; or ${verbatim(next)}`,
    })),
  );
}

function asWarning(found: Issue): Issue {
  return { ...found, severity: "warning" };
}
