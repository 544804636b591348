import { describe, expect, it } from "vitest";
import { ModeTracker } from "../src/terminal/track-modes.js";

const RESET = "\x1b[0m";
const track = (text: string): ModeTracker => {
  const modes = new ModeTracker();
  for (const byte of Buffer.from(text, "latin1")) modes.push(Uint8Array.of(byte));
  return modes;
};

describe("when an agent left terminal modes on", () => {
  it.each([
    ["nothing", "text \x1b[31mred", ""],
    ["bracketed paste", "\x1b[?2004h", "\x1b[?2004l"],
    ["mouse in two modes at once", "\x1b[?1000;1006h", "\x1b[?1000l\x1b[?1006l"],
    ["the alternate screen, entered first", "\x1b[?1049h\x1b[?1004h", "\x1b[?1004l\x1b[?1049l"],
    ["a hidden cursor", "\x1b[?25l", "\x1b[?25h"],
    ["a pushed keyboard protocol", "\x1b[>1u\x1b[>5u\x1b[<u", "\x1b[<1u"],
    ["modified keys", "\x1b[>4;2m", "\x1b[>4;0m"],
    ["application keypad", "\x1b=", "\x1b>"],
    ["a scroll region", "\x1b[2;10r", "\x1b7\x1b[r\x1b8"],
    ["a pushed title", "\x1b[22;0;0t", "\x1b[23t"],
    ["a cursor shape", "\x1b[5 q", "\x1b[0 q"],
  ])("puts back %s", (_, output, restored) => {
    expect(track(output).restore()).toBe(restored + RESET);
  });

  it("leaves alone what the agent itself switched off", () => {
    expect(track("\x1b[?1049h\x1b[?25l\x1b[?25h\x1b[?1049l").restore()).toBe(RESET);
  });

  it("writes no more than a bounded answer to a flood of pushes", () => {
    expect(track("\x1b[22t".repeat(10_000)).restore().length).toBeLessThan(200);
  });
});

describe("when an agent asked the terminal something", () => {
  it.each(["\x1b[c", "\x1b[6n", "\x1b[?u", "\x1b]11;?\x07", "\x1bP+q544e\x1b\\"])("notices %j", (query) => {
    expect(track(query).asked).toBe(true);
  });

  it("does not take colours for a question", () => {
    expect(track("\x1b[1;31mred\x1b[0m\x1b[2J").asked).toBe(false);
  });
});
