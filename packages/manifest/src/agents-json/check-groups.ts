import { msg } from "@slipway/errors";
import { check } from "@slipway/placeholder";
import { PLACEHOLDERS_BY_SLOT } from "../agent.js";
import type { JsonNode, JsonObject } from "../json/json-node.js";
import { ARGUMENT_TEMPLATE_MAX_BYTES, GROUP_MAX_ARGUMENTS } from "../limits.js";
import type { AgentEntry, FlagGroup } from "./agent-entry.js";
import { FLAG_GROUPS } from "./agent-entry.js";
import { checkSecurity } from "./check-security.js";
import type { EntryReport } from "./entry-report.js";
import { reportUnknownFields } from "./entry-report.js";

/** C0, DEL and C1: no argument needs one, and a terminal that shows the argument would act on it. */
export const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/** A group that carries a value must name it, else the value is dropped without a word (reference, "Flags"). */
const NEEDED: { readonly [G in FlagGroup]?: "MODEL" | "PROMPT" } = { model: "MODEL", print: "PROMPT" };

/** The five flag groups of an entry. */
export function checkFlags(entry: JsonObject, program: string, report: EntryReport): AgentEntry["flags"] {
  const node = entry.members.get("flags")?.value;
  const flags: AgentEntry["flags"] = {};
  if (node === undefined) return flags;
  if (node.type !== "object") {
    report.wrongType(node, ["flags"], "an object of argument groups");
    return flags;
  }
  reportUnknownFields(node, FLAG_GROUPS, report, ["flags"], "warning");
  for (const group of FLAG_GROUPS) {
    const list = node.members.get(group)?.value;
    if (list === undefined) continue;
    const path = ["flags", group];
    const args = checkGroup(list, group, path, report);
    if (args === undefined) continue;
    checkSecurity(program, group, args, path, report);
    flags[group] = args;
  }
  return flags;
}

/** One group: bounded, without control characters, with placeholders that have a value there. */
export function checkGroup(
  node: JsonNode,
  group: FlagGroup,
  path: (string | number)[],
  report: EntryReport,
): string[] | undefined {
  if (node.type !== "array") {
    report.wrongType(node, path, "an array of strings");
    return undefined;
  }
  if (node.items.length > GROUP_MAX_ARGUMENTS) {
    report.tell("MANIFEST_GROUP_TOO_LONG", {
      path,
      message: msg`${group} has ${node.items.length} arguments, more than ${GROUP_MAX_ARGUMENTS}`,
    });
    return undefined;
  }
  const args: string[] = [];
  for (const [index, item] of node.items.entries()) {
    if (item.type === "string") args.push(item.value);
    else report.wrongType(item, [...path, index], "a string");
    if (item.type === "string") checkArgument(item.value, path, index, report);
  }
  if (args.length < node.items.length) return undefined;
  const allowed = PLACEHOLDERS_BY_SLOT[group];
  // The places are built for the few groups that have a problem.
  if (check(args, { allowed }).length > 0) report.pass(check(args, { allowed, path: report.place(path) }));
  const needed = NEEDED[group];
  if (needed !== undefined && args.length > 0 && !args.some((text) => carries(text, needed)))
    report.tell("MANIFEST_PLACEHOLDER_ABSENT", {
      path,
      message: msg`${group} lacks {${needed}}, so the value it carries would be dropped`,
      hint: msg`put {${needed}} where the value belongs`,
    });
  return args;
}

/** Whether a template names a placeholder. */
export function carries(template: string, name: string): boolean {
  return template.includes(`{${name}}`);
}

function checkArgument(text: string, group: (string | number)[], index: number, report: EntryReport): void {
  // A UTF-16 unit has three bytes at most.
  if (text.length * 3 <= ARGUMENT_TEMPLATE_MAX_BYTES && !CONTROL.test(text)) return;
  const path = [...group, index];
  const bytes = Buffer.byteLength(text);
  if (bytes > ARGUMENT_TEMPLATE_MAX_BYTES)
    report.tell("MANIFEST_ARGUMENT_TOO_LONG", {
      path,
      message: msg`an argument has ${bytes} bytes, more than ${ARGUMENT_TEMPLATE_MAX_BYTES}`,
    });
  if (CONTROL.test(text))
    report.tell("MANIFEST_ARGUMENT_CONTROL", { path, message: msg`an argument holds a control character: ${text}` });
}
