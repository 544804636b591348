import type { Printable } from "@slipway/errors";
import { printable } from "@slipway/errors";
import type { Automaton } from "./build-automaton.js";
import type { StreamMatch } from "./match-stream.js";
import type { OutputWindow } from "./output-window.js";
import { WINDOW_UNITS } from "./output-window.js";
import { isSafeSessionId, SESSION_ID_MAX_LENGTH } from "./safe-session-id.js";
import type { SessionIdPattern } from "./session-id-pattern.js";
import { isMark, MARK_CUT, MARK_STILL } from "./stream-marks.js";

/** Characters in front of the group shown as evidence: enough for the label and a word. */
const EVIDENCE_CONTEXT = 60;

/** Why a match of the search pattern was not taken for an id. */
export type RejectReason =
  /** The text does not pass the session-id pattern, or without one the rule of {@link isSafeSessionId}. */
  | "not-an-id"
  /** Without a session-id pattern only: no digit in it, so likely a word of a sentence. */
  | "no-digit"
  /** Over {@link SESSION_ID_MAX_LENGTH} characters, or begun too far back. */
  | "too-long"
  /** The text goes on with letters, digits, `_` or `-`: the match is a piece of something longer. */
  | "part-of-word"
  /** Of variable length and on a screen that is being drawn, or ended by a cursor move: its end may be missing. */
  | "redrawn";

/** A match that is believed to be an id. */
export type Candidate = {
  id: string;
  /** Byte of the raw output at which the id begins. */
  at: number;
  /** The line of reasoning to show: what was matched, label included. */
  evidence: Printable;
  /** Position after the match in the stripped stream. */
  end: number;
};

/** A match that is not. */
export type RejectedCandidate = {
  /** The captured text, cut after {@link SESSION_ID_MAX_LENGTH} characters; foreign text, not safe to print. */
  text: string;
  at: number;
  reason: RejectReason;
};

/** Judges what a match captured. */
export function judgeMatch(
  match: StreamMatch,
  window: OutputWindow,
  automaton: Automaton,
  idPattern: SessionIdPattern | undefined,
): { candidate: Candidate } | { rejected: RejectedCandidate } {
  const oldest = match.decidedAt - WINDOW_UNITS;
  const from = Math.max(match.groupStart, oldest);
  const text = window.slice(from, Math.max(from, Math.min(match.groupEnd, from + SESSION_ID_MAX_LENGTH)));
  const at = window.offsetAt(from);
  const length = match.groupEnd - match.groupStart;
  if (length > SESSION_ID_MAX_LENGTH || from > match.groupStart) return { rejected: { text, at, reason: "too-long" } };
  const reason = findReason(match, text, window, automaton, idPattern);
  if (reason !== undefined) return { rejected: { text, at, reason } };
  const shown = window.slice(Math.max(match.start, oldest, match.groupStart - EVIDENCE_CONTEXT), match.groupEnd);
  return { candidate: { id: text, at, evidence: printable(shown), end: match.end } };
}

function findReason(
  match: StreamMatch,
  text: string,
  window: OutputWindow,
  automaton: Automaton,
  idPattern: SessionIdPattern | undefined,
): RejectReason | undefined {
  const before = match.start === match.groupStart ? window.unitAt(match.start - 1) : -1;
  const after = match.end === match.groupEnd ? window.unitAt(match.end) : -1;
  if (isWordUnit(before) || isWordUnit(after)) return "part-of-word";
  const endsAtMove = after !== -1 && isMark(after) && after !== MARK_STILL;
  if (automaton.variableGroup && (match.onScreen || endsAtMove)) return "redrawn";
  if (idPattern !== undefined) return isSafeSessionId(text) && idPattern.test(text) ? undefined : "not-an-id";
  if (!isSafeSessionId(text)) return "not-an-id";
  return /[0-9]/.test(text) ? undefined : "no-digit";
}

/** Letters, digits, `_`, `-`, and the place where a stream was cut, which may have been any of them. */
function isWordUnit(unit: number): boolean {
  if (unit === MARK_CUT || unit === 0x2d || unit === 0x5f) return true;
  const lower = unit | 0x20;
  return (unit >= 0x30 && unit <= 0x39) || (lower >= 0x61 && lower <= 0x7a && unit > 0x40);
}
