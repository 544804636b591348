import type { ValidateFunction } from "ajv";
import { Ajv } from "ajv";

const group = {
  type: "array",
  maxItems: 32,
  items: { type: "string", maxLength: 4096, pattern: "^[^\\u0000-\\u001f]*$" },
};

/** What a JSON Schema can say of agents.json: types, lengths and patterns; no rule that looks at two fields. */
const SCHEMA = {
  type: "object",
  required: ["schema", "updatedAt", "agents"],
  properties: {
    schema: { const: 1 },
    updatedAt: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
    agents: {
      type: "array",
      items: {
        type: "object",
        required: ["id", "name", "command", "adapter"],
        properties: {
          id: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$" },
          name: { type: "string", minLength: 1, maxLength: 64 },
          command: { type: "string", maxLength: 256, pattern: "^[A-Za-z0-9_.-]+(?: [A-Za-z0-9_.-]+)*$" },
          adapter: { const: "cli" },
          mono: { type: "boolean" },
          icon: { type: "string", maxLength: 64, pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]*$" },
          downloadUrl: { type: "string", maxLength: 2048, pattern: "^https://[^/\\\\@]+" },
          minAppVersion: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+" },
          clearCommand: { type: "string", minLength: 1, maxLength: 64, pattern: "^[ -~]+$" },
          flags: {
            type: "object",
            properties: { session: group, resume: group, model: group, autoApprove: group, print: group },
          },
          capture: {
            type: "object",
            required: ["pattern", "resume"],
            properties: {
              pattern: { type: "string", maxLength: 2000 },
              flags: { type: "string", pattern: "^[gimsuy]{0,6}$" },
              resume: group,
            },
          },
        },
      },
    },
  },
};

/**
 * The reading that a project puts together from what there is: decode, `JSON.parse`, a scan for members named twice, and a
 * compiled ajv validator that reports all errors. Gives the number of problems.
 */
export function createPeer(): (bytes: Uint8Array) => number {
  const validate: ValidateFunction = new Ajv({ allErrors: true }).compile(SCHEMA);
  return (bytes) => {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    const duplicates = countDuplicateMembers(text);
    return duplicates + (validate(value) ? 0 : (validate.errors?.length ?? 0));
  };
}

const QUOTE = 34;
const BACKSLASH = 92;

/** Members named twice in one object. The text has been parsed, so it is JSON. */
export function countDuplicateMembers(text: string): number {
  const scopes: Set<string>[] = [];
  let duplicates = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 123) scopes.push(new Set());
    else if (unit === 91) scopes.push(new Set());
    else if (unit === 125 || unit === 93) scopes.pop();
    else if (unit === QUOTE) {
      const start = at;
      let escaped = false;
      for (at += 1; text.charCodeAt(at) !== QUOTE; at += 1)
        if (text.charCodeAt(at) === BACKSLASH) {
          escaped = true;
          at += 1;
        }
      if (!isName(text, at + 1)) continue;
      const name = escaped ? String(JSON.parse(text.slice(start, at + 1))) : text.slice(start + 1, at);
      const scope = scopes.at(-1);
      if (scope?.has(name)) duplicates += 1;
      scope?.add(name);
    }
  }
  return duplicates;
}

function isName(text: string, from: number): boolean {
  let at = from;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\t" || text[at] === "\r") at += 1;
  return text[at] === ":";
}
