import { readFileSync } from "node:fs";
import type { Issue, Result } from "@slipway/errors";
import { isSlipwayError, issue, msg, printable, refuse, succeed } from "@slipway/errors";
import { USAGE_CODES } from "./cli-code.js";
import { chooseCommand } from "./command-line/choose-command.js";
import { showHelp } from "./command-line/show-help.js";
import type { Command, CommandResult } from "./invocation.js";
import { prepareInvocation } from "./invocation.js";
import type { Output } from "./output/write-output.js";
import { EXIT_BROKEN_PIPE, openOutput, showIssue } from "./output/write-output.js";
import { problem, refuseFor } from "./report-problem.js";

/** Loaded one at a time: `slipway list` must not pay for a terminal, nor `slipway --help` for anything. */
const LOADERS: Record<string, () => Promise<{ command: Command }>> = {
  list: () => import("./commands/list.js"),
  show: () => import("./commands/show.js"),
  run: () => import("./commands/run.js"),
  print: () => import("./commands/print.js"),
  resume: () => import("./commands/resume.js"),
  sessions: () => import("./commands/sessions.js"),
  doctor: () => import("./commands/doctor.js"),
  adopt: () => import("./commands/adopt.js"),
  which: () => import("./commands/which.js"),
  forget: () => import("./commands/forget.js"),
};

/** Runs one command line to its end and leaves the process with its exit code. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const output = openOutput(process.stdout, process.stderr);
  const { result, shape } = await attempt(args, output);
  const exitCode = finish(result, output, shape);
  await output.flush();
  process.exit(output.broken.aborted ? await endBroken(output) : exitCode);
}

/** A reader that left is not an error of ours, but a script must see that the output is not whole. */
async function endBroken(output: Output): Promise<number> {
  const error = output.broken.reason as NodeJS.ErrnoException;
  if (error.code === "EPIPE") return EXIT_BROKEN_PIPE;
  const message = msg`the output is not whole, standard output cannot be written: ${error}`;
  output.tell(showIssue(problem("CLI_OUTPUT_FAILED", message, msg`make room where it is written to, and ask again`)));
  await output.flush();
  return 1;
}

/** What standard output is: words for people, one JSON value, or lines of JSON of which the last is the result. */
type Shape = "text" | "json" | "events";

function findShape(has: (option: "json" | "events") => boolean): Shape {
  return has("events") ? "events" : has("json") ? "json" : "text";
}

async function attempt(
  args: readonly string[],
  output: Output,
): Promise<{ result: Result<CommandResult>; shape: Shape }> {
  const choice = chooseCommand(args);
  // A line that cannot be read whole is reported as JSON when it holds --json or --events anywhere.
  if (!choice.ok) return { result: choice, shape: findShape((option) => args.includes(`--${option}`)) };
  if (choice.value.kind === "version") {
    const version = readOwnVersion();
    return {
      result: succeed({ text: printable(version), json: { version } }),
      shape: choice.value.json ? "json" : "text",
    };
  }
  if (choice.value.kind === "help") {
    const help = showHelp(choice.value.command);
    return { result: succeed({ text: help, json: { help } }), shape: choice.value.json ? "json" : "text" };
  }
  const { name, parsed } = choice.value;
  const shape = findShape((option) => parsed.flags.has(option));
  try {
    const cwd = findWorkingDirectory();
    const host = { output, version: readOwnVersion(), env: process.env };
    const run = async (here: string) => {
      const { command } = await (LOADERS[name] as () => Promise<{ command: Command }>)();
      return command(prepareInvocation(parsed, { ...host, cwd: here }));
    };
    return { result: cwd.ok ? await run(cwd.value) : cwd, shape };
  } catch (fault) {
    return { result: refuse(describeFault(fault)), shape };
  }
}

function finish(result: Result<CommandResult>, output: Output, shape: Shape): number {
  const { issues } = result;
  const json = shape !== "text";
  const head = shape === "events" ? { kind: "result" } : {};
  if (!result.ok) {
    if (json) void output.giveJson({ ...head, ok: false, issues });
    else for (const found of issues) output.tell(showIssue(found));
    return issues.some((found) => USAGE_CODES.has(found.code)) ? 2 : 1;
  }
  const { exitCode = 0, text, json: value, jsonTo } = result.value;
  if (json && value !== undefined) {
    const whole = { ...head, ok: exitCode === 0, ...value, issues };
    if (jsonTo === "stderr") output.tellJson(whole);
    else void output.giveJson(whole);
    return exitCode;
  }
  for (const found of issues) if (found.severity !== "info") output.tell(showIssue(found));
  if (text !== undefined) output.say(text);
  return exitCode;
}

function findWorkingDirectory(): Result<string> {
  try {
    return { ok: true, value: process.cwd(), issues: [] };
  } catch {
    return refuseFor("CLI_CWD_GONE", msg`the folder this was started in no longer exists`, msg`go to another folder`);
  }
}

function describeFault(fault: unknown): Issue {
  if (isSlipwayError(fault)) {
    const parts = { code: fault.code, message: printable(fault.message) };
    return issue(fault.hint === undefined ? parts : { ...parts, hint: fault.hint });
  }
  const trace =
    process.env["SLIPWAY_DEBUG"] === undefined ? undefined : printable((fault as Error)?.stack, { maxColumns: 4096 });
  return problem(
    "CLI_UNEXPECTED",
    msg`${fault as Error}`,
    trace ?? msg`this is a fault of slipway; SLIPWAY_DEBUG=1 shows where`,
  );
}

function readOwnVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return (manifest as { version: string }).version;
}
