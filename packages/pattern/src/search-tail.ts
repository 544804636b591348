import { CandidateChoice } from "./choose-candidate.js";
import { judgeMatch } from "./judge-candidate.js";
import { OutputReader, viewChunk } from "./read-output.js";
import type { SearchContext } from "./search-head.js";
import { makeRule } from "./search-head.js";
import { MARK_CUT } from "./stream-marks.js";
import type { TailBuffer } from "./tail-buffer.js";

/** Bytes read between two looks at the clock. */
const SLICE_BYTES = 65_536;

/**
 * Searches the last bytes of the stream, or what follows the last leave of the alternate screen in them. Returns whether
 * that was the whole stream, read to its end.
 */
export function searchTail(context: SearchContext, choice: CandidateChoice, tail: TailBuffer): boolean {
  const bytes = tail.read();
  const isWhole = tail.total === bytes.length;
  let found = new CandidateChoice(choice.policy);
  const rule = makeRule(context, () => reader);
  const reader: OutputReader = new OutputReader(
    context.engine,
    {
      onMatch: (match) => {
        const judged = judgeMatch(match, reader.window, rule);
        if ("rejected" in judged) found.reject(judged.rejected);
        else found.offer(judged.candidate);
      },
      // What was drawn before is the agent's screen, with everything that others wrote on it.
      onScreenLeft: () => {
        found = new CandidateChoice(choice.policy);
      },
    },
    tail.total - bytes.length,
    context.options.width,
  );
  const { matcher, window } = reader;
  if (!isWhole) window.append(MARK_CUT, tail.total - bytes.length);
  const isOver = () => matcher.exhausted || context.time.isUsedUp;
  const chunk = viewChunk(bytes);
  let at = 0;
  while (at < bytes.length && !isOver())
    at = reader.read(chunk, at, Math.min(bytes.length, at + SLICE_BYTES), Number.POSITIVE_INFINITY);
  reader.finish();
  choice.absorb(found);
  return isWhole && at === bytes.length && !matcher.exhausted;
}
