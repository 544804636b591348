import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import type { Agent, Cell } from "@slipway/manifest";
import { compilePattern, isSafeSessionId } from "@slipway/pattern";
import type { LaunchRequest } from "../launch-request.js";
import { runtimeIssue } from "../runtime-error.js";

/** The id that argv carries, if any: supplied for a resume, minted for an agent that takes one. The two never mix. */
export function chooseSessionId(
  agent: Agent,
  cell: Cell,
  request: LaunchRequest,
  mintId: () => string,
): Result<{ id?: string }> {
  if (request.start !== "resume") {
    if (request.sessionId !== undefined)
      return refuse(
        runtimeIssue({
          code: "RUNTIME_SESSION_ID_NOT_ALLOWED",
          message: msg`a session id was given for a start that is not a resume`,
          hint: msg`resume the conversation, or leave the id out`,
        }),
      );
    if (cell.target !== "own-id") return succeed({});
    const minted = mintId();
    return checkSessionId(agent, minted);
  }
  if (request.sessionId === undefined)
    return refuse(
      runtimeIssue({
        code: "RUNTIME_SESSION_ID_MISSING",
        message: msg`which conversation to resume was not said`,
        hint: msg`give its session id`,
      }),
    );
  return checkSessionId(agent, request.sessionId);
}

/**
 * Judges an id by the agent's own pattern, and always by the safe default's first rule: an id that begins with `-` would
 * be read as an option, whatever the pattern says.
 */
export function checkSessionId(agent: Pick<Agent, "id" | "sessionId">, id: string): Result<{ id: string }> {
  const refused = (): Issue =>
    runtimeIssue({
      code: "RUNTIME_SESSION_ID_INVALID",
      message: msg`${id} is not a session id of ${agent.id}`,
      hint: msg`give the id alone, not a command line`,
    });
  if (typeof id !== "string" || id.startsWith("-")) return refuse(refused());
  if (agent.sessionId.pattern === undefined) return isSafeSessionId(id) ? succeed({ id }) : refuse(refused());
  const compiled = compilePattern(agent.sessionId.pattern);
  if (!compiled.ok)
    return refuse(
      runtimeIssue({
        code: "RUNTIME_SESSION_ID_PATTERN",
        message: msg`the session-id pattern of ${agent.id} cannot be used`,
        hint: msg`report it to who made the catalog entry`,
      }),
      ...compiled.issues,
    );
  return compiled.value.test(id) ? succeed({ id }) : refuse(refused());
}
