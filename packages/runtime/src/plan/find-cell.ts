import { isAbsolute } from "node:path";
import type { Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import type { Agent, Cell } from "@slipway/manifest";
import type { LaunchRequest } from "../launch-request.js";
import { runtimeIssue } from "../runtime-error.js";

const SURFACE_NAMES = { pty: "in a terminal", headless: "without a terminal", probe: "as a check" } as const;

/** The cell of the agent for this surface and start, or the one refusal that its absence means. */
export function findCell(agent: Agent, request: LaunchRequest): Result<Cell> {
  if (!isAbsolute(request.cwd)) {
    return refuse(
      runtimeIssue({
        code: "RUNTIME_CWD_RELATIVE",
        message: msg`the working directory ${request.cwd} is not an absolute path`,
        hint: msg`give the full path`,
      }),
    );
  }
  if (agent.engine !== undefined)
    return refuse(
      runtimeIssue({
        code: "RUNTIME_SURFACE_UNSUPPORTED",
        message: msg`${agent.id} is no program: nothing can be launched`,
        hint:
          agent.engine.kind === "api"
            ? msg`launch ${agent.engine.source}, which it speaks through`
            : msg`it is a chat endpoint, spoken to over its own protocol`,
      }),
    );
  const where = SURFACE_NAMES[request.surface];
  const cells = agent.launch[request.surface];
  if (cells === undefined) {
    return refuse(
      runtimeIssue({
        code: "RUNTIME_SURFACE_UNSUPPORTED",
        message: msg`${agent.id} cannot be run ${where}`,
        hint: request.surface === "headless" ? msg`run it in a terminal` : msg`run it without a terminal`,
      }),
    );
  }
  const cell = cells[request.start];
  if (cell !== undefined) return succeed(cell);
  if (request.start === "new")
    return refuse(
      runtimeIssue({
        code: "RUNTIME_NEW_UNSUPPORTED",
        message: msg`${agent.id} cannot begin a new conversation ${where}`,
        hint: msg`resume or continue one there, or begin it another way`,
      }),
    );
  if (request.start === "continue")
    return refuse(
      runtimeIssue({
        code: "RUNTIME_CONTINUE_UNSUPPORTED",
        message: msg`${agent.id} has no way to continue the newest conversation of a folder ${where}`,
        hint: cells.resume === undefined ? msg`begin a new conversation` : msg`resume the conversation by its id`,
      }),
    );
  if (cells.continue !== undefined)
    return refuse(
      runtimeIssue({
        code: "RUNTIME_RESUME_ONLY_LAST",
        message: msg`${agent.id} can continue only the newest conversation of a folder ${where}, not one by its id`,
        hint: msg`use continue; which conversation that is, nobody promises`,
      }),
    );
  return refuse(
    runtimeIssue({
      code: "RUNTIME_RESUME_UNSUPPORTED",
      message: msg`${agent.id} has no way to resume a conversation ${where}`,
      hint: msg`begin a new conversation`,
    }),
  );
}
