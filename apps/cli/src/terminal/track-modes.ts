/** Private modes that outlive a program and spoil the shell after it; each is off in a fresh terminal. */
const LEFT_ON = new Set([
  1, // cursor keys send other sequences
  9,
  1000,
  1001,
  1002,
  1003,
  1005,
  1006,
  1015,
  1016, // mouse
  1004, // focus reports
  47,
  1047,
  1049, // alternate screen
  2004, // bracketed paste
  2026, // held-back drawing
  2031, // colour scheme reports
  2048, // resize reports
]);
const ALTERNATE_SCREENS = new Set([47, 1047, 1049]);
/** Modes that are on in a fresh terminal: wrapping, and the cursor. */
const LEFT_OFF = new Set([7, 25]);

const ESC = "\u001B";
const SEQUENCE = /\u001B(?:\[([<=>?]?)([0-9;:]*)([ !"$']?)([A-Za-z])|([=>])|\][0-9;]*\?|P[$+]q)/gu;
/** Longest sequence of interest, in characters: kept from the end of a chunk in case it is cut there. */
const CARRY_LENGTH = 64;

/**
 * Follows which terminal modes an agent has changed, so that exactly those are put back when it ends, however it ended: a
 * blind reset would leave an alternate screen that was never entered, and move the cursor.
 */
export class ModeTracker {
  readonly #on = new Set<number>();
  readonly #off = new Set<number>();
  readonly #decoder = new TextDecoder("latin1");
  #keyboard = 0;
  #keyboardSet = false;
  #otherKeys = false;
  #keypad = false;
  #titles = 0;
  #region = false;
  #cursor = false;
  #carry = "";
  /** Whether the agent asked the terminal something whose answer may arrive after its end. */
  asked = false;

  push(bytes: Uint8Array): void {
    const text = this.#carry + this.#decoder.decode(bytes);
    let used = 0;
    for (const match of text.matchAll(SEQUENCE)) {
      used = match.index + match[0].length;
      this.#take(match);
    }
    const last = text.lastIndexOf("\u001B");
    const cut = last >= used && text.length - last < CARRY_LENGTH;
    this.#carry = cut ? text.slice(last) : "";
  }

  #take(match: RegExpMatchArray): void {
    const [, prefix, parameters = "", between, final, single] = match;
    if (single !== undefined) this.#keypad = single === "=" ? true : single === ">" ? false : this.#keypad;
    else if (final === undefined) this.asked = true;
    else if (prefix === "?" && (final === "h" || final === "l")) this.#switchModes(parameters, final === "h");
    else if (prefix === ">" && final === "u") this.#keyboard += 1;
    else if (prefix === "<" && final === "u") this.#keyboard = Math.max(0, this.#keyboard - Number(parameters || 1));
    else if (prefix === "=" && final === "u") this.#keyboardSet = true;
    else if (prefix === ">" && final === "m")
      this.#otherKeys = parameters.startsWith("4;") && !parameters.endsWith(";0");
    else if (prefix === "" && final === "t") this.#moveTitles(parameters);
    else if (prefix === "" && final === "r") this.#region = parameters !== "";
    else if (between === " " && final === "q") this.#cursor = parameters !== "" && parameters !== "0";
    if (final === "c" || final === "n" || (prefix === "?" && (final === "u" || between === "$"))) this.asked = true;
  }

  #moveTitles(parameters: string): void {
    if (parameters.startsWith("22")) this.#titles += 1;
    else if (parameters.startsWith("23")) this.#titles = Math.max(0, this.#titles - 1);
  }

  #switchModes(parameters: string, on: boolean): void {
    for (const mode of parameters.split(";").map(Number)) {
      const changed = LEFT_ON.has(mode) ? this.#on : LEFT_OFF.has(mode) ? this.#off : undefined;
      if ((changed === this.#on) === on) changed?.add(mode);
      else changed?.delete(mode);
    }
  }

  /** What undoes the changes that are still in force; colours are always put back. */
  restore(): string {
    let out = "";
    if (this.#region) out += `${ESC}7${ESC}[r${ESC}8`;
    if (this.#keyboard > 0) out += `${ESC}[<${Math.min(this.#keyboard, 16)}u`;
    if (this.#keyboardSet) out += `${ESC}[=0u`;
    if (this.#otherKeys) out += `${ESC}[>4;0m`;
    if (this.#keypad) out += `${ESC}>`;
    // The alternate screen last but for the title: leaving it brings back the cursor of the shell's screen.
    const screens = [...this.#on].filter((mode) => ALTERNATE_SCREENS.has(mode));
    const others = [...this.#on].filter((mode) => !ALTERNATE_SCREENS.has(mode));
    for (const mode of [...others, ...screens]) out += `${ESC}[?${mode}l`;
    for (const mode of this.#off) out += `${ESC}[?${mode}h`;
    if (this.#cursor) out += `${ESC}[0 q`;
    for (let left = Math.min(this.#titles, 16); left > 0; left -= 1) out += `${ESC}[23t`;
    return `${out}${ESC}[0m`;
  }
}
