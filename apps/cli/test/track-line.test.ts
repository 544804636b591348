import { describe, expect, it } from "vitest";
import { LineTracker } from "../src/terminal/track-line.js";

function follow(text: string, size = text.length): boolean {
  const line = new LineTracker();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) line.push(bytes.subarray(at, at + size));
  return line.isOpen;
}

describe("when an agent has written its last byte", () => {
  it.each([
    ["", false],
    ["text\r\n", false],
    ["text", true],
    ["parrot> ", true],
    ["text\n\u001B[0m\u001B]0;title\u0007\u001B(B", false],
    ["text\n\u001B[1mé\u001B[0m", true],
    ["a spinner\r\u001B[K", false],
    ["a line\u001B[2K\r", false],
    ["a full screen\u001B[?1049l", false],
    ["a full screen\u001B[?1049lbye", true],
    ["text\n   \t", false],
  ])("knows of %j whether text is left on its line: %j, whole and byte by byte", (text, open) => {
    expect(follow(text)).toBe(open);
    expect(follow(text, 1)).toBe(open);
  });
});
