import type { AgentEvent } from "./agent-event.js";
import type { GatheredAnswer } from "./gather-answer.js";
import type { JsonObject } from "./json-members.js";

/** What one form of output makes of its objects. */
export type ReportReader = {
  /** The events of one object; nothing at all when the form's reader does not know such an object. */
  read: (object: JsonObject) => AgentEvent[] | undefined;
  /** The final words so far. */
  answer: () => GatheredAnswer | undefined;
};
