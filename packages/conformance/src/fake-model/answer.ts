import type { Conversation } from "./conversation.js";
import { isJson } from "./conversation.js";

/** What a conversation says about its turns, and the answer to it. */
export interface Answer {
  readonly text: string;
  /** Turns of a person: user texts that carry a tag. Agents add user messages of their own, which carry none. */
  readonly turn: number;
  readonly first: string;
  readonly last: string;
}

/** The first word of the form `TAG-xxxx`, or `-`. */
export function tagOf(text: string): string {
  return /TAG-[A-Za-z0-9]+/.exec(text)?.[0] ?? "-";
}

/** How deep a schema is followed; agents' own are 2 deep, a longer one is a mistake or a loop. */
const SCHEMA_MAX_DEPTH = 8;

/** The simplest value that fits a JSON Schema, for agents' helper requests (routing, checking), whose answer is JSON. */
function fillSchema(schema: unknown, depth = 0): unknown {
  if (!isJson(schema) || depth > SCHEMA_MAX_DEPTH) return null;
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  switch (String(schema["type"] ?? "string").toLowerCase()) {
    case "object": {
      const properties = isJson(schema["properties"]) ? schema["properties"] : {};
      return Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, fillSchema(part, depth + 1)]));
    }
    case "array":
      return [];
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return false;
    default:
      return "fake";
  }
}

/**
 * The answer is a function of the request alone, so what an agent prints proves what it sent:
 * `FAKE[api] turn=N first=TAG last=TAG`. A second turn that shows the first tag carried the whole conversation.
 */
export function answer(conversation: Conversation): Answer {
  const tagged = conversation.userTexts.map(tagOf).filter((tag) => tag !== "-");
  const first = tagged[0] ?? "-";
  const last = tagged.at(-1) ?? "-";
  const text =
    conversation.schema === undefined
      ? `FAKE[${conversation.api}] turn=${tagged.length} first=${first} last=${last}`
      : JSON.stringify(fillSchema(conversation.schema));
  return { text, turn: tagged.length, first, last };
}
