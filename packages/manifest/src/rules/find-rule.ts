import { DOCUMENT_RULES } from "./document-rules.js";
import { ENTRY_RULES } from "./entry-rules.js";
import type { Rule } from "./rule.js";

/** Every rule of this package, each once, in the order of the code. */
export const RULES: readonly Rule[] = [...DOCUMENT_RULES, ...ENTRY_RULES].sort((one, other) =>
  one.code < other.code ? -1 : 1,
);

/** The rule behind a code, or the one of this id; nothing when there is none. Exact spelling. */
export function findRule(codeOrId: string): Rule | undefined {
  return RULES.find(({ code, id }) => code === codeOrId || id === codeOrId);
}
