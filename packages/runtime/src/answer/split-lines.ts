const LINE_FEED = 0x0a;

/** Bytes of room to begin with. */
const FIRST_ROOM_BYTES = 4_096;

/**
 * Puts lines together across chunks. A line longer than the limit is given up, not cut: half a line of JSON is none. One
 * growing buffer holds the unfinished line, so that a line that arrives byte by byte costs no more than its bytes.
 */
export class LineSplitter {
  #room = Buffer.alloc(0);
  #filled = 0;
  #tooLong = false;
  readonly #limit: number;
  /** Told each line without its line feed; `undefined` for one that was too long. */
  readonly #tell: (line: string | undefined) => void;

  constructor(limit: number, tell: (line: string | undefined) => void) {
    this.#limit = limit;
    this.#tell = tell;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#finish();
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  /** The last line may lack its line feed. */
  end(): void {
    if (this.#filled > 0 || this.#tooLong) this.#finish();
  }

  #keep(piece: Uint8Array): void {
    if (this.#tooLong || piece.length === 0) return;
    const needed = this.#filled + piece.length;
    if (needed > this.#limit) {
      this.#tooLong = true;
      this.#room = Buffer.alloc(0);
      this.#filled = 0;
      return;
    }
    if (needed > this.#room.length) {
      const room = Buffer.allocUnsafe(Math.max(needed, this.#room.length * 2, FIRST_ROOM_BYTES));
      this.#room.copy(room, 0, 0, this.#filled);
      this.#room = room;
    }
    this.#room.set(piece, this.#filled);
    this.#filled = needed;
  }

  #finish(): void {
    const line = this.#tooLong ? undefined : this.#room.toString("utf8", 0, this.#filled);
    this.#filled = 0;
    this.#tooLong = false;
    this.#tell(line);
  }
}
