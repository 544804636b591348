declare const brand: unique symbol;

/**
 * Text that is safe to show: no character in it can move a cursor, reorder a line, hide, or pass for another character's
 * escape. Only {@link printable} and {@link msg} make it; message APIs accept nothing else.
 */
export type Printable = string & { readonly [brand]: "Printable" };

/**
 * Columns of one foreign value inside a message. A value longer than about two terminal lines hides the sentence around
 * it; callers that must show more (a path in a fix-it line) ask for more.
 */
export const PRINTABLE_MAX_COLUMNS = 240;

/** Combining marks kept in a row. Real orthographies need at most two; a flood of them paints over neighbouring lines. */
export const PRINTABLE_MAX_MARKS = 2;

/**
 * What cannot be shown as itself: controls, format characters, surrogates, private use, unassigned, line and paragraph
 * separators, default-ignorables, bidi controls, and every blank but U+0020 (a no-break space prints like a space).
 */
const HIDDEN_SOURCE =
  "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}]|(?! )\\p{Zs}|\\u2800";
const MARK_SOURCE = "\\p{M}";

// As literals, the engine builds the sets of Unicode properties when this file is loaded: 1.3 of 2.1 ms of its import.
let hidden: RegExp | undefined;
let mark: RegExp | undefined;

const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]/u;
const PLAIN_ASCII = /^[ -[\]-~]*$/;

/**
 * Makes foreign text safe to print. Anything that cannot be shown as itself becomes `\u{hex}`; so does a backslash that
 * would otherwise read as such an escape, and a combining mark beyond {@link PRINTABLE_MAX_MARKS} in a row. Two different
 * inputs therefore never print alike, as long as neither is cut; a cut value ends in `\…+N` with the number of code points
 * left out, which no uncut value can end in.
 *
 * Never throws: a value that is not a string is converted first, and one whose conversion throws is named by its type.
 */
export function printable(value: unknown, options: { maxColumns?: number } = {}): Printable {
  const text = toText(value);
  const maxColumns = options.maxColumns ?? PRINTABLE_MAX_COLUMNS;
  if (text.length <= maxColumns && PLAIN_ASCII.test(text)) return text as Printable;

  let out = "";
  let columns = 0;
  let marks = 0;
  let index = 0;
  while (index < text.length) {
    const character = String.fromCodePoint(text.codePointAt(index) as number);
    mark ??= new RegExp(MARK_SOURCE, "u");
    marks = mark.test(character) ? marks + 1 : 0;
    const shown = showCharacter(character, text, index, marks);
    const width = shown === character ? (marks > 0 ? 0 : WIDE.test(character) ? 2 : 1) : shown.length;
    if (columns + width > maxColumns) return `${out}\\…+${countCharacters(text, index)}` as Printable;
    out += shown;
    columns += width;
    index += character.length;
  }
  return out as Printable;
}

/** Code points from `index` on, counted in place: what is left out may be all of a huge text. */
function countCharacters(text: string, index: number): number {
  let count = 0;
  for (let at = index; at < text.length; count += 1) at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
  return count;
}

function showCharacter(character: string, text: string, index: number, marks: number): string {
  if (character === "\\") {
    const next = text.slice(index + 1, index + 3);
    return next.startsWith("u{") || next.startsWith("…") ? escapeCharacter(character) : character;
  }
  // A mark with nothing to sit on would attach to our own text in front of the value.
  if (marks > PRINTABLE_MAX_MARKS || (marks > 0 && index === 0)) return escapeCharacter(character);
  hidden ??= new RegExp(HIDDEN_SOURCE, "u");
  return hidden.test(character) ? escapeCharacter(character) : character;
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return String(value);
  } catch {
    return `[${typeof value}]`;
  }
}

class VerbatimPart {
  readonly text: Printable;
  constructor(text: Printable) {
    this.text = text;
  }
}

/**
 * Marks text that is already {@link Printable} for {@link msg}, so that its escapes are not escaped a second time. A
 * brand does not exist at run time: without this, `msg` could not tell a safe string from a foreign one.
 */
export function verbatim(text: Printable): VerbatimPart {
  return new VerbatimPart(text);
}

/** What {@link msg} accepts between its literal parts. Errors are shown by their message. */
export type MessageValue = string | number | bigint | boolean | undefined | null | Error | VerbatimPart;

/**
 * Builds a message: the literal parts are ours and stay as written, every interpolated value passes through
 * {@link printable}, except one marked by {@link verbatim}.
 *
 * @example msg`cannot open ${path}: ${error}`
 */
export function msg(literals: TemplateStringsArray, ...values: MessageValue[]): Printable {
  let out = literals[0] as string;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (value instanceof VerbatimPart) out += value.text;
    else out += printable(value instanceof Error ? value.message : value);
    out += literals[index + 1];
  }
  return out as Printable;
}

/** Joins printable parts with a separator of our own (blanks and line feeds are the caller's layout). */
export function joinPrintable(parts: readonly Printable[], separator: ", " | " " | "\n" | "" | "; "): Printable {
  return parts.join(separator) as Printable;
}
