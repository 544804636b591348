const ARMED = Buffer.from("\x1b[?2004h");
const DISARMED = Buffer.from("\x1b[?2004l");

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
      const seen = Buffer.concat([carry, chunk]);
      carry = Buffer.from(seen.subarray(-(ARMED.length - 1)));
      const on = seen.lastIndexOf(ARMED);
      const off = seen.lastIndexOf(DISARMED);
      if (on === -1 && off === -1) return;
      armedAt = on > off ? now() : undefined;
      changed();
    },
  };
}
