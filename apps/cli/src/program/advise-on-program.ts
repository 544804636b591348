import type { Issue } from "@slipway/errors";
import { msg, verbatim } from "@slipway/errors";

const CODES_OF_HOSTILE_PLACES: ReadonlySet<string> = new Set(["BINARY_IN_WORKSPACE", "BINARY_IN_NODE_MODULES"]);

/** A problem with an agent's program, with the line of this program that helps: the packages below know of no commands. */
export function adviseOnProgram(id: string, found: Issue): Issue {
  const all = msg`slipway doctor ${id} shows every place that was looked in`;
  if (found.hint === undefined) return { ...found, hint: all };
  const own = CODES_OF_HOSTILE_PLACES.has(found.code)
    ? msg`slipway adopt ${id} --path FILE takes it nonetheless`
    : found.code === "RUNTIME_PROGRAM_PASSED_OVER"
      ? all
      : undefined;
  return own === undefined ? found : { ...found, hint: msg`${verbatim(found.hint)}; ${verbatim(own)}` };
}
