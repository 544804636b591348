import { readFileSync } from "node:fs";
import type { Agent, AgentEntry } from "@slipway/manifest";
import { parseAgentsJson } from "@slipway/manifest";
import type { LaunchRequest } from "../src/index.js";
import { planLaunch } from "../src/index.js";
import type { RowName } from "./golden-reference-rows.js";

const NEW_ID = "11111111-1111-4111-8111-111111111111";
const OLD_ID = "22222222-2222-4222-8222-222222222222";

/** Agents of an agents.json beside their entries. The runtime may not depend on the data: read by path. */
export type Roster = { agent: Agent; entry: AgentEntry }[];

/** Reads an agents.json below packages/catalog; none of it may have a problem. */
export function readRoster(name: string): Roster {
  const bytes = readFileSync(new URL(`../../catalog/${name}`, import.meta.url));
  const { agents, entries, issues } = parseAgentsJson(new Uint8Array(bytes), { trust: "first-party" });
  if (issues.length > 0) throw new Error(`${name} has problems`);
  return agents.map((agent, index) => ({ agent, entry: entries[index] as AgentEntry }));
}

/**
 * What a row asks. Its "auto" is the reference's setting "when the agent has such flags", so it asks for a bypass only of
 * those; asking the others for one outright is refused.
 */
export function requestOfRow(row: RowName, entry: AgentEntry, start: "resume" | "continue"): LaunchRequest {
  const again = row.startsWith("resume");
  const auto = row.includes("auto") || row === "all";
  return {
    cwd: "/w",
    surface: row.startsWith("print") ? "headless" : "pty",
    start: again ? start : "new",
    mintId: () => NEW_ID,
    ...(again && start === "resume" ? { sessionId: OLD_ID } : {}),
    ...(row.includes("model") || row === "all" ? { model: "M" } : {}),
    ...(auto && (entry.flags.autoApprove ?? []).length > 0 ? { approval: "bypass" } : {}),
    ...(row.includes("prompt") || row === "all" || row.startsWith("print") ? { prompt: "P" } : {}),
  };
}

/** The program and argv of a plan as the tables write them, or `refused` with the codes. */
export function planRow(agent: Agent, request: LaunchRequest): string {
  const plan = planLaunch(agent, request);
  if (!plan.ok) return `refused ${plan.issues.map(({ code }) => code).join(" ")}`;
  const { program, argv } = plan.value;
  const resumed = agent.id === "opencode" ? "X" : "C";
  return [program[0], ...argv].join(" ").replaceAll(NEW_ID, "S").replaceAll(OLD_ID, resumed);
}
