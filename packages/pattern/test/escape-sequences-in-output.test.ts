import { describe, expect, it } from "vitest";
import { ESCAPE_MAX_UNITS } from "../src/index.js";
import { OTHER, scanAll, search, UUID, UUID_SOURCE } from "./compile-for-test.js";

const labelled = search(`session id: (${UUID_SOURCE})`);
const [head, rest] = [UUID.slice(0, 13), UUID.slice(13)];

describe("when colours and links run through an id", () => {
  it.each([
    ["reset", "\u001b[m"],
    ["bold", "\u001b[1m"],
    ["256 colours", "\u001b[38;5;208m"],
    ["true colour with colons", "\u001b[38:2::1:2:3m"],
    ["link with BEL", "\u001b]8;;https://example.invalid/a\u0007"],
    ["link with ST and an id", "\u001b]8;id=1;file:///tmp/x\u001b\\"],
    ["end of a link", "\u001b]8;;\u001b\\"],
    ["many colours", "\u001b[0m\u001b[1m\u001b[4m\u001b[31m"],
    ["the longest link", `\u001b]8;;${"x".repeat(ESCAPE_MAX_UNITS - 3)}\u0007`],
  ])("sees through %s", (_, sequence) => {
    const output = `session ${sequence}id: ${sequence}${head}${sequence}${rest}${sequence}\r\n`;
    expect(scanAll(labelled, output)).toMatchObject({ state: "one", id: UUID, evidence: `session id: ${UUID}` });
  });

  it("says at which byte the id begins", () => {
    const output = Buffer.from(`€ \u001b[1msession id: \u001b[32m${UUID}`);
    expect(scanAll(labelled, output).at).toBe(output.indexOf("6f0a1b2c"));
  });
});

describe("when anything else runs through an id", () => {
  it.each([
    ["cursor forward", "\u001b[2C"],
    ["cursor position", "\u001b[3;4H"],
    ["cursor up", "\u001b[A"],
    ["column", "\u001b[10G"],
    ["erase in line", "\u001b[K"],
    ["erase in display", "\u001b[2J"],
    ["scroll", "\u001b[2S"],
    ["save and restore", "\u001b7"],
    ["reverse index", "\u001bM"],
    ["full reset", "\u001bc"],
    ["character set", "\u001b(0"],
    ["private mode", "\u001b[?25h"],
    ["private m", "\u001b[>4;2m"],
    ["m with an intermediate", "\u001b[1 m"],
    ["title", "\u001b]0;title\u0007"],
    ["clipboard", "\u001b]52;c;AAAA\u0007"],
    ["a link's lookalike", "\u001b]88;;x\u0007"],
    ["device control string", "\u001bPq#1\u001b\\"],
    ["application command", "\u001b_Ga=1\u001b\\"],
    ["C1 control sequence", "\u009b1m"],
    ["C1 link", "\u009d8;;x\u009c"],
    ["backspace", "\b"],
    ["carriage return", "\r"],
    ["NUL", "\0"],
    ["bell", "\u0007"],
    ["delete", "\u007f"],
    ["line feed", "\n"],
    ["cancelled colour", "\u001b[1\u0018"],
    ["colour with a control in it", "\u001b[1\b2m"],
    ["interrupted link", "\u001b]8;;x\u001b[0m"],
    ["link that is too long", `\u001b]8;;${"x".repeat(ESCAPE_MAX_UNITS)}\u0007`],
    ["parameters without end", `\u001b[${"1".repeat(300)}m`],
    ["zero width space", "\u200b"],
    ["broken UTF-8", "\ufffd"],
  ])("does not glue the pieces around %s", (_, sequence) => {
    expect(scanAll(labelled, `session id: ${head}${sequence}${rest}\r\n`).state).toBe("none");
    // The stream is read on correctly after it.
    expect(scanAll(labelled, `${sequence}\u001b\\\r\nsession id: ${UUID}\r\n`).id).toBe(UUID);
  });

  it("does not make an id of a screen that redraws changed cells only", () => {
    const output = `session id: ${OTHER.slice(0, 20)}\u001b[1;40H${UUID.slice(20)}\u001b[2;1H`;
    expect(scanAll(labelled, output).state).toBe("none");
  });

  it("breaks a negated class as well", () => {
    const open = search('"id":"([^"]+)"');
    expect(scanAll(open, '"id":"a1\u001b[5Cb2"').state).toBe("none");
    expect(scanAll(open, '"id":"a1b2"').id).toBe("a1b2");
  });

  it("does not read what a sequence hides", () => {
    for (const hidden of [
      `\u001b]0;session id: ${OTHER}\u0007`,
      `\u001bPsession id: ${OTHER}\u001b\\`,
      `\u001b]8;;session id: ${OTHER}\u0007`,
    ])
      expect(scanAll(labelled, hidden).state).toBe("none");
  });
});

describe("when a sequence has no end", () => {
  it.each(["\u001b]0;", "\u001bP", "\u001b_", "\u001b[", "\u001b(", "\u009d"])("is given up: %j", (start) => {
    const filler = start === "\u001b[" ? "1" : start === "\u001b(" ? " " : "x";
    const output = `${start}${filler.repeat(ESCAPE_MAX_UNITS + 1)}\nsession id: ${UUID}\n`;
    expect(scanAll(labelled, output).id).toBe(UUID);
  });

  it("ends at the next escape character", () => {
    expect(scanAll(labelled, `\u001b]0;never closed \u001b[0m\nsession id: ${UUID}\n`).id).toBe(UUID);
  });
});

describe("when an id has no fixed length", () => {
  const open = search("resume with (ses_[A-Za-z0-9]+)");

  it("is taken when text, an erase to the right or the end follows", () => {
    for (const after of ["\r\n", " ", "\u001b[0m\n", "\u001b[K\n", ""])
      expect(scanAll(open, `resume with ses_9x${after}`).id).toBe("ses_9x");
  });

  it("is not taken from the alternate screen, nor where the cursor moved right after it", () => {
    for (const output of [
      "resume with ses_9x\u001b[5C",
      "\u001b[?1049hresume with ses_9x\r\n",
      "\u001b[?47hresume with ses_9x\n",
    ])
      expect(scanAll(open, output)).toMatchObject({ state: "none", rejected: [{ text: "ses_9x", reason: "redrawn" }] });
  });

  it("is taken again after the alternate screen was left", () => {
    const output = "\u001b[?1049hresume with ses_9x\r\n\u001b[?1049l\r\nresume with ses_77\r\n";
    expect(scanAll(open, output)).toMatchObject({ state: "one", id: "ses_77" });
  });

  it("does not concern an id of fixed length", () => {
    expect(scanAll(labelled, `\u001b[?1049hsession id: ${UUID}\u001b[5C`).id).toBe(UUID);
  });
});

describe("when a string sequence is introduced by one character", () => {
  it.each([0x90, 0x98, 0x9d, 0x9e, 0x9f])("goes over it, and lets no match go through it: U+%i", (code) => {
    const pattern = search("id: ([0-9]+)");
    const introducer = String.fromCodePoint(code);
    expect(scanAll(pattern, `${introducer}id: 1 \u009cid: 2 \n`)).toMatchObject({ state: "one", id: "2" });
    expect(scanAll(pattern, `id:${introducer}x\u009c 3 \n`).state).toBe("none");
  });
});
