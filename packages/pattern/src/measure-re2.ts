import { msg } from "@slipway/errors";
import { LABEL_MIN_LENGTH } from "./measure-label.js";
import { skipClass } from "./parse-search-alternatives.js";
import type { PatternIssue } from "./pattern-issue.js";
import { collectFindings } from "./pattern-issue.js";

/** Groups inside groups; no capture pattern seen has more than 3. */
export const GROUP_MAX_DEPTH = 20;

/** What opens a group; matches wherever a parenthesis stands. */
const OPENING = /^\((?:\?(?:<?[=!]|P?<\w*>|[imsU-]*:|[imsU-]*\))?)?/;

/** What a pattern of RE2's syntax asks for, read without building anything. */
export type Re2Measure = {
  /** The sum of its counts over all branches, an upper bound of what an engine expands it to. */
  states: number;
  /** Capture groups. */
  groups: number;
  /** Whether a literal label stands directly before the first group. */
  labelled: boolean;
  /** Look-around, back-references and everything that is wrong in every engine. */
  issues: PatternIssue[];
};

/**
 * Reads a whole pattern of RE2's syntax and counts what it expands to. An engine that expands counts first and looks at their
 * size afterwards is stopped here: a pattern of 1,083 characters cost re2js 1.4 s and 230 MB. What could be read in two ways
 * is counted in the larger.
 */
export function measureRe2(source: string): Re2Measure {
  return new Re2Reader(source).read();
}

class Re2Reader {
  readonly #source: string;
  readonly #findings;
  #at = 0;
  #depth = 0;
  #groups = 0;
  #labelled = false;
  #choice = false;
  /** Literal characters just read, and whether one of them is visible. */
  #literals = 0;
  #visible = false;

  constructor(source: string) {
    this.#source = source;
    this.#findings = collectFindings(source);
  }

  read(): Re2Measure {
    let states = 0;
    while (this.#at < this.#source.length) {
      states += this.#readAlternatives();
      if (this.#at >= this.#source.length) break;
      this.#findings.add(
        "PATTERN_GROUP_UNOPENED",
        this.#at,
        1,
        msg`")" without its "("`,
        msg`open the group, or write \\) for the character`,
      );
      this.#at += 1;
    }
    // With a choice at the top a label of one branch says nothing about the other.
    const labelled = this.#labelled && !this.#choice;
    return { states, groups: this.#groups, labelled, issues: this.#findings.issues };
  }

  /** Branches up to the end of the group that is open, or of the pattern. */
  #readAlternatives(): number {
    let states = 0;
    while (this.#at < this.#source.length) {
      const character = this.#source[this.#at];
      if (character === ")") return states;
      if (character === "|") {
        if (this.#depth === 0) this.#choice = true;
        this.#forgetLabel();
        this.#at += 1;
        states += 1;
      } else states += this.#readRepeated();
    }
    return states;
  }

  #readRepeated(): number {
    let states = this.#readAtom();
    for (;;) {
      const rest = this.#source.slice(this.#at, this.#at + 16);
      const [quantifier, low, comma, high] = /^(?:[*+?]|\{([0-9]{1,6})(,?)([0-9]{0,6})\})/.exec(rest) ?? [];
      if (quantifier === undefined) return states;
      this.#at += quantifier.length;
      this.#forgetLabel();
      if (low === undefined) states += 1;
      else if (comma === "" || high === "") states *= Number(low) + 1;
      else states *= Math.max(1, Number(high));
    }
  }

  #readAtom(): number {
    const character = this.#source[this.#at] as string;
    if (character === "(") return this.#readGroup();
    if (character === "[") {
      this.#at = skipClass(this.#source, this.#at);
      this.#forgetLabel();
    } else if (character === "\\") this.#readEscape();
    else {
      if (".^$".includes(character)) this.#forgetLabel();
      else this.#noteLiteral(character);
      this.#at += 1;
    }
    return 1;
  }

  #readEscape(): void {
    const at = this.#at;
    const letter = this.#source[at + 1] ?? "";
    this.#at = Math.min(at + 2, this.#source.length);
    if (/^[1-9k]$/.test(letter))
      this.#findings.add(
        "PATTERN_BACK_REFERENCE",
        at,
        2,
        msg`"\\${letter}" refers back to a group`,
        msg`write out what it stands for; nothing that needs memory is linear`,
      );
    // Between \Q and \E a parenthesis is a character, which no other syntax has; the count would be of something else.
    else if (letter === "Q" || letter === "E" || letter === "")
      this.#findings.add("PATTERN_ESCAPE", at, 2, msg`"\\${letter}" is no escape`, msg`write \\ before each character`);
    // What \x{...} and \p{...} hold is a name and no count.
    else if (/^[pPxu]$/.test(letter) && this.#source[this.#at] === "{")
      this.#at = Math.max(this.#at, this.#source.indexOf("}", this.#at) + 1);
    if (/^[^A-Za-z0-9]$/.test(letter)) this.#noteLiteral(letter);
    else this.#forgetLabel();
  }

  #readGroup(): number {
    const at = this.#at;
    const [opening] = OPENING.exec(this.#source.slice(at, at + 160)) as unknown as [string];
    this.#at += opening.length;
    if (/^\(\?<?[=!]$/.test(opening))
      this.#findings.add(
        "PATTERN_LOOK_AROUND",
        at,
        opening.length,
        msg`look-around is not part of this grammar, nor of any linear engine`,
        msg`match the text itself, outside of the group`,
      );
    if (opening.endsWith(")")) return 1;
    if (opening === "(" || opening.endsWith(">")) this.#openCapture();
    this.#forgetLabel();
    this.#depth += 1;
    if (this.#depth > GROUP_MAX_DEPTH) {
      this.#findings.add(
        "PATTERN_GROUP_DEPTH",
        at,
        1,
        msg`more than ${GROUP_MAX_DEPTH} groups inside each other`,
        msg`write it flat`,
      );
      this.#at = this.#source.length;
      return 1;
    }
    const states = this.#readAlternatives();
    this.#depth -= 1;
    this.#forgetLabel();
    if (this.#at >= this.#source.length)
      this.#findings.add(
        "PATTERN_GROUP_UNTERMINATED",
        at,
        opening.length,
        msg`"${opening}" without its ")"`,
        msg`close the group, or write \\( for the character`,
      );
    this.#at += 1;
    return states + 1;
  }

  #openCapture(): void {
    this.#groups += 1;
    if (this.#groups === 1) this.#labelled = this.#visible && this.#literals >= LABEL_MIN_LENGTH && this.#depth === 0;
  }

  #noteLiteral(character: string): void {
    this.#literals += 1;
    this.#visible ||= character !== " ";
  }

  #forgetLabel(): void {
    this.#literals = 0;
    this.#visible = false;
  }
}
