import * as nodeFs from "node:fs";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { BinaryPorts, DiscoverRequest } from "../src/index.js";
import { BinaryError, bindBinary, discover, explainTrace } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();
const HOME = "C:\\Users\\Ann";
const NPM = `${HOME}\\AppData\\Roaming\\npm`;
const NODE = "C:\\Program Files\\nodejs\\node.exe";
const PE = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(100)]);
const shim = (name: string) => readFileSync(new URL(`windows-launchers/${name}.txt`, import.meta.url), "utf8");

/** A drive: `C:\x` is a file below the test's own folder, without regard to letter case. */
const real = (path: string) => tree.at("drive", path.toLowerCase().replace(/^c:/u, "").replaceAll("\\", "/"));
const on = <F extends (...args: never[]) => unknown>(call: F): F =>
  ((path: string, ...rest: unknown[]) =>
    (call as unknown as (...args: unknown[]) => unknown)(real(path), ...rest)) as unknown as F;
const fs = {
  ...nodeFs,
  lstatSync: on(nodeFs.lstatSync),
  statSync: on(nodeFs.statSync),
  openSync: on(nodeFs.openSync),
  realpathSync: Object.assign(on(nodeFs.realpathSync), {
    native: (path: string) => {
      const found = nodeFs.realpathSync(real(path)).slice(tree.at("drive").length);
      const name = path.replaceAll("/", "\\");
      return found === real(path).slice(tree.at("drive").length) ? name : `C:${found.replaceAll("/", "\\")}`;
    },
  }),
} as unknown as BinaryPorts["fs"];
const windows: Partial<BinaryPorts> = {
  fs,
  platform: "win32",
  arch: "x64",
  execPath: NODE,
  user: () => ({ username: "Ann", gid: -1, homedir: HOME }),
};
const write = (path: string, content: string | Buffer = PE) =>
  tree.file(real(path).slice(tree.root.length + 1), content);
const look = (more: Partial<DiscoverRequest> = {}) =>
  discover({
    names: ["gemini"],
    workspace: `${HOME}\\work`,
    env: { Path: `${NPM};C:\\Tools`, PATHEXT: ".COM;.EXE;.BAT;.CMD" },
    ports: windows,
    policy: "standard",
    acceptUnproven: true,
    ...more,
  });
const installNpm = (launcher = "npm-cmd", name = "gemini.cmd") => {
  write(NODE);
  write(`${NPM}\\lib\\node_modules\\x\\cli.js`, "console.log(1)\n");
  return write(`${NPM}\\${name}`, shim(launcher));
};

describe("when an npm launcher is the first of its name on Windows", () => {
  it.each([
    ["npm-cmd", "gemini.cmd"],
    ["npm-ps1", "gemini.ps1"],
    ["npm-sh", "gemini"],
  ])("resolves %s to node and the script it names, and does not say ok", (launcher, name) => {
    installNpm(launcher, name);
    const trace = look();
    expect(trace.status).toBe("found");
    expect(trace.chosen).toMatchObject({
      path: `${NPM}\\${name}`,
      via: "npm-global",
      verdict: "unproven",
      kind: "script",
      realPath: `${NPM}\\lib\\node_modules\\x\\cli.js`,
      interpreter: { path: NODE, args: [], lookup: true, verdict: "unproven" },
    });
    expect(codesOf(trace.chosen?.issues ?? [])).toEqual(["BINARY_UNPROVEN"]);
    expect(explainTrace(trace)).toContain(`run by C:\\\\Program Files\\\\nodejs\\\\node.exe`.replaceAll("\\\\", "\\"));
  });

  it("is one candidate, whatever launchers npm wrote beside it", () => {
    installNpm();
    installNpm("npm-ps1", "gemini.ps1");
    installNpm("npm-sh", "gemini");
    expect(look().candidates.map(({ path }) => path)).toEqual([`${NPM}\\gemini.cmd`]);
  });

  it("takes the node beside the launcher first, as the launcher would", () => {
    installNpm();
    write(`${NPM}\\node.exe`);
    expect(look().chosen?.interpreter).toMatchObject({ path: `${NPM}\\node.exe`, lookup: false });
  });

  it("resolves a launcher of a native program to that program", () => {
    write(`${NPM}\\lib\\node_modules\\x\\y.exe`);
    write(`${NPM}\\gemini.cmd`, shim("npm-cmd-native"));
    expect(look().chosen).toMatchObject({ kind: "native", realPath: `${NPM}\\lib\\node_modules\\x\\y.exe` });
    expect(look().chosen).not.toHaveProperty("interpreter");
  });

  it("tells a missing interpreter from a missing program and from a missing script", () => {
    installNpm();
    nodeFs.rmSync(real(NODE));
    expect(codesOf(look().candidates[0]?.issues ?? [])).toEqual(["BINARY_INTERPRETER_MISSING"]);
    nodeFs.rmSync(real(`${NPM}\\lib\\node_modules\\x\\cli.js`));
    expect(codesOf(look().candidates[0]?.issues ?? [])).toEqual(["BINARY_MISSING"]);
    expect(look({ names: ["claude"] }).status).toBe("absent");
  });

  it("refuses a script that npm did not write, and a web page named .exe, and goes on", () => {
    write(`${NPM}\\gemini.cmd`, "@echo off\r\nstart evil.exe\r\n");
    write("C:\\Tools\\gemini.exe");
    const trace = look();
    expect(trace.candidates[0]).toMatchObject({ verdict: "refused", reason: { code: "BINARY_WINDOWS_SHIM" } });
    expect(trace.chosen?.path).toBe("C:\\Tools\\gemini.exe");
    write("C:\\Tools\\gemini.exe", "<!doctype html>");
    expect(look().candidates[1]?.reason?.code).toBe("BINARY_HTML");
  });

  it("starts nothing, binds nothing, and chooses nothing that was not accepted", () => {
    const launcher = installNpm();
    expect(existsSync(launcher)).toBe(true);
    expect(look({ acceptUnproven: false })).toMatchObject({ status: "refused", candidates: [{ verdict: "unproven" }] });
    expect(look({ policy: "strict" }).status).toBe("refused");
    const options = { via: "path", workspace: tree.root, env: {}, ports: { platform: "win32" } } as const;
    expect(bindBinary(launcher, { ...options, policy: "standard", acceptUnproven: true }).ok).toBe(false);
  });
});

