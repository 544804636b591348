import { describe, expect, it } from "vitest";
import { locateOffset, showSpan } from "../src/index.js";

describe("when an offset is located", () => {
  it.each([
    [0, 1, 1],
    [2, 1, 3],
    [3, 2, 1],
    [5, 3, 1],
    [99, 3, 2],
    [-1, 1, 1],
  ])("puts offset %i at %i:%i", (offset, line, column) => {
    expect(locateOffset("ab\nc\nd", offset)).toEqual({ line, column });
  });
});

describe("when a span is shown", () => {
  it("shows the span alone, with carets", () => {
    const source = 'key = "RWQsecret"\nid = "a b"';
    expect(showSpan(source, source.indexOf("a b"), 3)).toBe("  2 | a b\n    | ^^^");
  });

  it("stops at the line end and at the column cap, and escapes", () => {
    expect(showSpan("a\x1b\nb", 0, 10)).toBe("  1 | a\\u{1b}\n    | ^^^^^^^");
    expect(showSpan("x".repeat(100), 0, 100)).toBe(`  1 | ${"x".repeat(80)}\\…+20\n    | ${"^".repeat(80)}`);
  });
});
