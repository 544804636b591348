/** Longest name compared; the work grows with the square of it, and no name of ours is longer. */
export const SUGGEST_MAX_LENGTH = 64;

/**
 * The candidate that a mistyped name most likely meant, or nothing when none is near: equal but for case, or at most one
 * edit (insertion, deletion, change, swap of neighbours) for each three characters, two at least for names of four or more.
 */
export function suggestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length === 0 || name.length > SUGGEST_MAX_LENGTH) return undefined;
  const wanted = name.toLowerCase();
  const allowed = Math.max(name.length >= 4 ? 2 : 1, Math.floor(name.length / 3));
  let best: string | undefined;
  let bestDistance = allowed + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > allowed || candidate.length > SUGGEST_MAX_LENGTH) continue;
    const distance = measureEdits(wanted, candidate.toLowerCase());
    if (distance < bestDistance && distance < candidate.length) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Edits between two strings, a swap of neighbours counting as one (optimal string alignment). */
function measureEdits(from: string, to: string): number {
  let previous2: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(
        (previous[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (previous[column - 1] as number) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) cost = Math.min(cost, (previous2[column - 2] as number) + 1);
      current.push(cost);
    }
    previous2 = previous;
    previous = current;
  }
  return previous[to.length] as number;
}
