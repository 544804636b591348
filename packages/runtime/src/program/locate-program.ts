import type { Trace, Via } from "@slipway/binary";
import { readRecord, summariseTrace } from "@slipway/binary";
import type { Issue } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import { binariesFolder } from "./binaries-folder.js";
import { describePassedOver } from "./describe-absence.js";
import { judgeOverride } from "./judge-override.js";
import { judgeRecorded } from "./judge-recorded.js";
import type { SearchOptions } from "./search-program.js";
import { traceProgram } from "./search-program.js";

/**
 * Where an agent's program is. `adopted`: recorded, and what a launch uses. `found`: what a launch would adopt (an agent of
 * local trust asks for a confirmation first). `refused`: something is there that may not be started. `absent`: nothing is.
 */
export type ProgramPlace = {
  state: "adopted" | "found" | "refused" | "absent";
  path?: string;
  via?: Via;
  /** As printed when the program was adopted; nothing for another file at the same path. */
  version?: string;
  /** What speaks against it; of an adopted one, that it changed; of an absent one, that a file was passed over. */
  reason?: Issue;
};

/** What the place depends on: as for `resolveBinary`. */
export type LocateOptions = SearchOptions & { stateDir: string };

/** Looks where an agent's program is by the rules of `resolveBinary`, and starts and writes nothing. */
export function locateProgram(agent: Agent, options: LocateOptions): ProgramPlace {
  const env = options.env ?? process.env;
  const ports = options.ports === undefined ? {} : { ports: options.ports };
  const record = readRecord(binariesFolder(options.stateDir), agent.id, ports);
  if (!record.ok) return { state: "refused", ...firstOf(record.issues) };
  const named = env[agent.program.envVar] ?? "";
  if (named !== "") {
    const judged = judgeOverride(agent, named, record.value, options);
    const place = { path: named, via: "env" as const };
    if (!judged.ok) return { state: "refused", ...place, ...firstOf(judged.issues) };
    const { version } = judged.value;
    return { state: "found", ...place, ...(version === undefined ? {} : { version }) };
  }
  if (record.value === undefined) return describeTrace(agent, traceProgram(agent, options));

  const { binary, version } = record.value;
  const place = { path: binary.foundAt, via: binary.via };
  const said = version === undefined ? {} : { version };
  const judged = judgeRecorded(agent, record.value, options);
  if (judged.state === "same") return { state: "adopted", ...place, ...said };
  if (judged.state === "changed") return { state: "adopted", ...place, reason: judged.drift };
  if (judged.state === "refused") return { state: "refused", ...place, ...said, ...firstOf(judged.issues) };
  return describeTrace(agent, traceProgram(agent, options));
}

function describeTrace(agent: Agent, trace: Trace): ProgramPlace {
  if (trace.chosen !== undefined) return { state: "found", path: trace.chosen.path, via: trace.chosen.via };
  if (trace.status === "absent") return { state: "absent", ...firstOf(describePassedOver(agent, trace)) };
  const refused = trace.candidates[0];
  const reason = summariseTrace(trace);
  return {
    state: "refused",
    ...(refused === undefined ? {} : { path: refused.path, via: refused.via }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function firstOf(issues: readonly Issue[]): { reason?: Issue } {
  // Of several reasons, the one whose hint is the line to type.
  const found =
    issues.find(({ code }) => code === "RUNTIME_ADOPTION_REQUIRED") ??
    issues.find(({ severity }) => severity === "error") ??
    issues[0];
  return found === undefined ? {} : { reason: found };
}
