import type { Agent, OriginField, Trust } from "./agent.js";

const TRUST_ORDER: readonly Trust[] = ["local", "signed", "first-party"];

/**
 * The trust of an agent whose parts came from these layers: the lowest of all but what is only shown, because a chain is as
 * strong as its weakest link.
 */
export function lowestTrust(origins: Agent["origins"]): Trust {
  let lowest = TRUST_ORDER.length;
  for (const part of Object.keys(origins) as OriginField[]) {
    const at = part === "display" ? -1 : TRUST_ORDER.indexOf(origins[part] as Trust);
    if (at !== -1 && at < lowest) lowest = at;
  }
  return TRUST_ORDER[lowest] ?? "local";
}
