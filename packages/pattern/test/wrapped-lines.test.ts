import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PatternError, WIDTH_MAX } from "../src/index.js";
import { idPattern, scanAll, search, UUID, UUID_SOURCE } from "./compile-for-test.js";

const labelled = search(`session id: (${UUID_SOURCE})`);

/** Text as a program prints it that wraps at a width by itself. */
function wrap(text: string, width: number, end = "\r\n"): string {
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += width) lines.push(text.slice(at, at + width));
  return lines.join(end);
}

describe("when a program wraps its own lines", () => {
  it("joins lines that fill the width, at every width", () => {
    for (let width = 1; width < 60; width += 1)
      for (const end of ["\r\n", "\n"]) {
        const output = `hi\r\n${wrap(`session id: ${UUID} and more`, width, end)}\r\n`;
        expect(scanAll(labelled, output, { width })).toMatchObject({ state: "one", id: UUID });
        if (width < 47 && width > 1) expect(scanAll(labelled, output, { width: width + 1 }).state).toBe("none");
      }
    expect(scanAll(labelled, wrap(`session id: ${UUID}`, 20)).state).toBe("none");
  });

  it("gives the byte of the raw output", () => {
    expect(scanAll(labelled, wrap(`session id: ${UUID} `, 10), { width: 10 }).at).toBe(14);
  });

  it("takes an id that ends where its line does for whole", () => {
    const width = 12 + UUID.length;
    const output = `session id: ${UUID}\r\nnext line\r\n`;
    expect(scanAll(labelled, output, { width })).toMatchObject({ state: "one", id: UUID });
    expect(scanAll(search(`(${UUID_SOURCE})`), `${"x".repeat(10)}\r\n${UUID}\r\n`, { width: 10 })).toMatchObject({
      id: UUID,
    });
  });

  it("does not guess whether an id of variable length goes on", () => {
    const variable = search("session: ([a-z0-9_]+)");
    const output = "session: ses_12\r\nand more\r\n";
    expect(scanAll(variable, output, { width: 15 })).toMatchObject({
      state: "none",
      rejected: [{ text: "ses_12and", reason: "wrapped" }],
    });
    expect(scanAll(variable, output, { width: 40 })).toMatchObject({ id: "ses_12" });
    expect(
      scanAll(variable, output.replace("and", "345"), { width: 15, idPattern: idPattern("^ses_[0-9]{5}$") }),
    ).toMatchObject({
      id: "ses_12345",
    });
    expect(scanAll(variable, output, { width: 15, idPattern: idPattern("^ses_[0-9a-z]+$") }).rejected).toMatchObject([
      { reason: "wrapped" },
    ]);
  });

  it.each([
    ["colours take no column", `${"\u001b[31m"}0123456789\u001b[0m\r\n${UUID} `],
    ["a carriage return begins the line anew", `abc\r0123456789\n${UUID} `],
    ["a tab goes to the next eighth", `\t89\n${UUID} `],
    ["wide characters take two", `\u6f22\u5b57\u4eee\u540d\uff01\n${UUID} `],
    ["pairs take two", `\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\n${UUID} `],
    ["combining marks take none", `e\u0301123456789\n${UUID} `],
    ["a wide character that does not fit goes to the next line", `123456789\u6f221234567\u00e9\n${UUID} `],
    ["the terminal goes on by itself after a full line", `01234567890123456789\n${UUID} `],
    ["a title moves nothing", `01234\u001b]0;title\u000756789\n${UUID} `],
  ])("counts columns: %s", (_, output) => {
    // Joined, the line end is not there for a pattern that asks for it.
    const ended = search(`\\n(${UUID_SOURCE})`);
    expect(scanAll(ended, output, { width: 10 }).state).toBe("none");
    expect(scanAll(ended, output).state).toBe("one");
  });

  it("knows no column after the cursor was moved, until the next line", () => {
    const ended = search(`\\n(${UUID_SOURCE})`);
    expect(scanAll(ended, `\u001b[5C0123456789\n${UUID} `, { width: 10 }).state).toBe("one");
    expect(scanAll(ended, `\u001b[5C\r0123456789\n${UUID} `, { width: 10 }).state).toBe("none");
  });

  it("keeps a carriage return that no line feed follows", () => {
    const returned = search(`\\r(${UUID_SOURCE})`);
    expect(scanAll(returned, `0123456789\r${UUID} `, { width: 10 })).toMatchObject({ id: UUID, at: 11 });
    const last = search("(\\d{10}\\r)");
    expect(scanAll(last, "0123456789\r", { width: 10 }).rejected).toMatchObject([{ text: "0123456789\r" }]);
  });

  it("gives the same result for every way of cutting the output", () => {
    const unit = fc.constantFrom("a", "1", " ", "\r", "\n", "\r\n", "\u6f22", "\u001b[1m", "\u001b[K", "\u001b[2C");
    const pattern = search("([a1]{2,8})[^x]");
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), fc.integer({ min: 1, max: 6 }), (units, width) => {
        const bytes = Buffer.from(units.join(""));
        const scanner = pattern.scanner({ width, policy: "last" });
        for (const byte of bytes) scanner.push(Uint8Array.of(byte));
        expect(scanner.end()).toEqual(scanAll(pattern, bytes, { width, policy: "last" }));
      }),
      { numRuns: 1_000 },
    );
  });

  it("remembers a line end that was left out after its memory was moved", () => {
    const scanner = labelled.scanner({ width: 12 + UUID.length });
    for (let row = 0; row < 300; row += 1) scanner.push(`${"x".repeat(12 + UUID.length)}\r\n`);
    expect(scanner.push(`session id: ${UUID}\r\nmore`)).toMatchObject({ id: UUID });
  });

  it("throws for a width that is none", () => {
    for (const width of [0, -1, 1.5, WIDTH_MAX + 1, "80"])
      expect(() => labelled.scanner({ width: width as number })).toThrow(PatternError);
  });
});
