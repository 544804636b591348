import type { Trace, Via } from "@slipway/binary";
import { bindBinary, discover, readRecord, recheckBinary, summariseTrace } from "@slipway/binary";
import type { Issue } from "@slipway/errors";
import { issue, msg } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";

/**
 * Where an agent's program is. `adopted`: recorded, and what a launch uses. `found`: a launch would adopt it. `refused`:
 * something is there that may not be started. `absent`: nothing is there.
 */
export type AgentPlace = {
  state: "adopted" | "found" | "refused" | "absent";
  path?: string;
  via?: Via;
  /** As printed when the program was adopted. */
  version?: string;
  /** What speaks against it. */
  reason?: Issue;
};

/** What the search needs to know. */
export type LocateOptions = { records: string; workspace: string; env: NodeJS.ProcessEnv };

/** Looks where an agent's program is, as a launch would, and starts and writes nothing. */
export function locateAgent(agent: Agent, { records, workspace, env }: LocateOptions): AgentPlace {
  const record = readRecord(records, agent.id);
  if (!record.ok) return { state: "refused", reason: record.issues[0] as Issue };
  const overridden = (env[agent.program.envVar] ?? "") !== "";
  if (record.value !== undefined && !overridden) {
    const { binary, version } = record.value;
    const place = { path: binary.foundAt, via: binary.via, ...(version === undefined ? {} : { version }) };
    if (recheckBinary(binary).ok) return { state: "adopted", ...place };
    const again = bindBinary(binary.foundAt, { via: binary.via, workspace, env });
    if (again.ok) {
      // A vendor's update keeps the path and changes the file: followed, but for agents from an unsigned source.
      if (agent.trust !== "local") return { state: "adopted", path: binary.foundAt, via: binary.via };
      return { state: "refused", ...place, reason: changed(agent.id, binary.foundAt) };
    }
    const gone = again.issues.some(({ code }) => code === "BINARY_MISSING" || code === "BINARY_LINK_BROKEN");
    if (!gone || agent.trust === "local") return { state: "refused", ...place, reason: again.issues[0] as Issue };
  }
  return describeTrace(traceAgent(agent, { workspace, env }));
}

/** Everything that was looked at on the way to an agent's program. */
export function traceAgent(agent: Agent, { workspace, env }: Omit<LocateOptions, "records">): Trace {
  const { names, searchPaths, envVar } = agent.program;
  return discover({ names, searchPaths, envOverride: { name: envVar }, workspace, env });
}

function describeTrace(trace: Trace): AgentPlace {
  if (trace.chosen !== undefined) return { state: "found", path: trace.chosen.path, via: trace.chosen.via };
  if (trace.status === "absent") return { state: "absent" };
  const refused = trace.candidates[0];
  const reason = summariseTrace(trace);
  return {
    state: "refused",
    ...(refused === undefined ? {} : { path: refused.path, via: refused.via }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function changed(id: string, path: string): Issue {
  return issue({
    code: "BINARY_CHANGED",
    message: msg`${path} is not the file that was adopted`,
    hint: msg`slipway adopt ${id} --path ${path}`,
  });
}
