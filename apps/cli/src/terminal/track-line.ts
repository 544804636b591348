/** Characters kept of the line that is being written: more than a wide terminal shows of one. */
const LINE_MAX_LENGTH = 4096;

const ESC = "\u001B";
/** After one of these the line is empty: erased from its start, or on the screen that comes back. */
const EMPTIED = new RegExp(`\\r${ESC}\\[[0-3]?[JK]|${ESC}\\[2[JK]|${ESC}\\[\\?(?:47|1047|1049)l`, "u");
const SEQUENCE = new RegExp(
  `${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^\u0007${ESC}]*(?:\u0007|${ESC}\\\\)?|[ -/]*[0-~])`,
  "gu",
);

/** Follows whether an agent has left text on the line it wrote last, where the next program would go on writing. */
export class LineTracker {
  readonly #decoder = new TextDecoder("latin1");
  #line = "";

  push(bytes: Uint8Array): void {
    const text = this.#line + this.#decoder.decode(bytes);
    this.#line = text.slice(text.lastIndexOf("\n") + 1).slice(-LINE_MAX_LENGTH);
  }

  /** True when the cursor probably stands behind text. */
  get isOpen(): boolean {
    const rest = this.#line.split(EMPTIED).at(-1) as string;
    return /[^\u0000-\u0020\u007F]/u.test(rest.replace(SEQUENCE, ""));
  }
}
