import type { CandidateChoice } from "./choose-candidate.js";
import type { CandidateRule } from "./judge-candidate.js";
import { judgeMatch } from "./judge-candidate.js";
import type { OwnInput } from "./own-input.js";
import { OutputReader, viewChunk } from "./read-output.js";
import type { ScanResult } from "./scan-result.js";
import { nameFinal } from "./scan-result.js";
import type { ReadOptions } from "./scanner-options.js";
import type { SearchEngine } from "./search-engine.js";
import type { SearchTime } from "./search-time.js";

/** Stripped output that must follow a lone candidate under `unique` before it is final, in characters. */
export const SCAN_SETTLE_BYTES = 65_536;

/** Raw bytes read for each byte of the budget; output that is nothing but colours must end the search, too. */
const RAW_BYTES_PER_BUDGET_BYTE = 16;

/** Bytes read between two looks at the clock. */
const SLICE_BYTES = 65_536;

/** What both searches of one stream share. */
export type SearchContext = {
  engine: SearchEngine;
  options: ReadOptions;
  ownInput: OwnInput;
  time: SearchTime;
};

/** The search from the start of the stream on. */
export class HeadSearch {
  readonly #context: SearchContext;
  readonly #choice: CandidateChoice;
  readonly #reader: OutputReader;
  #rawLeft: number;

  constructor(context: SearchContext, choice: CandidateChoice) {
    this.#context = context;
    this.#choice = choice;
    this.#rawLeft = context.options.budgetBytes * RAW_BYTES_PER_BUDGET_BYTE;
    const rule = makeRule(context, () => this.#reader);
    this.#reader = new OutputReader(
      context.engine,
      {
        onMatch: (match) => {
          const { window, matcher } = this.#reader;
          const judged = judgeMatch(match, window, rule);
          if ("rejected" in judged) choice.reject(judged.rejected);
          else choice.offer(judged.candidate);
          if (choice.isFinal) matcher.stopAt = 0;
          else if (choice.policy === "unique" && choice.kept[0] !== undefined)
            matcher.stopAt = choice.kept[0].end + SCAN_SETTLE_BYTES;
        },
        onScreenLeft: () => {},
      },
      0,
      context.options.width,
    );
  }

  /** Searches a chunk; returns why the search is over, if it is. */
  read(bytes: Uint8Array): ScanResult["stopped"] {
    const end = Math.min(bytes.length, this.#rawLeft);
    const chunk = viewChunk(bytes);
    let at = 0;
    while (at < end) {
      const from = at;
      at = this.#reader.read(chunk, at, Math.min(end, at + SLICE_BYTES), this.#context.options.budgetBytes);
      this.#rawLeft -= at - from;
      const stopped = this.#findStop();
      if (stopped !== undefined) return stopped;
    }
    return undefined;
  }

  /** Nothing follows; returns why the search is over, if it was not already. */
  finish(): ScanResult["stopped"] {
    this.#reader.finish();
    const stopped = this.#findStop();
    // A stream that ends exactly with the budget was searched whole, but for a match that the end made certain.
    return stopped ?? "end";
  }

  #findStop(): ScanResult["stopped"] {
    const { matcher, window } = this.#reader;
    if (this.#choice.isFinal) return nameFinal(this.#choice.policy);
    if (matcher.furthest >= matcher.stopAt) return "settled";
    const { options, time } = this.#context;
    const isOver = matcher.exhausted || this.#rawLeft <= 0 || window.end >= options.budgetBytes || time.isUsedUp;
    return isOver ? "budget" : undefined;
  }
}

/** The rule by which the matches of a reader are judged; looking through own input counts as work of its search. */
export function makeRule({ engine, options, ownInput }: SearchContext, getReader: () => OutputReader): CandidateRule {
  return {
    variableGroup: engine.variableGroup,
    idPattern: options.idPattern,
    isOwnInput: (text) => {
      getReader().matcher.charge(ownInput.cost);
      return ownInput.has(text);
    },
  };
}
