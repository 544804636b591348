/** Schemas of the documents and of the launch model, in zod and as JSON Schema. The readers do not load this. */

export { agentSchema } from "./schema/agent-schema.js";
export { AGENTS_JSON_SCHEMAS } from "./schema/agents-json-schema.js";
export { factsSchema } from "./schema/facts-schema.js";
export { type JsonSchema, makeJsonSchema, type SchemaName } from "./schema/make-json-schema.js";
