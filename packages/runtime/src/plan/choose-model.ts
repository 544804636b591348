import type { Issue, Printable, Result } from "@slipway/errors";
import { msg, refuse, succeed, suggestName } from "@slipway/errors";
import type { Agent, Cell } from "@slipway/manifest";
import type { LaunchRequest } from "../launch-request.js";
import type { RuntimeCode } from "../runtime-error.js";
import { runtimeIssue } from "../runtime-error.js";
import { findListed, isModelName } from "./model-choices.js";

/**
 * `id`: the model of the launch, for argv and for the record. `silent`: the conversation has it already and argv must not
 * name it.
 */
export type ChosenModel = { id?: string; silent?: boolean };

/**
 * The model that argv carries. A chosen model that this launch cannot carry is refused, never dropped and never replaced by
 * the default: the user would pay for, and judge, another one.
 *
 * `default` and nothing are the same for a new conversation. Resuming with nothing said re-applies the recorded model
 * where the agent can be told one on resume; an explicit `default` there takes it back.
 */
export function chooseModel(agent: Agent, cell: Cell, request: LaunchRequest, notes: Printable[]): Result<ChosenModel> {
  const isResume = request.start === "resume";
  const isKept = isResume && agent.model.onResume === "same-only";
  const recorded = isResume && request.recordedModel !== "default" ? request.recordedModel : undefined;
  if (request.model === undefined || request.model === "default") {
    if (recorded === undefined) return succeed({});
    if (isKept) return succeed({ id: recorded, silent: true });
    if (request.model === "default") return succeed({});
    if (!takesOnResume(agent, cell)) {
      notes.push(
        msg`${agent.id} cannot be told ${recorded} again: which model the conversation goes on with, it decides`,
      );
      return succeed({});
    }
    notes.push(msg`the model ${recorded}, which the conversation was begun with, is asked for again`);
    return canonicalise(agent, request, recorded, "RUNTIME_MODEL_RECORDED_NOT_OFFERED");
  }
  const wanted = request.model;
  if (!isModelName(wanted))
    return refuseModel(
      "RUNTIME_MODEL_INVALID",
      msg`${wanted} is not the name of a model`,
      msg`up to 200 visible ASCII characters without a blank, not beginning with -`,
    );
  if (agent.model.accepts === "configured-elsewhere")
    return refuseModel(
      "RUNTIME_MODEL_CONFIGURED_ELSEWHERE",
      msg`${agent.id} is told its model in its own settings only`,
      msg`set it there, and leave the model out here`,
    );
  if (agent.model.accepts === "none") return refuseUnsupported(agent);
  const chosen = canonicalise(agent, request, wanted, "RUNTIME_MODEL_NOT_OFFERED");
  if (!chosen.ok) return chosen;
  if (request.start === "new") return hasSlot(cell) ? chosen : refuseUnsupported(agent);
  if (isKept && recorded !== undefined && chosen.value.id === nameOf(agent, recorded))
    return succeed({ ...chosen.value, silent: true });
  if (!isKept && takesOnResume(agent, cell)) return chosen;
  return refuseModel(
    "RUNTIME_MODEL_RESUME_OVERRIDE",
    msg`${agent.id} cannot be told another model for a conversation that was begun already`,
    msg`begin a new conversation for ${wanted}`,
  );
}

/** The id behind a name of the list, an added id, or the name itself where the agent takes any. */
function canonicalise(
  agent: Agent,
  request: LaunchRequest,
  name: string,
  code: "RUNTIME_MODEL_NOT_OFFERED" | "RUNTIME_MODEL_RECORDED_NOT_OFFERED",
): Result<ChosenModel> {
  const listed = findListed(agent, name);
  if (listed !== undefined) return succeed({ id: listed.id });
  const added = request.addedModels ?? [];
  if (isModelName(name) && (agent.model.accepts === "any" || added.includes(name))) return succeed({ id: name });
  const near = suggestName(name, [...agent.model.list.flatMap(({ id, aliases }) => [id, ...aliases]), ...added]);
  return refuseModel(
    code,
    code === "RUNTIME_MODEL_NOT_OFFERED"
      ? msg`${agent.id} does not offer the model ${name}`
      : msg`${agent.id} no longer offers the model ${name}, which the conversation was begun with`,
    near !== undefined
      ? msg`did you mean ${near}?`
      : code === "RUNTIME_MODEL_NOT_OFFERED"
        ? msg`choose one of the agent's models, or add this one`
        : msg`choose another one, default among them`,
  );
}

function hasSlot(cell: Cell): boolean {
  return cell.parts.some((part) => part.slot === "model");
}

/** Whether a conversation that was begun already can be told a model. */
function takesOnResume(agent: Agent, cell: Cell): boolean {
  const { accepts, onResume } = agent.model;
  return (accepts === "any" || accepts === "list") && hasSlot(cell) && onResume !== "refused";
}

function nameOf(agent: Agent, name: string): string {
  return findListed(agent, name)?.id ?? name;
}

function refuseUnsupported(agent: Agent): Result<ChosenModel> {
  return refuseModel(
    "RUNTIME_MODEL_UNSUPPORTED",
    msg`${agent.id} cannot be told a model in this launch`,
    msg`leave the model out`,
  );
}

function refuseModel(code: RuntimeCode, message: Printable, hint: Printable): Result<ChosenModel> {
  const refused: Issue = runtimeIssue({ code, message, hint });
  return refuse(refused);
}
