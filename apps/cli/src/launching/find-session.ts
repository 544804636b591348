import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed, verbatim } from "@slipway/errors";
import type { LaunchRequest, SessionRecord } from "@slipway/runtime";
import { fileSessionStore } from "@slipway/runtime";
import type { Invocation } from "../invocation.js";
import { findPlaces } from "../places.js";
import { refuseFor } from "../report-problem.js";

/** Characters of an id that are shown; more when they would name two sessions. */
const SHORT_LENGTH = 8;

/** A stored session, and what of it a resume takes over unless told otherwise. */
export type FoundSession = {
  record: SessionRecord;
  remembered: Pick<LaunchRequest, "sessionId" | "model" | "recordedModel" | "approval" | "cwd"> & { agent: string };
};

/** The session of this id, or of this beginning of one when only one begins so; of this agent, if one is named. */
export async function findSession(invocation: Invocation, name: string, agent?: string): Promise<Result<FoundSession>> {
  const found = await fileSessionStore(findPlaces(invocation).sessions).get(name);
  if (!found.ok) return refuse(...found.issues.map(nameCommand));
  const record = found.value;
  if (agent !== undefined && record.agent !== agent)
    return refuseFor(
      "CLI_SESSION_OTHER_AGENT",
      msg`session ${record.sessionId} belongs to ${record.agent}, not to ${agent}`,
      msg`slipway print --resume ${name} ${record.agent} ...`,
    );
  const { sessionId, cwd, approval, model } = record;
  if (record.confidence === "low" && !invocation.flags.has("accept-unconfirmed"))
    return refuseFor(
      "CLI_SESSION_UNCONFIRMED",
      record.source === "supplied"
        ? msg`the first start of ${sessionId} failed, so ${record.agent} may know no such conversation`
        : msg`the id ${sessionId} was only seen in the output of ${record.agent}, where any text it read could have put it`,
      msg`if it is the conversation you mean, say so with --accept-unconfirmed`,
    );
  if (approval === "bypass" && !invocation.json && !invocation.flags.has("yolo") && !invocation.texts.has("approve"))
    invocation.output.tell(
      msg`slipway: this session acts without asking, as it did before; --approve ask changes that`,
    );
  const remembered = {
    agent: record.agent,
    sessionId,
    cwd,
    approval,
    ...(model === undefined ? {} : { model, recordedModel: model }),
  };
  return succeed({ record, remembered }, found.issues);
}

function nameCommand(found: Issue): Issue {
  if (found.code !== "RUNTIME_SESSION_UNKNOWN") return found;
  const list = msg`slipway sessions shows them`;
  return { ...found, hint: found.hint?.startsWith("give") ? msg`${verbatim(found.hint)}; ${verbatim(list)}` : list };
}

/** The shortest beginning of the session's id, eight characters at least, that names it and no other. */
export function shortenId(
  sessions: readonly SessionRecord[],
  record: Pick<SessionRecord, "sessionId" | "key">,
): string {
  const others = sessions.filter(({ key }) => key !== record.key).flatMap(({ sessionId, key }) => [sessionId, key]);
  const { sessionId } = record;
  for (let length = SHORT_LENGTH; length < sessionId.length; length += 1) {
    const short = sessionId.slice(0, length);
    if (!others.some((other) => other.startsWith(short))) return short;
  }
  return sessionId;
}
