import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { quoteWindowsArgument } from "../src/display/quote-windows-argument.js";
import type { Shell } from "../src/index.js";
import { quoteCommand, RuntimeError } from "../src/index.js";
import { codesOf, take } from "./bind-for-test.js";

const HOSTILE = [
  "",
  " ",
  "a b",
  "'",
  "''",
  '"',
  "\\",
  "a\\",
  "a b\\",
  "\\'",
  "$HOME",
  "$(touch x)",
  "`x`",
  "!x!",
  "!!",
  "%PATH%",
  "~",
  "~/x",
  "*",
  "a=b",
  "{a,b}",
  "#x",
  "a\nb",
  "\t",
  "-x",
  "--",
  ";",
  "&&",
  "|",
  ">x",
  "^",
  "\u2019",
  "é🦜",
  "--%",
  "@args",
  "(x)",
  "a,b;c",
  "%self",
  "?",
  "[x]",
];

const HOME = mkdtempSync(join(tmpdir(), "slipway-quote-"));
afterAll(() => rmSync(HOME, { recursive: true, force: true }));

/** What a program gets of a command line: its arguments as a real shell hands them over. */
function runThrough(program: string, argv: readonly string[], line: string): string[] {
  const output = execFileSync(program, ["-c", line], {
    encoding: "utf8",
    // fish writes its settings into the home of whoever starts it.
    env: { PATH: "/usr/bin:/bin", HOME },
  });
  return argv.length === 0 ? [] : JSON.parse(output);
}

const PRINT = [process.execPath, "-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--"];
const SHELLS: readonly (readonly [Shell, string])[] = [
  ["sh", "/bin/sh"],
  ["sh", "/bin/bash"],
  ["fish", "/usr/bin/fish"],
];

describe.each(SHELLS)("when a command line is written for %s", (shell, program) => {
  it.skipIf(!existsSync(program))(`reaches a program as it was, by ${program}`, () => {
    const line = take(quoteCommand([...PRINT, ...HOSTILE], shell));
    expect(runThrough(program, HOSTILE, line)).toEqual(HOSTILE);
  });

  it.skipIf(!existsSync(program))(`reaches a program as it was, any text at all, by ${program}`, () => {
    const text = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.string({ unit: "binary", maxLength: 10 }),
      fc.string({ unit: fc.constantFrom("'", "\\", '"', "$", "\n", "`", "!", " ", "a"), maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (argv) => {
        const sayable = argv.filter((argument) => quoteCommand(["x", argument], shell).ok);
        const line = take(quoteCommand([...PRINT, ...sayable, "end"], shell));
        expect(runThrough(program, argv, line)).toEqual([...sayable, "end"]);
      }),
      { numRuns: 25 },
    );
  });
});

describe("when a shell would not start what was meant", () => {
  it("quotes a program that could be a keyword or an alias, and none that is a path", () => {
    expect(take(quoteCommand(["time", "a"], "sh"))).toBe("'time' a");
    expect(take(quoteCommand(["/bin/time", "a-b"], "sh"))).toBe("/bin/time a-b");
    expect(take(quoteCommand(["A=b/c"], "sh"))).toBe("'A=b/c'");
  });

  it.each(["a\u001b[2J", "a\u0000", "\u202eabc", "a\u0085", "\ud800"])(
    "refuses %j in every shell: nobody sees it",
    (text) => {
      for (const shell of ["sh", "fish", "powershell", "cmd"] as const)
        expect(codesOf(quoteCommand(["x", text], shell))).toEqual(["RUNTIME_QUOTE_REFUSED"]);
    },
  );

  it("tells every argument that cannot be said, by its number", () => {
    const refused = quoteCommand(["x", "%PATH%", "ok", "a\nb"], "cmd");
    expect(refused.issues.map(({ message }) => message.slice(0, 10))).toEqual(["argument 1", "argument 3"]);
    expect(() => quoteCommand([], "sh")).toThrowError(RuntimeError);
    expect(() => quoteCommand(["x"], "zsh" as never)).toThrowError(RuntimeError);
  });
});

