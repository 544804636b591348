import type { Printable } from "@slipway/errors";
import { joinPrintable, msg, printable, verbatim } from "@slipway/errors";
import type { FilePiece } from "../launch-inputs.js";
import type { ArgumentSpan, LaunchPlan } from "../launch-plan.js";

/**
 * A plan for people, one fact a line. Redacted: prompt, system prompt and MCP servers are shown by their length only,
 * wherever they travel, and of the environment only names that the plan sets.
 */
export function describePlan(plan: LaunchPlan): Printable {
  const lines: Printable[] = [
    msg`agent       ${plan.agent}`,
    msg`launch      ${plan.surface}, ${plan.start}`,
    msg`program     ${plan.program.join(" | ")}`,
    msg`arguments   ${verbatim(showArgv(plan))}`,
    msg`directory   ${verbatim(printable(plan.cwd, { maxColumns: 4_096 }))}`,
    msg`prompt      ${verbatim(showTransport(plan))}`,
    ...(plan.transport.via === "none" ? [] : [msg`sent so     ${verbatim(plan.transport.reason)}`]),
    ...plan.files.map(
      ({ name, text }) => msg`file        ${name}, ${countCharacters(text)} characters, private, gone at the end`,
    ),
    msg`model       ${plan.model ?? "the agent's default"}`,
    msg`permission  ${PERMISSIONS[plan.approval]}${EFFECTS[plan.approvalEffect]}`,
    msg`session id  ${showSession(plan.session)}`,
    msg`environment ${ENVIRONMENTS[plan.env.mode]}; sets ${Object.keys(plan.env.set).join(", ")}; a UTF-8 locale where none is set`,
    ...plan.notes.map((note) => msg`note        ${verbatim(note)}`),
  ];
  return joinPrintable(lines, "\n");
}

const PERMISSIONS = {
  default: "the agent's default",
  plan: "reads and changes nothing",
  ask: "asks before it acts",
  acceptEdits: "changes files of the folder without asking",
  bypass: "acts without asking",
} as const;

const EFFECTS = {
  requested: ", said in its arguments",
  "agent-default": ", nothing has to be said for it",
  "inherited-unknown": ", or what an earlier launch of this conversation left",
} as const;

const ENVIRONMENTS = { clean: "named variables only", inherit: "yours, minus what no agent inherits" } as const;

const KNOWN = {
  start: "known at the start",
  running: "read from the output while it runs",
  exit: "read from the output at its end",
  store: "to be looked up in the agent's own files",
  never: "never known",
} as const;

function showSession({ id, target, knownWhen }: LaunchPlan["session"]): string {
  if (id !== undefined) return knownWhen === "start" ? id : `${id}, unless the output names another`;
  return target === "last-in-folder" ? "that of the newest conversation of the folder" : KNOWN[knownWhen];
}

/** argv with each argument in JSON quotes where it needs them, the prompt replaced by its length. Not a command line to run. */
function showArgv(plan: LaunchPlan): Printable {
  if (plan.argv.length === 0) return msg`(none)`;
  const prompts = plan.transport.via === "argv" ? plan.transport.at : [];
  const spans = [
    ...prompts.map((span) => ({ ...span, what: "prompt" })),
    ...plan.systemPromptAt.map((span) => ({ ...span, what: "system prompt" })),
  ].sort((one, other) => one.start - other.start);
  return joinPrintable(
    plan.argv.map((argument, index) => {
      const inside = spans.filter((candidate) => candidate.argument === index);
      if (inside.length > 0) return hideSpans(argument, inside);
      return /^[\w@%+=:,./{}-]+$/.test(argument) ? printable(argument) : printable(JSON.stringify(argument));
    }),
    " ",
  );
}

function hideSpans(argument: string, spans: readonly (ArgumentSpan & { what: string })[]): Printable {
  const parts: Printable[] = [];
  let from = 0;
  for (const { start, end, what } of spans) {
    parts.push(printable(argument.slice(from, start)), msg`<${what} of ${end - start} characters>`);
    from = end;
  }
  return joinPrintable([...parts, printable(argument.slice(from))], "");
}

/** Without what is filled in at the start. */
function countCharacters(text: readonly FilePiece[]): number {
  return text.reduce((sum, piece) => sum + (typeof piece === "string" ? piece.length : 0), 0);
}

function showTransport(plan: LaunchPlan): Printable {
  if (plan.transport.via === "argv") return msg`as an argument, readable by local users`;
  if (plan.transport.via === "stdin") return msg`on standard input, ${plan.stdin?.length ?? 0} characters`;
  if (plan.transport.via === "file") return msg`in a file that only you can read`;
  if (plan.transport.via === "paste") return msg`pasted into the terminal, ${plan.paste?.length ?? 0} characters`;
  return msg`none`;
}
