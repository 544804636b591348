import type { Printable } from "@slipway/errors";
import { printable } from "@slipway/errors";
import type { StreamMatch } from "./output-matcher.js";
import type { OutputWindow } from "./output-window.js";
import { WINDOW_UNITS } from "./output-window.js";
import { isSafeSessionId, SESSION_ID_MAX_LENGTH } from "./safe-session-id.js";
import type { SessionIdPattern } from "./session-id-pattern.js";
import { isMark, isWord, MARK_STILL } from "./stream-marks.js";

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
  | "redrawn"
  /** Of variable length and over a line that fills the width: whether it goes on in the next line is not known. */
  | "wrapped"
  /** It is in what the host itself has written to the agent. */
  | "own-input";

/** What a match is judged by. */
export type CandidateRule = {
  /** Whether the captured text can have more than one length. */
  variableGroup: boolean;
  idPattern: SessionIdPattern | undefined;
  /** Whether the host's own input holds a text. */
  isOwnInput(text: string): boolean;
};

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
  rule: CandidateRule,
): { candidate: Candidate } | { rejected: RejectedCandidate } {
  const oldest = match.decidedAt - WINDOW_UNITS;
  const from = Math.max(match.groupStart, oldest);
  const text = window.slice(from, Math.max(from, Math.min(match.groupEnd, from + SESSION_ID_MAX_LENGTH)));
  const at = window.offsetAt(from);
  const length = match.groupEnd - match.groupStart;
  if (length > SESSION_ID_MAX_LENGTH || from > match.groupStart) return { rejected: { text, at, reason: "too-long" } };
  const reason = findReason(match, text, window, rule);
  if (reason !== undefined) return { rejected: { text, at, reason } };
  const shown = window.slice(Math.max(match.start, oldest, match.groupStart - EVIDENCE_CONTEXT), match.groupEnd);
  return { candidate: { id: text, at, evidence: printable(shown), end: match.end } };
}

function findReason(
  match: StreamMatch,
  text: string,
  window: OutputWindow,
  { variableGroup, idPattern, isOwnInput }: CandidateRule,
): RejectReason | undefined {
  // Beside a line end that was left out nothing goes on: the line may as well have ended there.
  const isOpenBefore = match.start === match.groupStart && !window.isJoin(match.start);
  const isOpenAfter = match.end === match.groupEnd && !window.isJoin(match.end);
  const before = isOpenBefore ? window.unitAt(match.start - 1) : -1;
  const after = isOpenAfter ? window.unitAt(match.end) : -1;
  if (goesOn(before) || goesOn(after)) return "part-of-word";
  const endsAtMove = after !== -1 && isMark(after) && after !== MARK_STILL;
  if (variableGroup && (match.onScreen || endsAtMove)) return "redrawn";
  if (variableGroup && window.hasJoin(match.groupStart, match.groupEnd) && !isOneLength(idPattern)) return "wrapped";
  if (!isSafeSessionId(text) || !(idPattern?.test(text) ?? true)) return "not-an-id";
  if (idPattern === undefined && !/[0-9]/.test(text)) return "no-digit";
  return isOwnInput(text) ? "own-input" : undefined;
}

function isOneLength(idPattern: SessionIdPattern | undefined): boolean {
  return idPattern !== undefined && idPattern.minLength === idPattern.maxLength;
}

/** Letters, digits, `_`, `-`, and the place where a stream was cut, which may have been any of them. */
function goesOn(unit: number): boolean {
  return unit === 0x2d || isWord(unit);
}
