import type { Issue, Printable, Result } from "@slipway/errors";
import { msg, succeed, verbatim } from "@slipway/errors";
import type { Session, SessionEnd, SessionIdOutcome, SessionLock, SessionRecord } from "@slipway/runtime";
import { fileSessionStore, sessionKey } from "@slipway/runtime";
import type { CliCode } from "../cli-code.js";
import { problem } from "../report-problem.js";
import { shortenId } from "./find-session.js";
import type { Prepared } from "./prepare-launch.js";

/** What is known of a session's id at its end, how to name it on the next command line, and the end of our hold on it. */
export type Remembered = {
  outcome: SessionIdOutcome;
  record?: SessionRecord;
  short?: string;
  issues: Issue[];
  release: () => void;
};

/** Takes the conversation for this process before it is resumed: two agents that write one conversation lose turns. */
export async function lockSession(prepared: Prepared): Promise<Result<SessionLock | undefined>> {
  const { agent, start, session } = prepared.plan;
  if (start !== "resume" || session.id === undefined) return succeed(undefined);
  return fileSessionStore(prepared.places.sessions).lock({ agent, sessionId: session.id });
}

/** Stores the session as soon as its id is known, so that it can be resumed even if this program is killed. */
export async function rememberSession(
  { plan, places, program, tmpdir }: Prepared,
  session: Pick<Session, "id">,
): Promise<Remembered> {
  const outcome = await session.id;
  if (outcome.state !== "known" || outcome.id === undefined) return { outcome, issues: [], release: () => {} };
  const store = fileSessionStore(places.sessions);
  const key = sessionKey(plan.agent, outcome.id);
  const earlier = await store.list();
  const isTaken = earlier.sessions.some((record) => record.key === key);
  if (plan.start === "new" && isTaken) return { outcome, issues: [describeTaken(outcome.id)], release: () => {} };
  const { path, identity, sha256 } = program.binary.file;
  const saved = await store.save({
    agent: plan.agent,
    sessionId: outcome.id,
    source: outcome.source ?? "captured",
    confidence: outcome.confidence ?? "low",
    surface: plan.surface,
    start: plan.start,
    cwd: plan.cwd,
    approval: plan.approval,
    tmpdir,
    binary: { path, identity, ...(sha256 === undefined ? {} : { sha256 }) },
    ...(plan.model === undefined ? {} : { model: plan.model }),
    ...(program.version === undefined ? {} : { agentVersion: program.version }),
  });
  if (!saved.ok) return { outcome, issues: saved.issues.map(asWarning), release: () => {} };
  // A resume holds the conversation since before its launch; a new one can be held only now that it has a name.
  const lock = plan.start === "resume" ? undefined : await store.lock(saved.value);
  const issues = [...saved.issues, ...(lock?.ok === false ? lock.issues.map(asWarning) : [])];
  const release = (): void => (lock?.ok ? lock.value.release() : undefined);
  return { outcome, record: saved.value, short: shortenId(earlier.sessions, saved.value), issues, release };
}

/**
 * What is left to offer after a first start that failed under an id the agent was given. Whether the agent began a
 * conversation before it failed is not known, so the record stays, as one that is resumed only when that is accepted; of
 * a program that never ran there is none. 128 and above is how a shell reports a signal, not how an agent fails.
 */
export async function doubtFailedStart(
  { plan, places }: Prepared,
  remembered: Remembered,
  end: SessionEnd,
): Promise<Remembered> {
  const { record, short, outcome, issues, release } = remembered;
  if (plan.start !== "new" || record?.source !== "supplied" || short === undefined) return remembered;
  const store = fileSessionStore(places.sessions);
  if (end.kind === "spawn-failed") {
    await store.remove(record.key);
    return { outcome, issues, release };
  }
  if (end.kind !== "exited" || end.exitCode === 0 || end.exitCode >= 128) return remembered;
  const { schema: _schema, key: _key, createdAt: _created, updatedAt: _updated, ...draft } = record;
  const saved = await store.save({ ...draft, confidence: "low" });
  const again =
    plan.surface === "pty"
      ? msg`slipway resume --accept-unconfirmed ${short}`
      : msg`slipway print --accept-unconfirmed --resume ${short} ${record.agent} ...`;
  const doubt = problem(
    "CLI_SESSION_DOUBTFUL",
    msg`${record.agent} failed, and it is not known whether its conversation ${record.sessionId} began`,
    msg`to try it: ${verbatim(again)}`,
  );
  return { outcome, issues: [...issues, ...(saved.ok ? [] : saved.issues), doubt].map(asWarning), release };
}

/** Whether the session was already told of as one that may not have begun. */
export function isDoubtful(issues: readonly Issue[]): boolean {
  return issues.some(({ code }) => code === ("CLI_SESSION_DOUBTFUL" satisfies CliCode));
}

/** The option without which a session of unconfirmed id is not resumed, for the line that says how to. */
export function showAcceptance({ confidence }: Pick<SessionRecord, "confidence">): Printable {
  return confidence === "low" ? msg`--accept-unconfirmed ` : msg``;
}

/** Whoever wrote what the agent printed could name an older session, and have it resumed in place of this one. */
function describeTaken(id: string): Issue {
  return asWarning(
    problem(
      "CLI_SESSION_ID_TAKEN",
      msg`this new conversation claims the id of an earlier session, ${id}: it was not stored, and the earlier one is as it was`,
      msg`look for its true id in the agent itself`,
    ),
  );
}

/** A session that cannot be stored or held has still taken place. */
function asWarning(found: Issue): Issue {
  return { ...found, severity: "warning" };
}
