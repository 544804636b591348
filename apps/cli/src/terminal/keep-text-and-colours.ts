/**
 * Longest escape sequence that is waited for, in characters. A hyperlink is the longest one that is common (about 2,000);
 * whoever opens a sequence and never ends it hides no more than this.
 */
export const SEQUENCE_MAX_LENGTH = 4096;

const SGR = /^\u001B\[[0-9;:]*m$/u;
/** What reorders a line or hides in it; joiners and variation selectors stay, since emoji and scripts need them. */
const REORDERS = /[\u202A-\u202E\u2066-\u2069]/gu;

type State = "text" | "escape" | "csi" | "string" | "string-escape" | "charset";

/**
 * Lets text and SGR (colours, weights) of an agent through to a terminal and nothing else: its output is chosen by whoever
 * wrote the files it read, and a terminal obeys what it is sent (clipboard writes, titles, cursor moves over earlier
 * lines). Bytes may be cut anywhere. TAB and line ends stay, a lone CR becomes a line end so that no line overwrites
 * another. `end` closes colours that were left on.
 */
export class TextAndColours {
  readonly #colours: boolean;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #state: State = "text";
  #sequence = "";
  #carriage = false;
  #coloured = false;

  constructor(options: { colours: boolean }) {
    this.#colours = options.colours;
  }

  push(bytes: Uint8Array): string {
    return this.#filter(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): string {
    const rest = this.#filter(this.#decoder.decode());
    const newline = this.#carriage ? "\n" : "";
    return `${rest}${newline}${this.#coloured ? "\u001B[0m" : ""}`;
  }

  #filter(text: string): string {
    let out = "";
    for (const character of text)
      out += this.#state === "text" ? this.#takeText(character) : this.#takeSequence(character);
    return out.replace(REORDERS, "");
  }

  #takeText(character: string): string {
    const code = character.codePointAt(0) as number;
    const pending = this.#carriage && character !== "\n" && character !== "\r" ? "\n" : "";
    this.#carriage = character === "\r";
    if (character === "\u001B") {
      this.#state = "escape";
      this.#sequence = character;
      return pending;
    }
    const shown =
      character === "\n" || character === "\t" || (code >= 0x20 && code !== 0x7f && !(code >= 0x80 && code < 0xa0));
    return shown ? pending + character : pending;
  }

  #takeSequence(character: string): string {
    // CAN and SUB end any sequence, and so does a line end here: an unfinished one must not swallow what follows.
    const ended = character === "\u0018" || character === "\u001A" || character === "\n";
    if (ended || this.#sequence.length >= SEQUENCE_MAX_LENGTH) return this.#leave(character === "\n" ? "\n" : "");
    this.#sequence += character;
    const code = character.codePointAt(0) as number;
    switch (this.#state) {
      case "escape":
        if (character === "[") this.#state = "csi";
        else if ("]P_^X".includes(character)) this.#state = "string";
        else if (code >= 0x20 && code <= 0x2f) this.#state = "charset";
        else if (character === "\u001B") this.#sequence = character;
        else return this.#leave("");
        return "";
      case "csi":
        if (character === "\u001B") return this.#restart();
        return code >= 0x40 && code <= 0x7e ? this.#leave(this.#keepColour()) : "";
      case "charset":
        return code >= 0x30 && code <= 0x7e ? this.#leave("") : "";
      case "string":
        if (character === "\u0007") return this.#leave("");
        if (character === "\u001B") this.#state = "string-escape";
        return "";
      default:
        if (character === "\\") return this.#leave("");
        // The ESC did not end the string: it begins a sequence of its own, whose first character this is.
        this.#sequence = "\u001B";
        this.#state = "escape";
        return this.#takeSequence(character);
    }
  }

  #restart(): string {
    this.#sequence = "\u001B";
    this.#state = "escape";
    return "";
  }

  #keepColour(): string {
    if (!this.#colours || !SGR.test(this.#sequence)) return "";
    this.#coloured = this.#sequence !== "\u001B[0m" && this.#sequence !== "\u001B[m";
    return this.#sequence;
  }

  #leave(out: string): string {
    this.#state = "text";
    this.#sequence = "";
    return out;
  }
}
