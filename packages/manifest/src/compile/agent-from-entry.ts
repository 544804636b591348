import type { Result } from "@slipway/errors";
import { issue, msg, refuse, succeed } from "@slipway/errors";
import type { Agent, Trust } from "../agent.js";
import type { AgentEntry } from "../agents-json/agent-entry.js";
import { carries } from "../agents-json/check-groups.js";
import { assertTrust } from "../assert-trust.js";
import { lowestTrust } from "../lowest-trust.js";
import type { ManifestCode } from "../manifest-error.js";
import { compileHeadlessCell } from "./headless-cell.js";
import { compilePtyCells } from "./pty-cells.js";

/**
 * Compiles a judged entry to the launch model. Without facts the agent is taken at the entry's word, and whatever the
 * entry cannot say fails closed: the prompt is one bare positional, a leading dash or prompt-line sigil is refused.
 *
 * Pass entries of {@link parseAgentsJson} only: the rules of the format are not checked a second time here.
 *
 * `origins` says which layer gave which part of an entry that was merged from several; what it leaves out came from `trust`.
 * The agent then has the lowest trust of all that decides what a launch does: a name, an icon or an address does not lower it.
 *
 * @throws ManifestError `MANIFEST_MISUSE` when `trust` is no level of trust
 */
export function agentFromEntry(
  entry: AgentEntry,
  options: { trust: Trust; origins?: Agent["origins"] },
): Result<Agent> {
  assertTrust(options?.trust);
  for (const origin of Object.values(options.origins ?? {})) assertTrust(origin);
  const [program, ...prefix] = entry.command.split(" ");
  if (program === undefined || program === "")
    return refuse(
      issue({
        code: "MANIFEST_COMMAND" satisfies ManifestCode,
        path: ["command"],
        message: msg`agent ${entry.id}: command is empty`,
      }),
    );
  const { trust } = options;
  const headless = compileHeadlessCell(entry);
  const model = entry.flags.model ?? [];
  const origins = nameOrigins(entry, trust, options.origins ?? {});
  return succeed({
    id: entry.id,
    name: entry.name,
    trust: lowestTrust(origins),
    origins,
    program: { names: [program], prefix, searchPaths: [], envVar: nameOverride(entry.id) },
    sessionId: { minter: findMinter(entry), reuse: "unknown" },
    model: { accepts: model.length > 0 ? "any" : "none", list: [] },
    approval: { byDefault: "unknown", bypassRefusedAsRoot: false },
    launch: {
      pty: compilePtyCells(entry),
      ...(headless === undefined ? {} : { headless: { new: headless } }),
    },
    environment: [],
    facts: { applied: false, note: "NO_FACTS" },
    display: {
      ...(entry.icon === undefined ? {} : { icon: entry.icon }),
      mono: entry.mono ?? false,
      ...(entry.downloadUrl === undefined ? {} : { downloadUrl: entry.downloadUrl }),
      ...(entry.clearCommand === undefined ? {} : { clearCommand: entry.clearCommand }),
    },
  });
}

function nameOrigins(entry: AgentEntry, trust: Trust, given: Agent["origins"]): Agent["origins"] {
  const hasBypass = (entry.flags.autoApprove ?? []).length > 0;
  return {
    command: given.command ?? trust,
    launch: given.launch ?? trust,
    ...(entry.capture === undefined ? {} : { capture: given.capture ?? trust }),
    ...(hasBypass ? { bypass: given.bypass ?? trust } : {}),
    display: given.display ?? trust,
  };
}

/** The environment variable that names the agent's file: `SLIPWAY_BIN_` and the id in upper case, `-` as `_`. */
function nameOverride(id: string): string {
  return `SLIPWAY_BIN_${id.toUpperCase().replaceAll("-", "_")}`;
}

function findMinter(entry: AgentEntry): Agent["sessionId"]["minter"] {
  if (entry.flags.session?.some((text) => carries(text, "UUID")) === true) return "host";
  return entry.capture === undefined ? "none" : "agent";
}
