import { MARK_MOVED, MARK_SCREEN_ENTERED, MARK_SCREEN_LEFT, MARK_STILL } from "./stream-marks.js";

/**
 * Characters of one escape sequence before it is given up: an unterminated one cannot swallow the stream. Links of agents
 * stay below 2 KiB; a clipboard or image sequence that is longer is taken for text after this, broken by a mark.
 */
export const ESCAPE_MAX_UNITS = 8_192;

/** Parameters of a control sequence that are looked at; the longest that matter, lists of colours, are shorter. */
const PARAMETERS_MAX_UNITS = 256;

const ESC = 0x1b;
const BEL = 0x07;
const CANCEL = 0x18;
const SUBSTITUTE = 0x1a;

/** Takes units of text and marks, each with the byte of the raw output where it began. */
export type UnitReceiver = { append(unit: number, offset: number): void };

type State = "text" | "escape" | "intermediate" | "control" | "string" | "string-escape";

/**
 * Takes the escape sequences out of a terminal's output, one character at a time, wherever the output was cut. Colour
 * (`CSI ... m`) and links (OSC 8) vanish; everything else leaves a mark that no match crosses, because programs that redraw
 * only changed cells print pieces of words with cursor moves between them, and pieces that are glued make false ids.
 */
export class EscapeFilter {
  #state: State = "text";
  #parameters = "";
  #length = 0;
  #isOsc = false;
  /** Introduced by one C1 character: not every terminal obeys it, so it is never transparent. */
  #isC1 = false;
  readonly #receiver: UnitReceiver;

  constructor(receiver: UnitReceiver) {
    this.#receiver = receiver;
  }

  /** True outside of any sequence: printable ASCII may then be appended directly. */
  get isInText(): boolean {
    return this.#state === "text";
  }

  /** Takes one character, whose first byte stands at `offset` of the raw output. */
  take(code: number, offset: number): void {
    switch (this.#state) {
      case "text":
        this.#takeText(code, offset);
        break;
      case "escape":
        this.#takeEscape(code, offset);
        break;
      case "intermediate":
        this.#takeIntermediate(code, offset);
        break;
      case "control":
        this.#takeControl(code, offset);
        break;
      case "string":
        this.#takeString(code, offset);
        break;
      case "string-escape":
        this.#takeStringEscape(code, offset);
        break;
    }
  }

  /** Appends a unit of text or a mark. */
  emit(unit: number, offset: number): void {
    this.#receiver.append(unit, offset);
  }

  #takeText(code: number, offset: number) {
    if (code >= 0xa0 || (code >= 0x20 && code < 0x7f) || code === 0x09 || code === 0x0a || code === 0x0d) {
      if (code <= 0xffff) return this.emit(code, offset);
      this.emit(0xd800 + ((code - 0x10000) >> 10), offset);
      return this.emit(0xdc00 + ((code - 0x10000) & 0x3ff), offset);
    }
    this.#isC1 = code >= 0x80;
    if (code === ESC) this.#state = "escape";
    else if (code === 0x9b) this.#begin("control");
    else if (code === 0x9d) this.#beginString(true);
    else if (code === 0x90 || code === 0x98 || code === 0x9e || code === 0x9f) this.#beginString(false);
    else this.emit(code === BEL ? MARK_STILL : MARK_MOVED, offset);
  }

  #takeEscape(code: number, offset: number) {
    if (code === 0x5b) return this.#begin("control");
    if (code === 0x5d) return this.#beginString(true);
    if (code === 0x50 || code === 0x58 || code === 0x5e || code === 0x5f) return this.#beginString(false);
    if (code === ESC) return;
    if (code >= 0x20 && code <= 0x2f) return this.#begin("intermediate");
    this.#finish(MARK_MOVED, offset);
    // A character that cannot be part of the sequence stands for itself.
    if (code < 0x20 || code >= 0x7f) this.take(code, offset);
  }

  #takeIntermediate(code: number, offset: number) {
    if (code >= 0x20 && code <= 0x2f) return this.#grow(code, offset);
    this.#finish(MARK_MOVED, offset);
    if (code < 0x20 || code >= 0x7f) this.take(code, offset);
  }

  #takeControl(code: number, offset: number) {
    if (code >= 0x20 && code <= 0x3f) return this.#grow(code, offset);
    if (code >= 0x40 && code <= 0x7e) return this.#finishControl(code, offset);
    if (code < 0x20 && code !== ESC && code !== CANCEL && code !== SUBSTITUTE) {
      // Terminals obey a control character inside a sequence at once, and go on with the sequence.
      this.emit(MARK_MOVED, offset);
      return this.#grow(0x20, offset);
    }
    this.#finish(MARK_MOVED, offset);
    if (code === ESC || code >= 0x7f) this.take(code, offset);
  }

  #takeString(code: number, offset: number) {
    if (code === ESC) this.#state = "string-escape";
    else if (code === 0x9c || (code === BEL && this.#isOsc)) this.#finishString(offset);
    else if (code === CANCEL || code === SUBSTITUTE) this.#finish(MARK_MOVED, offset);
    else this.#grow(code, offset);
  }

  #takeStringEscape(code: number, offset: number) {
    if (code === 0x5c) return this.#finishString(offset);
    this.emit(MARK_MOVED, offset);
    this.#isC1 = false;
    this.#state = "escape";
    this.take(code, offset);
  }

  #begin(state: State) {
    this.#state = state;
    this.#parameters = "";
    this.#length = 0;
  }

  #beginString(isOsc: boolean) {
    this.#begin("string");
    this.#isOsc = isOsc;
  }

  #grow(code: number, offset: number) {
    this.#length += 1;
    // Only the first two characters tell a link; the rest of a string is not looked at.
    const kept = this.#state === "string" ? 2 : PARAMETERS_MAX_UNITS;
    if (this.#parameters.length < kept) this.#parameters += String.fromCodePoint(code);
    if (this.#length > ESCAPE_MAX_UNITS) this.#finish(MARK_MOVED, offset);
  }

  #finish(mark: number, offset: number) {
    this.#state = "text";
    this.emit(mark, offset);
  }

  #finishString(offset: number) {
    const isLink = this.#isOsc && this.#parameters === "8;";
    if (isLink && !this.#isC1) this.#state = "text";
    else this.#finish(this.#isOsc && !this.#isC1 ? MARK_STILL : MARK_MOVED, offset);
  }

  #finishControl(final: number, offset: number) {
    const parameters = this.#parameters;
    const isShort = this.#length <= PARAMETERS_MAX_UNITS && !this.#isC1;
    if (final === 0x6d && isShort && /^[0-9:;]*$/.test(parameters)) this.#state = "text";
    else this.#finish(isShort ? classifyControl(final, parameters) : MARK_MOVED, offset);
  }
}

/** The mark that a control sequence leaves. */
function classifyControl(final: number, parameters: string): number {
  // Erase in line and in display.
  if ((final === 0x4b || final === 0x4a) && /^\??[0-9;]*$/.test(parameters)) return MARK_STILL;
  // Set and reset of private modes; 47, 1047 and 1049 are the alternate screen.
  if ((final === 0x68 || final === 0x6c) && /^\?[0-9;]*$/.test(parameters)) {
    const modes = parameters.slice(1).split(";");
    if (!modes.some((mode) => mode === "1049" || mode === "1047" || mode === "47")) return MARK_STILL;
    return final === 0x68 ? MARK_SCREEN_ENTERED : MARK_SCREEN_LEFT;
  }
  return MARK_MOVED;
}
