/** Characters of our own input that are remembered, the last ones; a prompt that is longer is forgotten from its start. */
export const OWN_INPUT_UNITS = 65_536;

/** Characters of own input that are looked through at the cost of one step of the search. */
const UNITS_PER_STEP = 8;

/**
 * What the host has written to the agent. A terminal echoes it, and agents draw it again in boxes and colours, so that an id
 * in it is on the screen although the agent did not name it.
 */
export class OwnInput {
  #text = "";
  readonly #decoder = new TextDecoder();

  /** Remembers input, before it is written. Pieces are joined as they were given. */
  add(data: Uint8Array | string): void {
    const text = typeof data === "string" ? data : this.#decoder.decode(data, { stream: true });
    this.#text = (this.#text + text.slice(-OWN_INPUT_UNITS)).slice(-OWN_INPUT_UNITS);
  }

  /** Steps that one look costs. */
  get cost(): number {
    return Math.ceil(this.#text.length / UNITS_PER_STEP);
  }

  has(id: string): boolean {
    return this.#text.includes(id);
  }
}
