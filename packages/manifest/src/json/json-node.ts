/** A value of a JSON document with the place where it stands: `at` is the offset of its first UTF-16 unit. */
export type JsonNode =
  | { type: "object"; at: number; members: Map<string, JsonMember> }
  | { type: "array"; at: number; items: JsonNode[] }
  | { type: "string"; at: number; value: string }
  /** `text` is the number as written: `1.0` and `1e0` are not the integer 1. */
  | { type: "number"; at: number; value: number; text: string }
  | { type: "boolean"; at: number; value: boolean }
  | { type: "null"; at: number };

/** A member: where its name stands, and its value. */
export type JsonMember = { at: number; value: JsonNode };

/** An object of a document. */
export type JsonObject = Extract<JsonNode, { type: "object" }>;

/** An array of a document. */
export type JsonArray = Extract<JsonNode, { type: "array" }>;

/** A read document. `source` is the text behind the offsets, without a byte order mark. */
export type JsonDocument = { root: JsonNode; source: string };

/** What a value is, in the words of a message. */
export function describeNode(node: JsonNode): string {
  switch (node.type) {
    case "object":
      return "an object";
    case "array":
      return "an array";
    case "string":
      return "a string";
    case "number":
      return `the number ${node.text.slice(0, 40)}`;
    case "boolean":
      return String(node.value);
    case "null":
      return "null";
  }
}
