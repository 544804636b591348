import { createHash } from "node:crypto";
import type { FileIdentity } from "@slipway/binary";
import type { Start, Surface } from "@slipway/manifest";
import { PERMISSION_MODES } from "@slipway/manifest";
import type { ApprovalMode } from "../launch-plan.js";
import type { SessionIdOutcome } from "../session.js";

/**
 * What is kept of a session so that it can be resumed. Nothing of what was said: a prompt is the user's own, and the agent
 * keeps the conversation itself.
 */
export type SessionRecord = {
  schema: 1;
  /** Made from agent and session id; the name of the file. */
  key: string;
  agent: string;
  sessionId: string;
  source: NonNullable<SessionIdOutcome["source"]>;
  confidence: NonNullable<SessionIdOutcome["confidence"]>;
  surface: Surface;
  start: Start;
  cwd: string;
  model?: string;
  approval: ApprovalMode;
  agentVersion?: string;
  binary?: { path: string; identity: FileIdentity; sha256?: string };
  /** The private TMPDIR of the launch: the agent's sockets and daemons live there. */
  tmpdir?: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
};

/** What a caller gives to store a session; key and times are the store's. */
export type SessionDraft = Omit<SessionRecord, "schema" | "key" | "createdAt" | "updatedAt">;

/** Hexadecimal digits of a key. */
export const SESSION_KEY_LENGTH = 32;

/**
 * The key of a conversation: a file name that cannot be chosen by an agent (ids hold `.` and `:`, and differ by case only),
 * and the same for every launch of the same conversation.
 */
export function sessionKey(agent: string, sessionId: string): string {
  return createHash("sha256").update(`${agent}\0${sessionId}`).digest("hex").slice(0, SESSION_KEY_LENGTH);
}

type Check = (value: unknown) => boolean;

const text =
  (max: number): Check =>
  (value) =>
    typeof value === "string" && value.length > 0 && value.length <= max && !value.includes("\0");
const oneOf =
  (...allowed: string[]): Check =>
  (value) =>
    typeof value === "string" && allowed.includes(value);
const time: Check = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Field = { check: Check; optional?: true };

const BINARY: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["path", { check: text(4_096) }],
  [
    "identity",
    { check: (value) => isObject(value) && Object.values(value).every(text(32)) && Object.keys(value).length <= 8 },
  ],
  ["sha256", { check: (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value), optional: true }],
]);

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["schema", { check: (value: unknown) => value === 1 }],
  ["key", { check: (value: unknown) => typeof value === "string" && /^[0-9a-f]{32}$/.test(value) }],
  ["agent", { check: (value: unknown) => typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(value) }],
  ["sessionId", { check: (value: unknown) => text(256)(value) && !(value as string).startsWith("-") }],
  ["source", { check: oneOf("supplied", "captured", "event", "adopted") }],
  ["confidence", { check: oneOf("certain", "likely", "low") }],
  ["surface", { check: oneOf("pty", "headless", "probe") }],
  ["start", { check: oneOf("new", "resume", "continue") }],
  ["cwd", { check: text(4_096) }],
  ["model", { check: text(200), optional: true }],
  ["approval", { check: oneOf("default", ...PERMISSION_MODES) }],
  ["agentVersion", { check: text(1_024), optional: true }],
  ["binary", { check: (value: unknown) => isObject(value) && matches(value, BINARY), optional: true }],
  ["tmpdir", { check: text(4_096), optional: true }],
  ["createdAt", { check: time }],
  ["updatedAt", { check: time }],
]);

/** Closed: a field that is not listed is as wrong as one that is missing. */
function matches(value: Record<string, unknown>, fields: ReadonlyMap<string, Field>): boolean {
  return (
    Object.keys(value).every((name) => fields.has(name)) &&
    [...fields].every(([name, { check, optional }]) =>
      Object.hasOwn(value, name) ? check(value[name]) : optional === true,
    )
  );
}

/** Whether a value is a record, whole, with nothing more, and under its own key. */
export function isSessionRecord(value: unknown): value is SessionRecord {
  if (!isObject(value) || !matches(value, FIELDS)) return false;
  const record = value as SessionRecord;
  return record.key === sessionKey(record.agent, record.sessionId);
}
