import { EscapeFilter } from "./filter-escapes.js";
import { LineJoiner } from "./join-lines.js";
import type { OutputWindow } from "./output-window.js";

const REPLACEMENT = 0xfffd;

/**
 * Decodes UTF-8 as the WHATWG decoder does, one byte at a time with its state kept, and passes the characters on to the
 * escape filter. Written here because the result must not depend on where the bytes were cut, and because each character
 * keeps the offset of its first byte.
 */
export class OutputDecoder {
  readonly #filter: EscapeFilter;
  readonly #window: OutputWindow;
  readonly #joiner: LineJoiner | undefined;
  #needed = 0;
  #code = 0;
  #lower = 0x80;
  #upper = 0xbf;
  #startedAt = 0;
  /** Bytes taken so far, counted from the start of the raw output. */
  #offset: number;

  /** With a `width`, line ends that a terminal of so many columns would have made are left out. */
  constructor(window: OutputWindow, offset: number, width?: number) {
    this.#window = window;
    this.#joiner = width === undefined ? undefined : new LineJoiner(window, width);
    this.#filter = new EscapeFilter(this.#joiner ?? window);
    this.#offset = offset;
  }

  /** Whether no character and no sequence has begun. */
  get isAtRest(): boolean {
    return this.#needed === 0 && this.#filter.isInText;
  }

  /** Goes on after bytes that were read elsewhere. Only at rest. */
  skip(bytes: number): void {
    this.#offset += bytes;
  }

  /**
   * Takes bytes from `from` to before `to` until the window is full or ends at `limit` (units of stripped output, marks
   * counted); returns where it stopped.
   */
  take(bytes: Uint8Array, from: number, to: number, limit: number): number {
    let at = from;
    while (at < to && !this.#window.isFull && this.#window.end < limit) {
      const byte = bytes[at] as number;
      if (this.#needed === 0 && byte >= 0x20 && byte < 0x7f && this.#filter.isInText)
        this.#filter.emit(byte, this.#offset);
      else this.#takeByte(byte);
      this.#offset += 1;
      at += 1;
    }
    return at;
  }

  /** Says that nothing follows: a character that was begun is replaced. */
  finish(): void {
    if (this.#needed !== 0) {
      this.#reset();
      this.#filter.take(REPLACEMENT, this.#startedAt);
    }
    this.#joiner?.finish();
  }

  #takeByte(byte: number) {
    if (this.#needed === 0) return this.#takeFirst(byte);
    if (byte < this.#lower || byte > this.#upper) {
      this.#reset();
      this.#filter.take(REPLACEMENT, this.#startedAt);
      return this.#takeFirst(byte);
    }
    this.#lower = 0x80;
    this.#upper = 0xbf;
    this.#code = (this.#code << 6) | (byte & 0x3f);
    this.#needed -= 1;
    if (this.#needed === 0) this.#filter.take(this.#code, this.#startedAt);
  }

  #takeFirst(byte: number) {
    this.#startedAt = this.#offset;
    if (byte < 0x80) return this.#filter.take(byte, this.#offset);
    if (byte >= 0xc2 && byte <= 0xdf) return this.#expect(1, byte & 0x1f);
    if (byte >= 0xe0 && byte <= 0xef) {
      // Overlong forms and surrogates are refused by the range of the second byte.
      if (byte === 0xe0) this.#lower = 0xa0;
      if (byte === 0xed) this.#upper = 0x9f;
      return this.#expect(2, byte & 0x0f);
    }
    if (byte >= 0xf0 && byte <= 0xf4) {
      if (byte === 0xf0) this.#lower = 0x90;
      if (byte === 0xf4) this.#upper = 0x8f;
      return this.#expect(3, byte & 0x07);
    }
    this.#filter.take(REPLACEMENT, this.#offset);
  }

  #expect(needed: number, code: number) {
    this.#needed = needed;
    this.#code = code;
  }

  #reset() {
    this.#needed = 0;
    this.#lower = 0x80;
    this.#upper = 0xbf;
  }
}
