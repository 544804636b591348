const BEGINNING = Buffer.from("\x1b[?2004");
const [ON, OFF] = ["h", "l"].map((end) => end.charCodeAt(0));

/** Whether the program in the terminal takes bracketed pastes, as its output says. */
export type PasteMode = {
  see: (chunk: Uint8Array) => void;
  /** When it was armed, by the clock; nothing while it is not. */
  readonly armedAt: number | undefined;
};

/** Watches for the mode. The sequence may be cut between two chunks; the last one of a chunk counts. */
export function watchPasteMode(now: () => number, changed: () => void): PasteMode {
  let armedAt: number | undefined;
  let carry = Buffer.alloc(0);
  return {
    get armedAt() {
      return armedAt;
    },
    see: (chunk) => {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      // Only what is cut between two chunks is put together: a copy of all output would cost as much as reading it.
      const seam = Buffer.concat([carry, bytes.subarray(0, BEGINNING.length)]);
      const last = findLast(bytes) ?? findLast(seam);
      carry = Buffer.from(
        bytes.length >= BEGINNING.length ? bytes.subarray(-BEGINNING.length) : seam.subarray(-BEGINNING.length),
      );
      if (last === undefined) return;
      armedAt = last ? now() : undefined;
      changed();
    },
  };
}

/** What the last whole sequence says: armed or not; nothing where there is none. */
function findLast(bytes: Buffer): boolean | undefined {
  let found: boolean | undefined;
  for (let at = bytes.indexOf(BEGINNING); at !== -1; at = bytes.indexOf(BEGINNING, at + 1)) {
    const end = bytes[at + BEGINNING.length];
    if (end === ON || end === OFF) found = end === ON;
  }
  return found;
}
