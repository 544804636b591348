import type { ArgTemplate, Cell, Delivery, IdTarget } from "../agent.js";
import type { AgentEntry } from "../agents-json/agent-entry.js";
import { carries } from "../agents-json/check-groups.js";
import { approvalPart, argsPart, captureEvents, modelPart, UNKNOWN_SIGILS } from "./shared-parts.js";

/**
 * The headless launch of an entry, from its print group as written. A first element that is no option is a sub-command and
 * stays in front; model and auto-approve follow it, then the rest. The user's own arguments come before `--` and before
 * the option that takes the prompt, where they cannot become prompt text or part it from its option.
 */
export function compileHeadlessCell(entry: AgentEntry): Cell | undefined {
  const print = entry.flags.print ?? [];
  if (print.length === 0) return undefined;
  const command = print[0]?.startsWith("-") === false && !carries(print[0], "PROMPT") ? print.slice(0, 1) : [];
  const { before, delivery, after } = splitAtPrompt(print.slice(command.length));
  const target = findTarget(entry, print);
  return {
    parts: [
      ...argsPart(command),
      ...modelPart(entry.flags.model),
      ...approvalPart(entry.flags.autoApprove),
      ...argsPart(before),
      { slot: "extra" },
      { slot: "prompt" },
      ...argsPart(after),
    ],
    prompt: { need: "required", deliveries: [delivery] },
    target,
    idEvents: captureEvents(entry, ["stdout", "stderr"]),
  };
}

function findTarget(entry: AgentEntry, print: readonly ArgTemplate[]): IdTarget {
  if (print.some((text) => carries(text, "UUID"))) return "own-id";
  return entry.capture === undefined ? "none" : "minted";
}

type Split = { before: ArgTemplate[]; delivery: Delivery; after: ArgTemplate[] };

function splitAtPrompt(args: readonly ArgTemplate[]): Split {
  const first = args.findIndex((text) => carries(text, "PROMPT"));
  const last = args.findLastIndex((text) => carries(text, "PROMPT"));
  const end = args.indexOf("--");
  const behindEnd = end !== -1 && end < first;
  // Without `--` the element in front may be the option that takes the prompt as its value: they stay together.
  const start = behindEnd ? end : args[first - 1]?.startsWith("-") === true ? first - 1 : first;
  const safe = args.slice(first, last + 1).every((text, index) => isDashSafe(args, text, first + index));
  return {
    before: args.slice(0, start),
    delivery: {
      via: "argv",
      args: args.slice(start, last + 1),
      dash: safe ? "safe" : "refuse",
      sigils: UNKNOWN_SIGILS,
    },
    after: args.slice(last + 1),
  };
}

/** A value that begins with `-` stays a value right behind `--`, and inside `--flag=VALUE`. */
function isDashSafe(args: readonly ArgTemplate[], text: string, index: number): boolean {
  if (!carries(text, "PROMPT")) return true;
  return args[index - 1] === "--" || /^--?[A-Za-z0-9][A-Za-z0-9-]*=/.test(text);
}
