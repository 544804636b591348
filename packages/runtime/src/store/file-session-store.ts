import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ensurePrivateFolder, verifyFolder } from "@slipway/binary";
import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, stringifyJson, succeed } from "@slipway/errors";
import { assertUse } from "../plan/assert-request.js";
import { runtimeIssue } from "../runtime-error.js";
import { takeSessionLock } from "./session-lock.js";
import type { SessionDraft, SessionRecord } from "./session-record.js";
import { isSessionRecord, sessionKey } from "./session-record.js";
import type { SessionStore } from "./session-store.js";
import { readPrivateFile, removeFile, writePrivateFile } from "./write-private-file.js";

/** Bytes of one session's file. A real one has about 900. */
export const SESSION_RECORD_MAX_BYTES = 16 * 1024;

/** Sessions that are listed: more files than a person ever makes would be somebody's flood. */
export const SESSIONS_MAX = 10_000;

/** Characters of a prefix: fewer would match by accident. */
export const SESSION_PREFIX_MIN = 4;

/**
 * Sessions as one JSON file each in `dir` (0600, in a folder of mode 0700 that is verified at each use). Nothing of a
 * prompt or an answer is written.
 *
 * @throws RuntimeError `RUNTIME_MISUSE` when `dir` is not a string
 */
export function fileSessionStore(dir: string, options: { now?: () => Date } = {}): SessionStore {
  assertUse(typeof dir === "string" && dir !== "", msg`the folder of the session store is not a path`);
  const now = options.now ?? (() => new Date());
  return {
    save: async (draft) => {
      const folder = ensurePrivateFolder(dir);
      if (!folder.ok) return refuse(unusable(dir, "cannot be used"), ...folder.issues);
      const key = sessionKey(draft.agent, draft.sessionId);
      const known = readRecord(folder.value, `${key}.json`);
      if (known.issue !== undefined) return refuse(known.issue);
      const time = now().toISOString();
      const record: SessionRecord = {
        schema: 1,
        key,
        ...draft,
        ...keepClaim(draft, known.record),
        createdAt: known.record?.createdAt ?? time,
        updatedAt: time,
      };
      assertUse(isSessionRecord(record), msg`the session to store is not one`);
      return attempt(dir, "written", () => {
        writePrivateFile(folder.value, `${key}.json`, `${stringifyJson(record, { indent: 2 })}\n`);
        return record;
      });
    },
    list: async () => readAll(dir),
    get: async (idOrPrefix) => find(readAll(dir), idOrPrefix),
    lock: async (session) => {
      const folder = ensurePrivateFolder(join(dir, "locks"));
      if (!folder.ok) return refuse(unusable(dir, "cannot be used"), ...folder.issues);
      const key = sessionKey(session.agent, session.sessionId);
      const taken = attempt(dir, "written", () => takeSessionLock(folder.value, key, now));
      return taken.ok ? taken.value : taken;
    },
    remove: async (key) => {
      const folder = verifyFolder(dir);
      if (!folder.ok || !/^[0-9a-f]{32}$/.test(key)) return false;
      const there = readRecord(folder.value, `${key}.json`).record !== undefined;
      return there && attempt(dir, "written", () => removeFile(folder.value, `${key}.json`)).ok;
    },
  };
}

/** That an id was resumed says nothing about where it came from: a captured one stays the claim it was. */
function keepClaim(draft: SessionDraft, known: SessionRecord | undefined): Partial<SessionDraft> {
  if (draft.start !== "resume" || draft.source !== "supplied" || known === undefined) return {};
  return { source: known.source, confidence: known.confidence };
}

function attempt<T>(dir: string, what: "read" | "written", work: () => T): Result<T> {
  try {
    return succeed(work());
  } catch (error) {
    return refuse(unusable(dir, `cannot be ${what}: ${(error as NodeJS.ErrnoException).code ?? "unknown"}`));
  }
}

