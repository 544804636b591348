type Path = readonly (string | number)[];

/**
 * What of a document the faults that {@link readJson} reports spoil, whether they were listed or only counted: one entry
 * with more faults than the list holds may not disable the others.
 */
export class FaultPlaces {
  /** The first two steps of the paths; one place is written down once in a row. */
  readonly #places: Path[] = [];

  add(path: Path): void {
    const last = this.#places.at(-1);
    if (last === undefined || last[0] !== path[0] || last[1] !== path[1]) this.#places.push(path.slice(0, 2));
  }

  /** Sorts by the entries of one list of the root. A fault outside of them leaves the document itself ambiguous. */
  sort(list: string): { entries: ReadonlySet<number>; elsewhere: boolean } {
    const entries = new Set<number>();
    let elsewhere = false;
    for (const [field, index] of this.#places) {
      if (field === list && typeof index === "number") entries.add(index);
      else elsewhere = true;
    }
    return { entries, elsewhere };
  }
}
