import { join } from "node:path";
import type { BinaryPorts, BinaryRecord, BoundBinary, OwnershipPolicy, Via } from "@slipway/binary";
import { bindBinary, discover, readRecord, recheckBinary, writeRecord } from "@slipway/binary";
import type { Issue, Printable, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import { runtimeIssue } from "../runtime-error.js";
import { describeAbsence, describeConfirmation } from "./describe-absence.js";
import { probeVersion } from "./probe-version.js";

/** What the search for an agent's program depends on. */
export type ResolveBinaryOptions = {
  /** The working directory of the launch, absolute: nothing in it is started unasked. */
  workspace: string;
  /** Slipway's state folder; adoption records lie in `binaries` below it. */
  stateDir: string;
  env?: Readonly<Record<string, string | undefined>>;
  policy?: OwnershipPolicy;
  /** Adopt this file, wherever it lies, because the user named it. */
  explicitPath?: string;
  /** What the user confirmed: needed for an agent of local trust, both the path and the digest. */
  confirmed?: { path: string; sha256: string };
  /** Ask the program for its version at adoption; true unless said. */
  probe?: boolean;
  ports?: Partial<BinaryPorts>;
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

/** The folder of the adoption records below the state folder. */
export function binariesFolder(stateDir: string): string {
  return join(stateDir, "binaries");
}

/**
 * The program of an agent. With a record: its path, resolved and judged again; another file there is followed and recorded
 * for first-party and signed agents, and refused for local ones, which are held to their digest. Without: the first
 * candidate that passes is adopted, recorded, and asked for its version once; an agent of local trust is refused with the
 * line to type. `SLIPWAY_BIN_<ID>` of the environment goes before the record, is judged like any candidate, never recorded,
 * and never falls through.
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
  if (!record.ok) return record;
  if (override !== undefined && override !== "") return useOverride(agent, options, override, record.value);
  if (record.value === undefined) return discoverAndAdopt(agent, options, []);
  return followRecord(agent, options, record.value);
}

async function discoverAndAdopt(
  agent: Agent,
  options: ResolveBinaryOptions,
  notes: readonly Issue[],
): Promise<Result<ResolvedBinary>> {
  const trace = discover({
    names: agent.program.names,
    searchPaths: agent.program.searchPaths,
    workspace: options.workspace,
    env: options.env ?? process.env,
    ...policyOf(options),
    ...portsOf(options),
  });
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
  const bound = bind(options, path, via, isLocal, confirmed?.sha256);
  if (!bound.ok) return bound;
  if (isLocal && confirmed === undefined) return refuse(describeConfirmation(agent, bound.value));
  return recordAdoption(agent, options, bound.value, bound.issues, { adopted: true, drifted: false });
}

async function recordAdoption(
  agent: Agent,
  options: ResolveBinaryOptions,
  binary: BoundBinary,
  issues: readonly Issue[],
  how: { adopted: boolean; drifted: boolean },
): Promise<Result<ResolvedBinary>> {
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
  const written = writeRecord(binariesFolder(options.stateDir), agent.id, record, portsOf(options));
  if (!written.ok) return refuse(...written.issues, ...found);
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

async function followRecord(
  agent: Agent,
  options: ResolveBinaryOptions,
  record: BinaryRecord,
): Promise<Result<ResolvedBinary>> {
  const { binary } = record;
  const again = bind(options, binary.foundAt, binary.via, false, undefined);
  if (!again.ok) {
    const gone = again.issues.some(({ code }) => code === "BINARY_MISSING" || code === "BINARY_LINK_BROKEN");
    if (!gone || agent.trust === "local") return again;
    return discoverAndAdopt(agent, options, [
      runtimeIssue({
        code: "RUNTIME_BINARY_DRIFTED",
        severity: "info",
        message: msg`the recorded program ${binary.foundAt} is gone`,
      }),
    ]);
  }
  const proven = agent.trust === "local" || record.trust === "local";
  if (proven || isSameFile(binary, again.value)) {
    if (agent.trust === "local" && record.trust !== "local") return adopt(agent, options, binary.foundAt, binary.via);
    // A local agent is held to the digest that was confirmed; its record carries it.
    const checked = recheckBinary(binary, portsOf(options));
    if (checked.ok) return succeed(useRecord(record, checked.value), [...again.issues, ...checked.issues]);
    if (!proven) return checked;
    const fresh = bind(options, binary.foundAt, binary.via, true, undefined);
    return refuse(...checked.issues, ...(fresh.ok ? [describeConfirmation(agent, fresh.value)] : []));
  }
  const drift = runtimeIssue({
    code: "RUNTIME_BINARY_DRIFTED",
    severity: "info",
    message: msg`${binary.foundAt} is another file than at its adoption on ${record.adoptedAt}`,
  });
  return recordAdoption(agent, options, again.value, [drift, ...again.issues], { adopted: false, drifted: true });
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

async function useOverride(
  agent: Agent,
  options: ResolveBinaryOptions,
  path: string,
  record: BinaryRecord | undefined,
): Promise<Result<ResolvedBinary>> {
  const isLocal = agent.trust === "local";
  const bound = bind(options, path, "env", isLocal, undefined);
  if (!bound.ok) return bound;
  const binary = bound.value;
  const isRecorded = record !== undefined && isSameFile(record.binary, binary);
  if (isLocal && !(isRecorded && record.binary.file.sha256 === binary.file.sha256))
    return refuse(describeConfirmation(agent, binary));
  return succeed(
    {
      binary,
      ...(isRecorded && record.version !== undefined ? { version: record.version } : {}),
      adopted: false,
      drifted: false,
      line: msg`uses ${binary.foundAt} (named by ${agent.program.envVar})`,
    },
    bound.issues,
  );
}

function bind(
  options: ResolveBinaryOptions,
  path: string,
  via: Via,
  hash: boolean,
  sha256: string | undefined,
): Result<BoundBinary> {
  return bindBinary(path, {
    via,
    workspace: options.workspace,
    env: options.env ?? process.env,
    hash,
    ...(sha256 === undefined ? {} : { sha256 }),
    ...policyOf(options),
    ...portsOf(options),
  });
}

function isSameFile(known: BoundBinary, found: BoundBinary): boolean {
  const same = (a: BoundBinary["file"] | undefined, b: BoundBinary["file"] | undefined): boolean =>
    a?.path === b?.path &&
    (["device", "inode", "size", "mtimeNs", "ctimeNs"] as const).every(
      (name) => a?.identity[name] === b?.identity[name],
    );
  return same(known.file, found.file) && same(known.interpreter, found.interpreter);
}

function policyOf(options: ResolveBinaryOptions): { policy?: OwnershipPolicy } {
  return options.policy === undefined ? {} : { policy: options.policy };
}

function portsOf(options: ResolveBinaryOptions): { ports?: Partial<BinaryPorts> } {
  return options.ports === undefined ? {} : { ports: options.ports };
}

function envOf(options: ResolveBinaryOptions): { env?: Readonly<Record<string, string | undefined>> } {
  return options.env === undefined ? {} : { env: options.env };
}

function asWarning(found: Issue): Issue {
  return { ...found, severity: "warning" };
}
