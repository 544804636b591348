import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listWindowsNames, parseWindowsShim, WINDOWS_SHIM_MAX_BYTES } from "../src/index.js";

const HERE = "C:\\Users\\Ann B\\AppData\\Roaming\\npm";
/** What npm's cmd-shim and pnpm's write, byte for byte. */
const shim = (name: string) => readFileSync(new URL(`windows-launchers/${name}.txt`, import.meta.url), "utf8");
const parse = (text: string, name = "gemini.cmd") => parseWindowsShim(text, `${HERE}\\${name}`);

describe("when a program is a launcher script of npm on Windows", () => {
  it.each(["npm-cmd", "npm-sh", "npm-ps1"])("reads what %s starts", (name) => {
    const parsed = parse(shim(name));
    expect(parsed.ok && parsed.value.interpreter).toBe("node");
    expect(parsed.ok && parsed.value.args).toEqual([]);
    expect(parsed.ok && parsed.value.file).toBe(`${HERE}\\lib\\node_modules\\x\\cli.js`);
    expect(parsed.ok && parsed.value.beside).toBe(`${HERE}\\node.exe`);
  });

  it("reads the interpreter's own arguments, and a program that needs none", () => {
    const warn = parse(shim("npm-cmd-arguments"));
    expect(warn.ok && warn.value.args).toEqual(["--no-warnings"]);
    expect(parse(shim("npm-cmd-native"))).toMatchObject({
      ok: true,
      value: { args: [], file: `${HERE}\\lib\\node_modules\\x\\y.exe` },
    });
  });

  it("reads pnpm's", () => {
    const parsed = parse(shim("pnpm-cmd"));
    expect(parsed).toMatchObject({
      ok: true,
      value: { interpreter: "node", file: "C:\\Users\\Ann B\\AppData\\Roaming\\x\\cli.js" },
    });
  });

  it.each([
    ["another script", "@echo off\r\ndel C:\\x\r\n"],
    ["two different files", `${shim("npm-cmd")}\n"%_prog%"  "%dp0%\\other.js" %*\n`],
    ["two interpreters", `node "%~dp0\\x.js" %*\nbun "%~dp0\\x.js" %*\n`],
    ["a variable in the path", `node "%~dp0\\%EVIL%\\x.js" %*\n`],
    ["nothing", ""],
    ["more than is read", `${shim("npm-cmd")}${" ".repeat(WINDOWS_SHIM_MAX_BYTES)}`],
  ])("refuses %s", (_, text) => {
    const parsed = parse(text);
    expect(parsed.ok).toBe(false);
    expect(parsed.issues[0]?.code).toBe("BINARY_WINDOWS_SHIM");
  });
});

describe("when a name is looked for on Windows", () => {
  it("follows the order of PATHEXT and never starts the file without an extension", () => {
    expect(listWindowsNames("claude", ".COM;.EXE;.BAT;.CMD;.VBS;.JS")).toEqual([
      "claude.com",
      "claude.exe",
      "claude.bat",
      "claude.cmd",
    ]);
    expect(listWindowsNames("claude", ".CMD;.EXE")).toEqual(["claude.cmd", "claude.exe"]);
    expect(listWindowsNames("claude", undefined)).toContain("claude.exe");
    expect(listWindowsNames("claude.exe", ".EXE")[0]).toBe("claude.exe");
  });
});
