import type { AgentEvent } from "./agent-event.js";

type Loose<E> = E extends unknown ? { [K in keyof E]: E[K] | undefined } : never;

/** An event of the members that have a value: what the agent did not say is left out, not `undefined`. */
export function makeEvent(members: Loose<AgentEvent>): AgentEvent {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as AgentEvent;
}
