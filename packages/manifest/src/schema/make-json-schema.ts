import { z } from "zod";
import { agentSchema } from "./agent-schema.js";
import { AGENTS_JSON_SCHEMAS } from "./agents-json-schema.js";
import { factsSchema } from "./facts-schema.js";

/** The schemas by what they are of; an agents.json by its layer. */
const SCHEMAS = {
  agent: agentSchema,
  "agents.json": AGENTS_JSON_SCHEMAS["first-party"],
  "agents.json signed": AGENTS_JSON_SCHEMAS.signed,
  "agents.json local": AGENTS_JSON_SCHEMAS.local,
  "facts.json": factsSchema,
} as const;

/** What there is a schema of. */
export type SchemaName = keyof typeof SCHEMAS;

/** A JSON Schema of draft 2020-12, as plain JSON. */
export type JsonSchema = { [member: string]: unknown };

/** The JSON Schema of a document or of the launch model, for editors and for programs that are not JavaScript. */
export function makeJsonSchema(name: SchemaName): JsonSchema {
  return { ...z.toJSONSchema(SCHEMAS[name], { target: "draft-2020-12" }), title: name };
}
