/** A thing to measure: one call does one unit of work. */
export type Subject = { name: string; run: () => unknown };

/** One line of the table: ours against a peer, and ours against itself in the same run. */
export type Comparison = {
  title: string;
  ours: string;
  peer: string;
  /** Time of ours divided by time of the peer; below 1 is faster. Median over the pairs. */
  ratio: number;
  /** Ours against ours, interleaved like the pairs: how far from 1 the machine alone takes a ratio. */
  selfRatio: number;
  pairs: number;
};

/** Fewer interleaved pairs than this make the median follow the machine's moods. */
export const PAIRS = 31;

/**
 * Measures two subjects in interleaved pairs, the order swapped each time, and the first against itself in between. Each
 * sample repeats its subject until about `sampleMs` have passed, so that a microsecond is not measured by a clock of
 * microseconds; a subject that takes longer is run once.
 */
export function compareSubjects(title: string, ours: Subject, peer: Subject, sampleMs = 10, pairs = PAIRS): Comparison {
  const oursRounds = countRounds(ours, sampleMs);
  const peerRounds = countRounds(peer, sampleMs);
  const ratios: number[] = [];
  const selfRatios: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0;
    const first = order ? measure(ours, oursRounds) : measure(peer, peerRounds);
    const second = order ? measure(peer, peerRounds) : measure(ours, oursRounds);
    const again = measure(ours, oursRounds);
    const oursTime = order ? first : second;
    ratios.push(oursTime / (order ? second : first));
    selfRatios.push(order ? again / oursTime : oursTime / again);
  }
  return { title, ours: ours.name, peer: peer.name, ratio: median(ratios), selfRatio: median(selfRatios), pairs };
}

/** The middle value; the mean of the two middle ones for an even count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

function countRounds(subject: Subject, sampleMs: number): number {
  subject.run();
  let rounds = 1;
  for (;;) {
    const perRound = measure(subject, rounds);
    if (perRound * rounds >= sampleMs || rounds >= 1_000_000) return rounds;
    rounds = Math.max(rounds * 2, Math.ceil(sampleMs / Math.max(perRound, 1e-6)));
  }
}

/** Milliseconds a call. */
function measure(subject: Subject, rounds: number): number {
  const start = process.hrtime.bigint();
  for (let round = 0; round < rounds; round += 1) subject.run();
  return Number(process.hrtime.bigint() - start) / 1e6 / rounds;
}
