/** The last bytes of a stream, copied into a ring of fixed size. */
export class TailBuffer {
  readonly #ring: Uint8Array;
  #total = 0;

  constructor(size: number) {
    this.#ring = new Uint8Array(size);
  }

  /** Bytes written so far. */
  get total(): number {
    return this.#total;
  }

  write(bytes: Uint8Array): void {
    const size = this.#ring.length;
    const kept = bytes.length > size ? bytes.subarray(bytes.length - size) : bytes;
    this.#total += bytes.length;
    if (kept.length === 0) return;
    const from = (this.#total - kept.length) % size;
    const fits = Math.min(kept.length, size - from);
    this.#ring.set(kept.subarray(0, fits), from);
    this.#ring.set(kept.subarray(fits), 0);
  }

  /** The bytes held, in order. */
  read(): Uint8Array {
    const size = this.#ring.length;
    if (this.#total <= size) return this.#ring.slice(0, this.#total);
    const from = this.#total % size;
    const out = new Uint8Array(size);
    out.set(this.#ring.subarray(from), 0);
    out.set(this.#ring.subarray(0, from), size - from);
    return out;
  }
}
