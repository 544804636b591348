import type { Printable } from "@slipway/errors";
import { msg } from "@slipway/errors";
import type { Automaton } from "./build-automaton.js";
import type { CandidatePolicy } from "./choose-candidate.js";
import { CandidateChoice } from "./choose-candidate.js";
import { OutputDecoder } from "./decode-output.js";
import { ChunkEncoder } from "./encode-chunk.js";
import type { RejectedCandidate } from "./judge-candidate.js";
import { judgeMatch } from "./judge-candidate.js";
import { StreamMatcher } from "./match-stream.js";
import { OutputWindow } from "./output-window.js";
import { assertUse } from "./pattern-error.js";
import type { SessionIdPattern } from "./session-id-pattern.js";
import { MARK_CUT } from "./stream-marks.js";
import { TailBuffer } from "./tail-buffer.js";

/** Stripped output searched from the start, in characters: an agent names its id within the first screens, or at the end. */
export const SCAN_BUDGET_BYTES = 1_048_576;

/** Raw output kept for the search at the end. An exit screen is below 4 KiB; a full redraw before it is below 60. */
export const SCAN_TAIL_BYTES = 65_536;

/** Largest tail that can be asked for; it is held in memory for the whole session. */
export const SCAN_TAIL_MAX_BYTES = 16_777_216;

/** Stripped output that must follow a lone candidate under `unique` before it is final, in characters. */
export const SCAN_SETTLE_BYTES = 65_536;

/** Raw bytes read for each byte of the budget; output that is nothing but colours must end the search, too. */
const RAW_BYTES_PER_BUDGET_BYTE = 16;

/** How a scanner searches. */
export type ScannerOptions = {
  /** Default: `first` for a labelled pattern, `unique` for another. */
  policy?: CandidatePolicy;
  /** What an id of this agent looks like; without it an id must be safe and hold a digit. */
  idPattern?: SessionIdPattern;
  /** Default {@link SCAN_BUDGET_BYTES}; 0 searches the tail only, `Infinity` everything. */
  budgetBytes?: number;
  /** Default {@link SCAN_TAIL_BYTES}; 0 searches no tail. */
  tailBytes?: number;
};

/** What a scanner knows. */
export type ScanResult = {
  /** `none`: nothing that can be believed; `ambiguous`: several different ids under `unique`. */
  state: "none" | "one" | "ambiguous";
  /** With `one`: the id. */
  id?: string;
  /** With `one`: the byte of the raw output at which it begins. */
  at?: number;
  /** With `one`: what was matched, its label included. */
  evidence?: Printable;
  /** With `ambiguous`: the different ids in the order in which they were found, at most `CANDIDATES_MAX`. */
  candidates?: { id: string; at: number; evidence: Printable }[];
  /** Matches that were not taken for an id, the first `REJECTED_MAX` of them; absent when there are none. */
  rejected?: RejectedCandidate[];
  /**
   * Why nothing more is searched: `found`, `settled` and `ambiguous` are final; `budget` means that only the tail is still
   * searched, by `end()` (after `end()`: that a part was never searched); `end` that everything was searched.
   */
  stopped?: "found" | "settled" | "ambiguous" | "budget" | "end";
};

/** Searches one stream of output. Both functions return what is known; after `end()` both return the last result. */
export type OutputScanner = {
  /** Takes the next output, cut anywhere. The bytes are read at once and not kept. */
  push(chunk: Uint8Array | string): ScanResult;
  /** Says that nothing follows, and searches the tail if the beginning gave no final answer. */
  end(): ScanResult;
};

/** Starts a scanner. */
export function scanOutput(automaton: Automaton, labelled: boolean, options: ScannerOptions): OutputScanner {
  const { policy, idPattern, budgetBytes, tailBytes } = readOptions(labelled, options);
  const choice = new CandidateChoice(policy);
  const encoder = new ChunkEncoder();
  let tail = tailBytes > 0 ? new TailBuffer(tailBytes) : undefined;
  let head: HeadSearch | undefined = new HeadSearch(automaton, choice, idPattern, budgetBytes);
  let stopped: ScanResult["stopped"] = budgetBytes === 0 ? "budget" : undefined;
  let ended = false;

  const read = (bytes: Uint8Array): void => {
    tail?.write(bytes);
    if (stopped !== undefined) return;
    stopped = head?.read(bytes);
    if (stopped === undefined) return;
    head = undefined;
    if (stopped !== "budget") tail = undefined;
  };

  return {
    push(chunk) {
      assertUse(typeof chunk === "string" || chunk instanceof Uint8Array, msg`a chunk is a string or bytes`);
      // Once the answer is final nothing is decoded, copied or kept.
      if (!ended && (stopped === undefined || tail !== undefined)) read(encoder.encode(chunk));
      return describeChoice(choice, stopped);
    },
    end() {
      if (!ended) {
        read(encoder.finish());
        stopped ??= head?.finish() ?? "end";
        if (stopped === "budget" && tail !== undefined) {
          const isWhole = searchTail(automaton, choice, idPattern, tail);
          if (choice.isFinal) stopped = nameFinal(policy);
          else if (isWhole) stopped = "end";
        }
        head = undefined;
        tail = undefined;
        ended = true;
      }
      return describeChoice(choice, stopped);
    },
  };
}

/** What a final choice of a policy is called; under `last` none is final. */
function nameFinal(policy: CandidatePolicy): "found" | "ambiguous" {
  return policy === "first" ? "found" : "ambiguous";
}

