/** A set of UTF-16 units. */
export type CharacterSet = {
  /** One entry for each ASCII code: 1 when it is in the set. */
  readonly ascii: Uint8Array;
  /** Whether units from 128 on are in the set unless listed. */
  readonly beyond: boolean;
  /** Units from 128 on that are the exception to {@link CharacterSet.beyond}. */
  readonly exceptions: ReadonlySet<number>;
};

/** The matches of `\s` in JavaScript that can stand in stripped output. */
const BLANKS =
  "\t\n\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

/** Collects the units of a set. */
export class CharacterSetBuilder {
  readonly #ascii = new Uint8Array(128);
  readonly #beyond = new Set<number>();

  /** Adds the units from `low` to `high`. */
  addRange(low: number, high: number): void {
    for (let unit = low; unit <= high; unit += 1) this.addUnit(unit);
  }

  addUnit(unit: number): void {
    if (unit >= 128) this.#beyond.add(unit);
    else this.#ascii[unit] = 1;
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
    return { ascii, beyond: options.negated, exceptions: this.#beyond };
  }
}

/** Whether a unit is in a set. */
export function hasUnit(set: CharacterSet, unit: number): boolean {
  return unit < 128 ? set.ascii[unit] === 1 : set.beyond !== set.exceptions.has(unit);
}
