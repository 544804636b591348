import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinPrintable, msg, printable, verbatim } from "../src/index.js";

/** Reads an uncut printable text back: the inverse that reversibility promises. */
function unescapePrintable(text: string): string {
  return text.replace(/\\u\{([0-9a-f]+)\}/gu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}

describe("when text is plain", () => {
  it.each(["", "claude", "C:\\Users\\new folder", "a `b` $(c) 'd'", "日本語", "Zoë", "é"])("keeps %j", (text) => {
    expect(printable(text)).toBe(text);
  });
});

describe("when text would act on a terminal or hide", () => {
  it.each([
    ["an escape sequence", "\x1b[31mred", "\\u{1b}[31mred"],
    ["a C1 introducer", "\x9b2J", "\\u{9b}2J"],
    ["a line feed", "a\nb", "a\\u{a}b"],
    ["a carriage return", "ok\rno", "ok\\u{d}no"],
    ["a bidi override", "a\u202egpj.exe", "a\\u{202e}gpj.exe"],
    ["a zero-width space", "cla\u200bude", "cla\\u{200b}ude"],
    ["a tag character", "a\u{e0041}", "a\\u{e0041}"],
    ["a Hangul filler", "a\u3164b", "a\\u{3164}b"],
    ["a variation selector", "a\ufe0f", "a\\u{fe0f}"],
    ["a line separator", "a\u2028b", "a\\u{2028}b"],
    ["a lone surrogate", "a\ud800b", "a\\u{d800}b"],
    ["a private-use character", "\ue000", "\\u{e000}"],
    ["an unassigned character", "\u{e0fff}", "\\u{e0fff}"],
    ["a no-break space", "a\u00a0b", "a\\u{a0}b"],
    ["a blank braille cell", "a\u2800b", "a\\u{2800}b"],
    ["a byte order mark", "\ufeffa", "\\u{feff}a"],
    ["a leading combining mark", "\u0301a", "\\u{301}a"],
    ["a third combining mark in a row", "e\u0301\u0301\u0301", "e\u0301\u0301\\u{301}"],
  ])("escapes %s", (_, text, shown) => {
    expect(printable(text)).toBe(shown);
    expect(unescapePrintable(shown)).toBe(text);
  });
});

describe("when text imitates an escape", () => {
  it("escapes the backslash, so that the imitation does not print like the real thing", () => {
    expect(printable("\\u{202e}")).toBe("\\u{5c}u{202e}");
    expect(printable("\u202e")).toBe("\\u{202e}");
  });

  it("escapes the backslash of an imitated cut mark", () => {
    expect(printable("abc\\…+7")).toBe("abc\\u{5c}…+7");
  });

  it("never prints two different texts alike, and can be read back", () => {
    const hostile = fc.string({
      unit: fc.constantFrom(
        "\\",
        "u",
        "{",
        "}",
        "2",
        "0",
        "…",
        "+",
        "\u202e",
        "\x1b",
        "a",
        "\u0301",
        "\ud83d",
        "\ude00",
        " ",
        "\u00a0",
      ),
      maxLength: 12,
    });
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const shown = printable(one);
        expect(unescapePrintable(shown)).toBe(one);
        if (one !== other) expect(shown).not.toBe(printable(other));
      }),
      { numRuns: 5_000 },
    );
  });

  it("leaves nothing that a terminal acts on, whatever it is given", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("when text is long", () => {
  it("cuts it and says how much is missing", () => {
    expect(printable("x".repeat(300))).toBe(`${"x".repeat(240)}\\…+60`);
    expect(printable("abcdef", { maxColumns: 3 })).toBe("abc\\…+3");
  });

  it("counts wide characters as two columns and escapes as what they print", () => {
    expect(printable("日本語", { maxColumns: 4 })).toBe("日本\\…+1");
    expect(printable("\u{1f600}\u{1f600}\ud83d\u{1f600}x", { maxColumns: 2 })).toBe("\u{1f600}\\…+4");
    expect(printable("a\x1b\x1b", { maxColumns: 7 })).toBe("a\\u{1b}\\…+1");
  });
});

describe("when the value is not a string", () => {
  it("converts it, and names its type when it cannot be converted", () => {
    expect(printable(12)).toBe("12");
    expect(printable(undefined)).toBe("undefined");
    expect(printable(Object.create(null))).toBe("[object]");
    expect(
      printable({
        toString() {
          throw new Error("no");
        },
      }),
    ).toBe("[object]");
  });
});

describe("when a message is built", () => {
  it("escapes every interpolation and keeps its own words", () => {
    expect(msg`cannot open ${"a\nb"}: ${new Error("no\x1b")}\n`).toBe("cannot open a\\u{a}b: no\\u{1b}\n");
  });

  it("does not escape twice what is marked as printable already", () => {
    const inner = msg`name ${"\u202e"}`;
    expect(msg`${verbatim(inner)}!`).toBe("name \\u{202e}!");
    expect(msg`${inner}!`).toBe("name \\u{5c}u{202e}!");
    expect(joinPrintable([inner, msg`b`], ", ")).toBe("name \\u{202e}, b");
  });
});
