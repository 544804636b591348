import type { Printable, Result } from "@slipway/errors";
import { issue, msg, refuse, succeed, suggestName } from "@slipway/errors";
import type { Agent } from "./agent.js";
import type { ManifestCode } from "./manifest-error.js";

/**
 * The agent of an id, spelled exactly. Another spelling is never taken for it: the hint names the near id, and the caller
 * decides. Refuses with `MANIFEST_AGENT_UNKNOWN`.
 */
export function findAgent(agents: readonly Agent[], id: string): Result<Agent> {
  const found = agents.find((agent) => agent.id === id);
  if (found !== undefined) return succeed(found);
  const ids = agents.map((agent) => agent.id);
  const near = suggestName(id, ids);
  return refuse(
    issue({
      code: "MANIFEST_AGENT_UNKNOWN" satisfies ManifestCode,
      message: msg`there is no agent ${id}`,
      hint: chooseHint(ids, near),
    }),
  );
}

function chooseHint(ids: readonly string[], near: string | undefined): Printable {
  if (near !== undefined) return msg`did you mean ${near}?`;
  if (ids.length === 0) return msg`none is known at all: look at the issues of the catalog that was read`;
  return msg`known are ${ids.join(", ")}`;
}
