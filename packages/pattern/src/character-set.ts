/** A set of UTF-16 units. */
export type CharacterSet = {
  /** One entry for each ASCII code: 1 when it is in the set. */
  readonly ascii: Uint8Array;
  /** Whether units from 128 on are in the set unless listed. */
  readonly beyond: boolean;
  /**
   * Units from 128 on that are the exception to {@link CharacterSet.beyond}: first and last of each range in turn, ascending
   * and apart. Ranges and never single units, because five characters of a pattern (`[!-\uffff]`) name 65,000 of them.
   */
  readonly exceptions: readonly number[];
};

/** The matches of `\s` in JavaScript that can stand in stripped output. */
const BLANKS =
  "\t\n\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

/** Collects the units of a set. */
export class CharacterSetBuilder {
  readonly #ascii = new Uint8Array(128);
  readonly #beyond: [low: number, high: number][] = [];

  /** Adds the units from `low` to `high`. */
  addRange(low: number, high: number): void {
    for (let unit = low; unit <= Math.min(high, 127); unit += 1) this.#ascii[unit] = 1;
    if (high >= 128) this.#beyond.push([Math.max(low, 128), high]);
  }

  addUnit(unit: number): void {
    this.addRange(unit, unit);
  }

  /** Adds what `\d`, `\w` or `\s` stands for. */
  addKind(kind: "d" | "w" | "s"): void {
    if (kind === "s") for (let index = 0; index < BLANKS.length; index += 1) this.addUnit(BLANKS.charCodeAt(index));
    else this.addRange(0x30, 0x39);
    if (kind !== "w") return;
    this.addRange(0x41, 0x5a);
    this.addRange(0x61, 0x7a);
    this.addUnit(0x5f);
  }

  /** Finishes the set. Case is ignored for ASCII letters only. */
  build(options: { negated: boolean; ignoreCase: boolean }): CharacterSet {
    const ascii = Uint8Array.from(this.#ascii);
    if (options.ignoreCase)
      for (let upper = 0x41; upper <= 0x5a; upper += 1)
        if (this.#ascii[upper] === 1 || this.#ascii[upper | 0x20] === 1) ascii[upper] = ascii[upper | 0x20] = 1;
    if (options.negated) for (let code = 0; code < 128; code += 1) ascii[code] = ascii[code] === 1 ? 0 : 1;
    return { ascii, beyond: options.negated, exceptions: mergeRanges(this.#beyond) };
  }
}

function mergeRanges(ranges: readonly [number, number][]): number[] {
  const merged: number[] = [];
  for (const [low, high] of [...ranges].sort(([one], [other]) => one - other)) {
    const last = merged.length - 1;
    if (last > 0 && low <= (merged[last] as number) + 1) merged[last] = Math.max(merged[last] as number, high);
    else merged.push(low, high);
  }
  return merged;
}

/** Sets of one ASCII unit, made once: most of a pattern is its label. By unit, those that ignore case from 128 on. */
const literals: CharacterSet[] = [];

/** The set of one unit, or of both cases of an ASCII letter. Shared: nobody changes a set once it is built. */
export function buildLiteral(unit: number, ignoreCase: boolean): CharacterSet {
  if (unit >= 128) return makeLiteral(unit, ignoreCase);
  const key = ignoreCase ? 128 + unit : unit;
  literals[key] ??= makeLiteral(unit, ignoreCase);
  return literals[key];
}

function makeLiteral(unit: number, ignoreCase: boolean): CharacterSet {
  const builder = new CharacterSetBuilder();
  builder.addUnit(unit);
  return builder.build({ negated: false, ignoreCase });
}

/** Whether a unit is in a set. */
export function hasUnit(set: CharacterSet, unit: number): boolean {
  return unit < 128 ? set.ascii[unit] === 1 : set.beyond !== isListed(set.exceptions, unit);
}

function isListed(ranges: readonly number[], unit: number): boolean {
  let low = 0;
  let high = ranges.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[2 * middle + 1] as number) < unit) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length / 2 && (ranges[2 * low] as number) <= unit;
}
