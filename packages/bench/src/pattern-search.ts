import { compileSearch } from "@slipway/pattern";
import type { Comparison } from "./compare.js";
import { compareSubjects } from "./compare.js";
import type { PatternPeers } from "./pattern-peers.js";
import { cutIntoChunks, makeTerminalOutput } from "./terminal-output.js";

/** Output of one measured stream, in bytes, and of one chunk, as a terminal's reader gives it. */
const OUTPUT_BYTES = 8 * 1_048_576;
const CHUNK_BYTES = 4_096;

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** A search of a whole stream; returns the id. */
type Search = (chunks: readonly Buffer[]) => string | undefined;

/** Streaming search, ours against what a project writes with strip-ansi: nothing to find before the last line. */
export function compareSearch({ stripAnsi, compileRe2 }: PatternPeers): Comparison[] {
  // The id stands in the last chunk whole; a peer that keeps nothing between chunks must not lose to a cut.
  const output = makeTerminalOutput(OUTPUT_BYTES, `session id: ${ID}`);
  const rest = output.length % CHUNK_BYTES;
  const chunks = cutIntoChunks(rest > 0 && rest < 128 ? output.subarray(128) : output, CHUNK_BYTES);
  const labelled = `session id: (${UUID})`;
  const alone = `(${UUID})`;
  const byExec = (source: string): Search => {
    const expression = new RegExp(source);
    return (all) => {
      for (const chunk of all) {
        const found = expression.exec(stripAnsi(chunk.toString("utf8")));
        if (found !== null) return found[1];
      }
      return undefined;
    };
  };
  const byRe2 = (source: string): Search => {
    const expression = compileRe2(source);
    return (all) => {
      for (const chunk of all) {
        const matcher = expression.matcher(stripAnsi(chunk.toString("utf8")));
        if (matcher.find()) return matcher.group(1) ?? undefined;
      }
      return undefined;
    };
  };
  const compare = (title: string, source: string, peer: string, search: Search, pairs?: number): Comparison => {
    const ours = searchWith(source);
    for (const each of [ours, search]) if (each(chunks) !== ID) throw new Error("a search does not find the id");
    return compareSubjects(
      title,
      { name: "@slipway/pattern", run: () => ours(chunks) },
      { name: peer, run: () => search(chunks) },
      10,
      pairs,
    );
  };
  return [
    compare("8 MiB of output, labelled UUID", labelled, "strip-ansi and RegExp.exec", byExec(labelled)),
    compare("8 MiB of output, UUID", alone, "strip-ansi and RegExp.exec", byExec(alone)),
    compare("8 MiB of output, UUID", alone, "strip-ansi and re2js", byRe2(alone)),
  ];
}

function searchWith(source: string): Search {
  const compiled = compileSearch(source);
  if (!compiled.ok) throw new Error("a pattern does not compile");
  return (chunks) => {
    const scanner = compiled.value.scanner({ budgetBytes: Number.POSITIVE_INFINITY, tailBytes: 0 });
    for (const chunk of chunks) scanner.push(chunk);
    return scanner.end().id;
  };
}
