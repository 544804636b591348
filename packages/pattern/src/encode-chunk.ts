const EMPTY = new Uint8Array(0);

/** Turns chunks into bytes of UTF-8. A pair that two strings share between them is put together. */
export class ChunkEncoder {
  readonly #encoder = new TextEncoder();
  #half = "";

  encode(chunk: Uint8Array | string): Uint8Array {
    if (typeof chunk !== "string") return this.#half === "" ? chunk : join(this.finish(), chunk);
    const text = this.#half + chunk;
    const last = text.length === 0 ? 0 : text.charCodeAt(text.length - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    this.#half = isHalf ? text.slice(-1) : "";
    return this.#encoder.encode(isHalf ? text.slice(0, -1) : text);
  }

  /** What is left over at the end: a lone half becomes U+FFFD. */
  finish(): Uint8Array {
    const left = this.#half === "" ? EMPTY : this.#encoder.encode(this.#half);
    this.#half = "";
    return left;
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const out = new Uint8Array(first.length + second.length);
  out.set(first);
  out.set(second, first.length);
  return out;
}
