import type { Result } from "@slipway/errors";
import { msg, refuse, succeed, suggestName } from "@slipway/errors";
import type { Agent, Cell } from "@slipway/manifest";
import type { LaunchRequest } from "../launch-request.js";
import { runtimeIssue } from "../runtime-error.js";

/** Characters of a model's name: visible ASCII, no blank (the longest real ones are near 100), never a leading `-`. */
const MODEL_SHAPE = /^(?!-)[\x21-\x7E]{1,200}$/;

/**
 * The model that argv carries. A chosen model that this launch cannot carry is refused, never dropped: the user would pay
 * for, and judge, another one. `default` and nothing are the same.
 */
export function chooseModel(agent: Agent, cell: Cell, request: LaunchRequest): Result<{ id?: string }> {
  const wanted = request.model;
  if (wanted === undefined || wanted === "default") return succeed({});
  if (!MODEL_SHAPE.test(wanted))
    return refuse(
      runtimeIssue({
        code: "RUNTIME_MODEL_INVALID",
        message: msg`${wanted} is not the name of a model`,
        hint: msg`up to 200 visible ASCII characters without a blank, not beginning with -`,
      }),
    );
  const { accepts, onResume } = agent.model;
  const isCarried = cell.parts.some((part) => part.slot === "model");
  const isKept = request.start === "resume" && onResume === "same-only" && isSameModel(agent, wanted, request);
  if (accepts === "none" || accepts === "configured-elsewhere" || (!isCarried && !isKept))
    return refuse(
      runtimeIssue({
        code: "RUNTIME_MODEL_UNSUPPORTED",
        message: msg`${agent.id} cannot be told a model in this launch`,
        hint:
          onResume === "same-only" && request.start === "resume"
            ? msg`a conversation keeps the model it was begun with: begin a new one for another`
            : msg`leave the model out, or set it in the agent's own settings`,
      }),
    );
  if (accepts === "any") return succeed({ id: wanted });
  const listed = findListed(agent, wanted);
  if (listed !== undefined) return succeed({ id: listed.id });
  const near = suggestName(
    wanted,
    agent.model.list.flatMap(({ id, aliases }) => [id, ...aliases]),
  );
  return refuse(
    runtimeIssue({
      code: "RUNTIME_MODEL_NOT_OFFERED",
      message: msg`${agent.id} does not offer the model ${wanted}`,
      hint: near === undefined ? msg`choose one of the agent's models` : msg`did you mean ${near}?`,
    }),
  );
}

function findListed(agent: Agent, name: string): Agent["model"]["list"][number] | undefined {
  return agent.model.list.find(({ id, aliases }) => id === name || aliases.includes(name));
}

/** Whether the wanted model is the one the conversation was begun with, by whichever of its names. */
function isSameModel(agent: Agent, wanted: string, { recordedModel }: LaunchRequest): boolean {
  if (recordedModel === undefined) return false;
  return (findListed(agent, wanted)?.id ?? wanted) === (findListed(agent, recordedModel)?.id ?? recordedModel);
}