describe("when PATHEXT and PATH order the names", () => {
  it("follows PATHEXT in each folder, and the folders in order", () => {
    write("C:\\Tools\\gemini.exe");
    write("C:\\Tools\\gemini.com");
    expect(look().candidates.map(({ path }) => path)).toEqual(["C:\\Tools\\gemini.com", "C:\\Tools\\gemini.exe"]);
    const env = { PATH: "C:\\Tools", pathext: ".EXE;.COM" };
    expect(look({ env }).candidates.map(({ path }) => path)[0]).toBe("C:\\Tools\\gemini.exe");
  });

  it("reads an entry in quotation marks whole, and skips what is relative, empty or of another machine", () => {
    write("C:\\a;b\\gemini.exe");
    const env = { PATH: '"C:\\a;b";;tools;\\rooted;C:tools;\\\\host\\share;C:\\x.\\y' };
    const trace = look({ env, npmGlobal: false });
    expect(trace.chosen?.path).toBe("C:\\a;b\\gemini.exe");
    expect(trace.places.map(({ skipped }) => skipped?.code)).toEqual([
      undefined,
      "BINARY_PLACE_EMPTY",
      "BINARY_PATH_NOT_ABSOLUTE",
      "BINARY_PATH_NOT_ABSOLUTE",
      "BINARY_PATH_NOT_ABSOLUTE",
      "BINARY_PATH_NOT_ABSOLUTE",
      "BINARY_NAME_INVALID",
    ]);
  });
});

describe("when the working directory brings a program along on Windows", () => {
  it("is skipped, in any letter case, with its repository and the node_modules above it", () => {
    write(`${HOME}\\work\\.git\\HEAD`, "x");
    write(`${HOME}\\work\\bin\\gemini.exe`);
    write(`${HOME}\\node_modules\\.bin\\gemini.cmd`, shim("npm-cmd"));
    const env = { PATH: `${HOME.toUpperCase()}\\WORK\\BIN;${HOME}\\node_modules\\.bin;${HOME}\\node_modules\\x` };
    const trace = look({ workspace: `${HOME}\\work\\deep\\er`, env, npmGlobal: false });
    expect(trace.status).toBe("absent");
    expect(trace.places.map(({ skipped }) => skipped?.code)).toEqual([
      "BINARY_IN_WORKSPACE",
      "BINARY_PLACE_OF_PACKAGE_RUNNER",
      "BINARY_IN_NODE_MODULES",
    ]);
  });

  it("is not reached by a launcher elsewhere, nor by a junction, nor as an interpreter", () => {
    write(`${HOME}\\work\\lib\\node_modules\\x\\cli.js`, "1");
    write("C:\\Tools\\gemini.cmd", shim("npm-cmd").replaceAll("lib\\node_modules", "..\\users\\ann\\work\\lib"));
    write(`${HOME}\\work\\lib\\x\\cli.js`, "1");
    expect(codesOf(look().candidates[0]?.issues ?? [])).toContain("BINARY_IN_WORKSPACE");
    write(`${HOME}\\work\\bin\\claude.exe`);
    nodeFs.symlinkSync(real(`${HOME}\\work\\bin`), real("C:\\Tools\\link"));
    const linked = look({ names: ["claude"], env: { PATH: "C:\\Tools\\link" } });
    expect(linked.candidates[0]?.reason?.code).toBe("BINARY_IN_WORKSPACE");
    installNpm();
    const inside = { ...windows, execPath: `${HOME}\\work\\node.exe` };
    write(`${HOME}\\work\\node.exe`);
    const run = look({ ports: inside, env: { PATH: NPM } });
    expect(run.candidates[0]?.reason?.code).toBe("BINARY_INTERPRETER_REFUSED");
  });

  it("is taken only when the caller named that very file; a variable is no caller", () => {
    const path = `${HOME}\\work\\gemini.exe`;
    write(path);
    expect(look({ explicit: path }).chosen).toMatchObject({ path, via: "explicit" });
    const env = { slipway_bin_gemini: path };
    expect(look({ env, envOverride: { name: "SLIPWAY_BIN_GEMINI" } })).toMatchObject({
      status: "refused",
      candidates: [{ via: "env", reason: { code: "BINARY_IN_WORKSPACE" } }],
    });
    expect(() => look({ workspace: "work" })).toThrow(BinaryError);
  });
});

describe("when an interpreter has an agent's name on Windows", () => {
  it.each(["cmd", "powershell", "bash"])("refuses %s.exe", (name) => {
    write(`C:\\Tools\\${name}.exe`);
    expect(look({ explicit: `C:\\Tools\\${name}.exe` })).toMatchObject({
      status: "refused",
      candidates: [{ reason: { code: "BINARY_FORBIDDEN_NAME" } }],
    });
  });
});