describe("when a command line is written for PowerShell", () => {
  it.each([
    ["a b", "'a b'"],
    ["plain", "'plain'"],
    ["it's", "'it''s'"],
    ["\u2019\u201b", "'\u2019\u2019\u201b\u201b'"],
    ["$env:PATH `n $(x)", "'$env:PATH `n $(x)'"],
    ["--%", "'--%'"],
    ["@args", "'@args'"],
    ["a\nb", "'a\nb'"],
    ["C:\\x\\", "'C:\\x\\'"],
  ])("writes %j as %s", (argument, word) => {
    expect(take(quoteCommand(["C:\\p.exe", argument], "powershell"))).toBe(`& 'C:\\p.exe' ${word}`);
  });

  it.each(["", 'say "x"', "a b\\"])("refuses %j, which versions hand over differently", (argument) => {
    expect(codesOf(quoteCommand(["p", argument], "powershell"))).toEqual(["RUNTIME_QUOTE_REFUSED"]);
  });
});

describe("when a command line is written for cmd", () => {
  it.each([
    ["plain", "plain"],
    ["", '""'],
    ["a b", '"a b"'],
    ["C:\\x\\", "C:\\x\\"],
    ["C:\\a b\\", '"C:\\a b\\\\"'],
    ["a,b;c=d", '"a,b;c=d"'],
    ["(x)\\", '"(x)\\\\"'],
    ["'x'", "\"'x'\""],
    ["é", '"é"'],
  ])("writes %j as %s", (argument, word) => {
    expect(take(quoteCommand(["C:\\p.exe", argument], "cmd"))).toBe(`C:\\p.exe ${word}`);
  });

  it.each(["%PATH%", "!x!", "a\nb", 'a"b', "a^b", "a&b", "a|b", "a<b", "a>b"])("refuses %j and says so", (argument) => {
    const refused = quoteCommand(["p", argument], "cmd");
    expect(codesOf(refused)).toEqual(["RUNTIME_QUOTE_REFUSED"]);
    expect(refused.issues[0]?.message).toContain("cmd cannot");
  });

  it("keeps to the length of a line", () => {
    expect(quoteCommand(["p", "x".repeat(8_191 - 2)], "cmd").ok).toBe(true);
    expect(codesOf(quoteCommand(["p", "x".repeat(8_191 - 1)], "cmd"))).toEqual(["RUNTIME_QUOTE_REFUSED"]);
  });
});

/** Arguments as the Microsoft C runtime reads them, by its documented rules: 2n backslashes and a quote, 2n+1 and a quote. */
function readBack(line: string): string[] {
  const found: string[] = [];
  let index = 0;
  while (index < line.length) {
    while (line[index] === " ") index += 1;
    if (index >= line.length) break;
    let text = "";
    let quoted = false;
    for (; index < line.length && (quoted || line[index] !== " "); index += 1) {
      let count = 0;
      while (line[index] === "\\") {
        count += 1;
        index += 1;
      }
      if (line[index] === '"') {
        text += "\\".repeat(Math.floor(count / 2));
        if (count % 2 === 1) text += '"';
        else quoted = !quoted;
      } else {
        text += "\\".repeat(count);
        if (index < line.length && (quoted || line[index] !== " ")) text += line[index];
        else index -= 1;
      }
    }
    found.push(text);
  }
  return found;
}

describe("when arguments stand on a Windows command line", () => {
  it.each([
    ["a", "a"],
    ["", '""'],
    ["a b", '"a b"'],
    ['a"b', '"a\\"b"'],
    ["a b\\", '"a b\\\\"'],
    ['a\\"b', '"a\\\\\\"b"'],
    ["a\\b", "a\\b"],
  ])("writes %j as %s", (argument, quoted) => {
    expect(quoteWindowsArgument(argument)).toBe(quoted);
  });

  it("come back as they were, any text at all", () => {
    const text = fc.string({ unit: fc.constantFrom("\\", '"', " ", "a", "\t", "\n"), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (argv) => {
        expect(readBack(argv.map(quoteWindowsArgument).join(" "))).toEqual(argv);
      }),
    );
  });
});
