import type { BinaryRecord, BoundBinary } from "@slipway/binary";
import { isSameProgram } from "@slipway/binary";
import type { Result } from "@slipway/errors";
import { refuse, succeed } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import { describeConfirmation, nameOverride } from "./describe-absence.js";
import type { SearchOptions } from "./search-program.js";
import { bindProgram } from "./search-program.js";

/** The program that a variable names, and its version when it is the very file that was adopted. */
export type NamedProgram = { binary: BoundBinary; version?: string };

/**
 * Judges the file that `SLIPWAY_BIN_<ID>` names, as every candidate is. For an agent that is held to a digest it can only be
 * the file that is held: whoever can set a variable could otherwise start another one under its name. Starts and writes
 * nothing.
 */
export function judgeOverride(
  agent: Agent,
  path: string,
  record: BinaryRecord | undefined,
  options: SearchOptions,
): Result<NamedProgram> {
  const isHeld = agent.trust === "local" || record?.trust === "local" || record?.binary.file.sha256 !== undefined;
  const bound = bindProgram(path, options, { via: "env", hash: isHeld });
  if (!bound.ok) return refuse(...bound.issues.map((found) => nameOverride(agent, path, found)));
  const isRecorded = record !== undefined && isSameProgram(record.binary, bound.value);
  if (isHeld && !(isRecorded && record.binary.file.sha256 === bound.value.file.sha256))
    return refuse(nameOverride(agent, path, describeConfirmation(agent, bound.value)));
  const version = isRecorded ? record.version : undefined;
  return succeed({ binary: bound.value, ...(version === undefined ? {} : { version }) }, bound.issues);
}
