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
  if (agent.model.accepts === "none" || !cell.parts.some((part) => part.slot === "model"))
    return refuse(
      runtimeIssue({
        code: "RUNTIME_MODEL_UNSUPPORTED",
        message: msg`${agent.id} cannot be told a model in this launch`,
        hint: msg`leave the model out, or set it in the agent's own settings`,
      }),
    );
  if (agent.model.accepts === "any") return succeed({ id: wanted });
  const listed = agent.model.list.find(({ id, aliases }) => id === wanted || aliases.includes(wanted));
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