function readAll(dir: string): { sessions: SessionRecord[]; issues: Issue[] } {
  const folder = verifyFolder(dir);
  if (!folder.ok) {
    const absent = folder.issues.every((found) => found.code === "BINARY_MISSING");
    return { sessions: [], issues: absent ? [] : [unusable(dir, "cannot be used"), ...folder.issues] };
  }
  const read = attempt(dir, "read", () => readdirSync(folder.value));
  if (!read.ok) return { sessions: [], issues: read.issues };
  const names = read.value.filter((name) => /^[0-9a-f]{32}\.json$/.test(name));
  const issues: Issue[] = [];
  if (names.length > SESSIONS_MAX)
    issues.push({
      ...unusable(dir, `holds more than ${SESSIONS_MAX} sessions; the rest is not listed`),
      severity: "warning",
    });
  const sessions = names.slice(0, SESSIONS_MAX).flatMap((name) => {
    const { record, issue } = readRecord(folder.value, name);
    // One file that cannot be read does not make the others unusable.
    if (issue !== undefined)
      issues.push(issue.code === "RUNTIME_STORE_UNUSABLE" ? { ...issue, severity: "warning" } : issue);
    return record === undefined ? [] : [record];
  });
  sessions.sort((a, b) =>
    a.updatedAt === b.updatedAt ? (a.key < b.key ? -1 : 1) : a.updatedAt < b.updatedAt ? 1 : -1,
  );
  return { sessions, issues };
}

function readRecord(folder: string, name: string): { record?: SessionRecord; issue?: Issue } {
  const path = join(folder, name);
  try {
    const text = readPrivateFile(path, SESSION_RECORD_MAX_BYTES);
    if (text === undefined) return {};
    const value: unknown = JSON.parse(text);
    if (isSessionRecord(value) && `${value.key}.json` === name) return { record: value };
    return { issue: damaged(path, "it is not a record of a session") };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // What may not be read was not damaged, and must not be removed for it.
    if (code === "EACCES" || code === "EPERM" || code === "EIO")
      return { issue: unusable(folder, `cannot be read: ${code} for ${name}`) };
    return {
      issue: damaged(path, error instanceof SyntaxError ? "it is not JSON" : (code ?? (error as Error).message)),
    };
  }
}

function find(all: { sessions: SessionRecord[]; issues: Issue[] }, wanted: string): Result<SessionRecord> {
  const whole = all.sessions.filter(({ key, sessionId }) => key === wanted || sessionId === wanted);
  const begins =
    wanted.length < SESSION_PREFIX_MIN
      ? []
      : all.sessions.filter(({ key, sessionId }) => key.startsWith(wanted) || sessionId.startsWith(wanted));
  const found = whole.length > 0 ? whole : begins;
  const asWarnings = all.issues.map((problem): Issue => ({ ...problem, severity: "warning" }));
  const unread = all.issues.filter(({ code, severity }) => code === "RUNTIME_STORE_UNUSABLE" && severity === "error");
  if (found.length === 1) return succeed(found[0] as SessionRecord, asWarnings);
  if (found.length > 1)
    return refuse(
      runtimeIssue({
        code: "RUNTIME_SESSION_AMBIGUOUS",
        message: msg`${found.length} sessions begin with ${wanted}: ${found
          .slice(0, 5)
          .map(({ agent, sessionId }) => `${agent} ${sessionId}`)
          .join(", ")}`,
        hint: msg`give more of the id, or the key ${(found[0] as SessionRecord).key}`,
      }),
      ...asWarnings,
    );
  // It may be among those that could not be read: not known is another answer than not there.
  if (unread.length > 0) return refuse(...all.issues);
  return refuse(
    runtimeIssue({
      code: "RUNTIME_SESSION_UNKNOWN",
      message: msg`no stored session is called ${wanted}`,
      hint:
        wanted.length < SESSION_PREFIX_MIN
          ? msg`give at least ${SESSION_PREFIX_MIN} characters of its id`
          : msg`list the sessions`,
    }),
    ...asWarnings,
  );
}

function damaged(path: string, why: string): Issue {
  return runtimeIssue({
    code: "RUNTIME_SESSION_RECORD_DAMAGED",
    message: msg`${path} cannot be read: ${why}`,
    hint: msg`look at it, then remove it; the conversation itself is kept by the agent`,
  });
}

function unusable(dir: string, how: string): Issue {
  return runtimeIssue({
    code: "RUNTIME_STORE_UNUSABLE",
    message: msg`the session store ${dir} ${how}`,
    hint: msg`make it a folder of your own with mode 0700 and room on its disk, or set SLIPWAY_HOME to another place`,
  });
}