function readOptions(labelled: boolean, options: ScannerOptions) {
  const {
    policy = labelled ? "first" : "unique",
    idPattern,
    budgetBytes = SCAN_BUDGET_BYTES,
    tailBytes = SCAN_TAIL_BYTES,
  } = options;
  assertUse(policy === "first" || policy === "last" || policy === "unique", msg`policy is none of first, last, unique`);
  assertUse(idPattern === undefined || typeof idPattern.test === "function", msg`idPattern is no compiled pattern`);
  const isBudget = budgetBytes === Number.POSITIVE_INFINITY || Number.isSafeInteger(budgetBytes);
  assertUse(isBudget && budgetBytes >= 0, msg`budgetBytes is no whole number from 0, nor Infinity`);
  const isTail = Number.isSafeInteger(tailBytes) && tailBytes >= 0 && tailBytes <= SCAN_TAIL_MAX_BYTES;
  assertUse(isTail, msg`tailBytes is no whole number from 0 to ${SCAN_TAIL_MAX_BYTES}`);
  return { policy, idPattern, budgetBytes, tailBytes };
}

/** The search from the start of the stream on. */
class HeadSearch {
  readonly #window = new OutputWindow();
  readonly #decoder = new OutputDecoder(this.#window, 0);
  readonly #matcher: StreamMatcher;
  readonly #choice: CandidateChoice;
  readonly #budget: number;
  #rawLeft: number;

  constructor(automaton: Automaton, choice: CandidateChoice, idPattern: SessionIdPattern | undefined, budget: number) {
    this.#choice = choice;
    this.#budget = budget;
    this.#rawLeft = budget * RAW_BYTES_PER_BUDGET_BYTE;
    this.#matcher = new StreamMatcher(automaton, this.#window, {
      onMatch: (match) => {
        const judged = judgeMatch(match, this.#window, automaton, idPattern);
        if ("rejected" in judged) choice.reject(judged.rejected);
        else choice.offer(judged.candidate);
        if (choice.isFinal) this.#matcher.stopAt = 0;
        else if (choice.policy === "unique" && choice.kept[0] !== undefined)
          this.#matcher.stopAt = choice.kept[0].end + SCAN_SETTLE_BYTES;
      },
      onScreenLeft: () => {},
    });
  }

  /** Searches a chunk; returns why the search is over, if it is. */
  read(bytes: Uint8Array): ScanResult["stopped"] {
    const readable = bytes.length > this.#rawLeft ? bytes.subarray(0, this.#rawLeft) : bytes;
    let at = 0;
    while (at < readable.length) {
      const from = at;
      at = this.#decoder.take(readable, from, this.#budget);
      this.#rawLeft -= at - from;
      this.#matcher.run(false);
      const stopped = this.#findStop();
      if (stopped !== undefined) return stopped;
    }
    return undefined;
  }

  /** Nothing follows; returns why the search is over, if it was not already. */
  finish(): ScanResult["stopped"] {
    this.#decoder.finish();
    this.#matcher.run(true);
    const stopped = this.#findStop();
    // A stream that ends exactly with the budget was searched whole, but for a match that the end made certain.
    return stopped ?? "end";
  }

  #findStop(): ScanResult["stopped"] {
    if (this.#choice.isFinal) return nameFinal(this.#choice.policy);
    if (this.#matcher.furthest >= this.#matcher.stopAt) return "settled";
    const isOver = this.#matcher.exhausted || this.#rawLeft <= 0 || this.#decoder.emitted >= this.#budget;
    return isOver ? "budget" : undefined;
  }
}

/**
 * Searches the last bytes of the stream, or what follows the last leave of the alternate screen in them. Returns whether
 * that was the whole stream, read to its end.
 */
function searchTail(
  automaton: Automaton,
  choice: CandidateChoice,
  idPattern: SessionIdPattern | undefined,
  tail: TailBuffer,
): boolean {
  const bytes = tail.read();
  const isWhole = tail.total === bytes.length;
  const window = new OutputWindow();
  const decoder = new OutputDecoder(window, tail.total - bytes.length);
  let found = new CandidateChoice(choice.policy);
  const matcher = new StreamMatcher(automaton, window, {
    onMatch: (match) => {
      const judged = judgeMatch(match, window, automaton, idPattern);
      if ("rejected" in judged) found.reject(judged.rejected);
      else found.offer(judged.candidate);
    },
    // What was drawn before is the agent's screen, with everything that others wrote on it.
    onScreenLeft: () => {
      found = new CandidateChoice(choice.policy);
    },
  });
  if (!isWhole) window.append(MARK_CUT, tail.total - bytes.length);
  let at = 0;
  while (at < bytes.length && !matcher.exhausted) {
    at = decoder.take(bytes, at, Number.POSITIVE_INFINITY);
    matcher.run(false);
  }
  decoder.finish();
  matcher.run(true);
  choice.absorb(found);
  return isWhole && !matcher.exhausted;
}

function describeChoice(choice: CandidateChoice, stopped: ScanResult["stopped"]): ScanResult {
  const kept = choice.kept.map(({ id, at, evidence }) => ({ id, at, evidence }));
  const rest = {
    ...(choice.rejected.length > 0 ? { rejected: [...choice.rejected] } : {}),
    ...(stopped === undefined ? {} : { stopped }),
  };
  const [first] = kept;
  if (first === undefined) return { state: "none", ...rest };
  if (kept.length === 1) return { state: "one", ...first, ...rest };
  return { state: "ambiguous", candidates: kept, ...rest };
}
