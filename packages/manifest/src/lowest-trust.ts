import type { Agent, Trust } from "./agent.js";

const TRUST_ORDER: readonly Trust[] = ["local", "signed", "first-party"];

/**
 * The trust of an agent whose parts came from these layers: the lowest of all but what is only shown, because a chain is as
 * strong as its weakest link.
 */
export function lowestTrust(origins: Agent["origins"]): Trust {
  const layers = Object.entries(origins).flatMap(([part, trust]) => (part === "display" ? [] : [trust]));
  return TRUST_ORDER.find((trust) => layers.includes(trust)) ?? "local";
}
