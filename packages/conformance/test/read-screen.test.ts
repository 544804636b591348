import { describe, expect, it } from "vitest";
import { answerQuestions, asShown, readScreen } from "../src/e2e/read-screen.js";

describe("when a screen is read", () => {
  it.each([
    ["colours vanish", "a\x1b[1;36mb\x1b[0mc", "abc"],
    ["a move to the right is blanks", "a\x1b[3Cb\x1b[Cc", "a   b c"],
    ["a move to a row is a line end", "a\x1b[5;1Hb\x1b[2Ac", "a\nb\nc"],
    ["titles and links vanish", "\x1b]0;title\x07a\x1b]8;;https://example.test\x1b\\b", "ab"],
    ["modes and questions vanish", "\x1b[?2004h\x1b[6na\x1b[?1049l\x1b7", "a"],
    ["controls vanish", "a\x07\x00b\r\nc", "ab\n\nc"],
  ])("%s", (_what, output, text) => {
    expect(readScreen(output)).toBe(text);
  });

  it("finds words that the screen broke over lines, and nothing else", () => {
    const pattern = asShown("FAKE[gemini] turn=2 first=TAG-a");
    expect(pattern.test(readScreen("\x1b[2;3HFAKE[gemini]\x1b[1Cturn=2\x1b[3;1Hfirst=TAG-a"))).toBe(true);
    expect(pattern.test("FAKE[gemini] turn=1 first=TAG-a")).toBe(false);
    expect(pattern.test("FAKEg turn=2 first=TAG-a")).toBe(false);
  });
});

describe("when a program asks the terminal", () => {
  it("answers where the cursor is and what it is, in the order of the questions", () => {
    expect(answerQuestions("x\x1b[6n\x1b[c")).toBe("\x1b[1;1R\x1b[?1;2c");
    expect(answerQuestions("\x1b[31mplain")).toBe("");
  });
});
