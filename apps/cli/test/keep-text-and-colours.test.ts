import { describe, expect, it } from "vitest";
import { SEQUENCE_MAX_LENGTH, TextAndColours } from "../src/terminal/keep-text-and-colours.js";

const filter = (text: string, options = { colours: true }): string => {
  const keep = new TextAndColours(options);
  return keep.push(Buffer.from(text)) + keep.end();
};

const HOSTILE: [name: string, input: string, shown: string][] = [
  ["plain text", "a b\n\tc", "a b\n\tc"],
  ["colours", "\x1b[1;31mred\x1b[0m", "\x1b[1;31mred\x1b[0m"],
  ["a clipboard write", "a\x1b]52;c;cm0gLXJm\x07b", "ab"],
  ["a clipboard write ended by ST", "a\x1b]52;c;cm0gLXJm\x1b\\b", "ab"],
  ["a title", "a\x1b]0;evil\x07b", "ab"],
  ["a hyperlink", "\x1b]8;;http://x\x1b\\here\x1b]8;;\x1b\\", "here"],
  ["a cursor move", "a\x1b[2Ab", "ab"],
  ["an erased line", "a\x1b[2Kb", "ab"],
  ["a mode switch", "a\x1b[?1049hb", "ab"],
  ["a device query", "a\x1b[cb", "ab"],
  ["a device control string", "a\x1bP+q544e\x1b\\b", "ab"],
  ["a charset change", "a\x1b(0b", "ab"],
  ["a private SGR look-alike", "a\x1b[>4;2mb", "ab"],
  ["an eight-bit sequence", "a\u009b2Jb", "a2Jb"],
  ["a lone CR", "good\rbad", "good\nbad"],
  ["CRLF", "a\r\nb\r\n", "a\nb\n"],
  ["BEL and BS", "a\x07b\x08c", "abc"],
  ["reordering", "a\u202eb", "ab"],
  ["an unfinished string", "a\x1b]0;never\nnext", "a\nnext"],
  ["a string broken by a sequence", "a\x1b]0;x\x1b[31mb", "a\x1b[31mb\x1b[0m"],
  ["a colour left on", "\x1b[31mred", "\x1b[31mred\x1b[0m"],
];

describe("when output of an agent goes to a terminal", () => {
  it.each(HOSTILE)("handles %s", (_, input, shown) => {
    expect(filter(input)).toBe(shown);
  });

  it.each(HOSTILE)("handles %s cut at every byte", (_, input, shown) => {
    const keep = new TextAndColours({ colours: true });
    let out = "";
    for (const byte of Buffer.from(input)) out += keep.push(Uint8Array.of(byte));
    expect(out + keep.end()).toBe(shown);
  });

  it("shows what stands behind a sequence that never ends", () => {
    expect(filter(`\x1b]0;${"x".repeat(SEQUENCE_MAX_LENGTH)}tail`)).toMatch(/tail$/u);
  });

  it("keeps characters that are cut between two chunks", () => {
    const keep = new TextAndColours({ colours: true });
    const euro = Buffer.from("\u20ac");
    expect(keep.push(euro.subarray(0, 2)) + keep.push(euro.subarray(2)) + keep.end()).toBe("\u20ac");
  });

  it("leaves colours out when they are not wanted", () => {
    expect(filter("\x1b[31mred\x1b[0m", { colours: false })).toBe("red");
  });
});
