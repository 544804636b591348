import type { Issue, Result } from "@slipway/errors";
import type { SessionLock } from "./session-lock.js";
import type { SessionDraft, SessionRecord } from "./session-record.js";

/** Where sessions are remembered. */
export type SessionStore = {
  /** Adds the session, or updates it: the same agent and session id are the same session, whose `createdAt` stays. */
  save: (draft: SessionDraft) => Promise<Result<SessionRecord>>;
  /** All sessions, the last used first. What cannot be read is an issue and hides nothing else. */
  list: () => Promise<{ sessions: SessionRecord[]; issues: Issue[] }>;
  /** The session with this id, or key, or the one whose id or key begins so. Ambiguity is said, never resolved by guessing. */
  get: (idOrPrefix: string) => Promise<Result<SessionRecord>>;
  /** Takes the session for this process; `RUNTIME_SESSION_IN_USE` when another has it. */
  lock: (session: Pick<SessionRecord, "agent" | "sessionId">) => Promise<Result<SessionLock>>;
  /** Forgets the session. The agent's own conversation stays. False when it was not there or cannot be removed. */
  remove: (key: string) => Promise<boolean>;
};
