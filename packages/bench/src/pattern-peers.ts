import { findPeer } from "./minisign-peers.js";

/** What the bench uses of re2js. */
export type Re2Expression = {
  test(text: string): boolean;
  matcher(text: string): { find(): boolean; group(index: number): string | null };
};

/** The libraries that `pattern` is measured against. */
export type PatternPeers = {
  stripAnsi: (text: string) => string;
  compileRe2: (source: string) => Re2Expression;
};

/** Loads the peers, installed from their own lock the first time. */
export async function loadPatternPeers(): Promise<PatternPeers> {
  const { RE2JS } = await import(findPeer("re2js"));
  const { default: stripAnsi } = await import(findPeer("strip-ansi"));
  return { stripAnsi, compileRe2: (source) => RE2JS.compile(source) };
}
