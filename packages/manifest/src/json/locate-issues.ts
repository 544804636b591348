import type { Issue, SourcePosition } from "@slipway/errors";
import type { ManifestCode } from "../manifest-error.js";
import type { JsonDocument, JsonMember, JsonNode } from "./json-node.js";

const UNKNOWN_FIELD = "MANIFEST_UNKNOWN_FIELD" satisfies ManifestCode;

/**
 * Line and column of offsets of one text. The line starts are found at the first question and once: a hostile document
 * has as many problems as it likes, and each must not cost a walk from the top.
 */
export function createLocator(source: string): (offset: number) => SourcePosition {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= findLineStarts(source);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] as number) + 1 };
  };
}

function findLineStarts(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * Gives line and column to the issues that have none: the place of their path, or of its longest part that exists; of an
 * unknown field the place of its name, since its value is not what is wrong.
 */
export function locateIssues(issues: readonly Issue[], document: JsonDocument): Issue[] {
  const locate = createLocator(document.source);
  return issues.map((found) =>
    found.line === undefined ? { ...found, ...locate(findOffset(document.root, found)) } : found,
  );
}

function findOffset(root: JsonNode, { code, path }: Issue): number {
  let place: JsonMember = { at: root.at, value: root };
  for (const step of path) {
    const next = stepInto(place.value, step);
    if (next === undefined) break;
    place = next;
  }
  return code === UNKNOWN_FIELD ? place.at : place.value.at;
}

function stepInto(node: JsonNode, step: string | number): JsonMember | undefined {
  if (node.type === "object" && typeof step === "string") return node.members.get(step);
  const item = node.type === "array" && typeof step === "number" ? node.items[step] : undefined;
  return item === undefined ? undefined : { at: item.at, value: item };
}
