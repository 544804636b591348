import { randomUUID } from "node:crypto";
import type { Issue, Printable, Result } from "@slipway/errors";
import { hasErrors, msg, refuse, succeed } from "@slipway/errors";
import type { Agent, Cell, Delivery, IdEvent } from "@slipway/manifest";
import { checkSettings } from "../environment/denied-settings.js";
import { resolveSwitches } from "../environment/named-switches.js";
import type { LaunchPlan } from "../launch-plan.js";
import type { LaunchRequest } from "../launch-request.js";
import { runtimeIssue } from "../runtime-error.js";
import type { AssembledArgv } from "./assemble-argv.js";
import { assembleArgv } from "./assemble-argv.js";
import { assertRequest } from "./assert-request.js";
import { checkExtraArgs } from "./check-extra-args.js";
import { chooseApproval } from "./choose-approval.js";
import { chooseDelivery } from "./choose-delivery.js";
import { chooseInputs } from "./choose-inputs.js";
import { chooseModel } from "./choose-model.js";
import { chooseSessionId } from "./choose-session-id.js";
import { findCell } from "./find-cell.js";
import { planEnvironment } from "./plan-environment.js";

/**
 * Plans one launch: pure, without touching the machine (a new conversation's id comes from `request.mintId`). Everything
 * that cannot be carried exactly as asked is refused, and all problems are collected: an absent cell or slot of the agent
 * is the refusal of what it would carry.
 *
 * @throws RuntimeError `RUNTIME_MISUSE` for a request of the wrong types
 */
export function planLaunch(agent: Agent, request: LaunchRequest): Result<LaunchPlan> {
  assertRequest(request);
  const found = findCell(agent, request);
  if (!found.ok) return found;
  const cell = found.value;
  const platform = request.platform ?? process.platform;

  const issues: Issue[] = [];
  const notes: Printable[] = [];
  const take = <T>(result: Result<T>): T | undefined => {
    issues.push(...result.issues);
    return result.ok ? result.value : undefined;
  };

  const sessionId = take(chooseSessionId(agent, cell, request, request.mintId ?? randomUUID));
  const model = take(chooseModel(agent, cell, request, notes));
  const approval = take(chooseApproval(agent, cell, request, notes));
  const report = take(chooseReport(agent, cell, request));
  issues.push(...checkExtraArgs(agent, cell, request, notes));
  issues.push(...checkSettings(request.setEnv ?? {}));
  const inputs = take(chooseInputs(agent, cell, request, notes));
  const assemble = (way?: Delivery): Result<AssembledArgv> =>
    assembleArgv(agent, cell, request, {
      ...(sessionId?.id === undefined ? {} : { id: sessionId.id }),
      ...(model?.id === undefined || model.silent === true ? {} : { model: model.id }),
      approval: approval?.args ?? [],
      report: report?.wanted ?? false,
      ...(way === undefined ? {} : { delivery: way }),
      inputs: inputs ?? new Map(),
      platform,
    });
  const delivery = take(
    chooseDelivery(agent, cell, request, platform, notes, (way) => {
      // What is wrong without the prompt too is no reason to try another way.
      const built = assemble(way);
      const tooLong = built.ok ? undefined : built.issues.find(({ code }) => code === "RUNTIME_ARGV_TOO_LONG");
      return tooLong === undefined || !assemble().ok ? undefined : tooLong.message;
    }),
  );
  if (hasErrors(issues) || !sessionId || !model || !approval || !report || !inputs || !delivery)
    return refuse(...issues);

  const argv = take(assemble(delivery.delivery));
  if (argv === undefined || hasErrors(issues)) return refuse(...issues);

  const switches = resolveSwitches(agent.environment);
  issues.push(...switches.issues);
  const environment = planEnvironment(request, switches.set, request.surface === "pty" ? "inherit" : "clean");
  if (request.tmpdir === undefined)
    notes.push(
      msg`no private temporary folder was given: the child gets none, and Node's compile cache is switched off`,
    );

  const prompt = request.prompt;
  const via = delivery.delivery?.via;
  return succeed(
    {
      agent: agent.id,
      surface: request.surface,
      start: request.start,
      program: [...agent.program.names],
      argv: argv.argv,
      ...(via === "stdin" && prompt !== undefined ? { stdin: prompt } : {}),
      ...(via === "paste" && prompt !== undefined ? { paste: prompt } : {}),
      ...(request.surface === "pty" && agent.terminal?.typing !== undefined
        ? { typing: { ...agent.terminal.typing } }
        : {}),
      files: argv.files,
      systemPromptAt: argv.systemPromptAt,
      cwd: request.cwd,
      env: environment,
      session: planSession(agent, cell, sessionId.id, report.wanted),
      ...(model.id === undefined ? {} : { model: model.id }),
      ...(report.wanted && cell.reportFormat !== undefined ? { reportFormat: cell.reportFormat } : {}),
      approval: request.approval ?? "default",
      approvalEffect: approval.effect,
      transport: {
        reason: delivery.reason,
        ...(via === undefined
          ? { via: "none" }
          : via === "argv"
            ? { via, visibility: "local-users", at: argv.promptAt }
            : { via, visibility: "same-user" }),
      },
      wrap: [],
      notes,
    },
    issues,
  );
}

function chooseReport(agent: Agent, cell: Cell, request: LaunchRequest): Result<{ wanted: boolean }> {
  if (request.report !== true) return succeed({ wanted: false });
  if (cell.parts.some((part) => part.slot === "report")) return succeed({ wanted: true });
  return refuse(
    runtimeIssue({
      code: "RUNTIME_REPORT_UNSUPPORTED",
      message: msg`${agent.id} has no structured output for this launch`,
      hint: msg`ask without structured output`,
    }),
  );
}

function planSession(agent: Agent, cell: Cell, id: string | undefined, report: boolean): LaunchPlan["session"] {
  const idEvents = cell.target === "id" ? [] : cell.idEvents.filter((event) => report || !needsReport(event));
  return {
    target: cell.target,
    ...(id === undefined ? {} : { id }),
    knownWhen: whenKnown(id, idEvents),
    idEvents,
    ...(agent.sessionId.pattern === undefined ? {} : { pattern: agent.sessionId.pattern }),
  };
}

function needsReport(event: IdEvent): boolean {
  return event.from === "jsonl" && event.needsReport;
}

/** With id events, a supplied id stays pending: a captured one wins over it (an agent may ignore the id it was given). */
function whenKnown(id: string | undefined, idEvents: readonly IdEvent[]): LaunchPlan["session"]["knownWhen"] {
  if (idEvents.some((event) => event.from === "jsonl" || (event.from === "text" && event.when === "running")))
    return "running";
  if (idEvents.some((event) => event.from === "text")) return "exit";
  if (id !== undefined) return "start";
  return idEvents.length > 0 ? "store" : "never";
}
