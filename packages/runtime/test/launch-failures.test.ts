import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunResult } from "../src/index.js";
import { launch, run } from "../src/index.js";
import { readStartFailure } from "../src/terminal/read-start-failure.js";
import { bindFile, bindNode, bindScript, codesOf, makeFolder, take } from "./bind-for-test.js";
import { planFor } from "./plan-for-test.js";
import { readBytes } from "./read-output.js";

const SURFACES = ["headless", "pty"] as const;

describe.each(SURFACES)("when a launch cannot begin (%s)", (surface) => {
  it("refuses a working directory that is missing, a file, or gone since the plan; it never runs elsewhere", async () => {
    const folder = makeFolder();
    const binary = bindNode(folder, 'require("node:fs").writeFileSync("ran", "")');
    const plan = planFor(folder, { surface });
    const at = (cwd: string) => launch({ ...plan, cwd }, { binary });
    expect(codesOf(await at(join(folder, "none")))).toEqual(["RUNTIME_CWD_MISSING"]);
    expect(codesOf(await at(join(folder, "fake")))).toEqual(["RUNTIME_CWD_NOT_DIRECTORY"]);
    expect(codesOf(await at("relative"))).toEqual(["RUNTIME_CWD_RELATIVE"]);
    mkdirSync(join(folder, "gone"));
    rmSync(join(folder, "gone"), { recursive: true });
    expect(codesOf(await at(join(folder, "gone")))).toEqual(["RUNTIME_CWD_MISSING"]);
  });

  it("refuses a program that is gone, replaced, or no longer executable since it was bound", async () => {
    const folder = makeFolder();
    const plan = planFor(folder, { surface });
    const gone = bindNode(folder, "", "gone");
    rmSync(gone.file.path);
    expect(codesOf(await launch(plan, { binary: gone }))).toEqual(["RUNTIME_BINARY_MISSING"]);
    const replaced = bindNode(folder, "", "replaced");
    writeFileSync(replaced.file.path, "#!/usr/bin/env node\n// other\n");
    expect(codesOf(await launch(plan, { binary: replaced }))).toContain("BINARY_CHANGED");
    const closed = bindScript(folder, "closed", "#!/bin/sh\n");
    chmodSync(closed.file.path, 0o644);
    expect(codesOf(await launch(plan, { binary: closed }))[0]).toMatch(/RUNTIME_NOT_EXECUTABLE|BINARY_NOT_EXECUTABLE/);
  });

  it("refuses arguments that the system would refuse", async () => {
    const folder = makeFolder();
    const plan = planFor(folder, { surface });
    const argv = Array.from({ length: 20 }, () => "x".repeat(110_000));
    expect(codesOf(await launch({ ...plan, argv }, { binary: bindFile("/bin/true") }))).toEqual([
      "RUNTIME_ARGV_INVALID",
    ]);
  });

  it("refuses a launch that was given up", async () => {
    const folder = makeFolder();
    const result = await launch(planFor(folder, { surface }), {
      binary: bindFile("/bin/true"),
      signal: AbortSignal.abort(),
    });
    expect(codesOf(result)).toEqual(["RUNTIME_ABORTED"]);
  });
});

describe("when the terminal library is missing", () => {
  it("refuses a terminal with what to install, and runs headless all the same", async () => {
    const folder = makeFolder();
    const binary = bindFile("/bin/true");
    const loadPty = async () => {
      throw new Error("Cannot find module '@lydell/node-pty-linux-x64'\nRequire stack");
    };
    const refused = await launch(planFor(folder, { surface: "pty" }), { binary, ports: { loadPty } });
    expect(codesOf(refused)).toEqual(["RUNTIME_PTY_UNAVAILABLE"]);
    expect(refused.issues[0]?.hint).toContain("npm install node-pty@");
    expect(
      codesOf(await launch(planFor(folder, { surface: "pty" }), { binary, ports: { loadPty: async () => ({}) } })),
    ).toEqual(["RUNTIME_PTY_UNAVAILABLE"]);
    expect((await run(planFor(folder, { surface: "headless" }), { binary, ports: { loadPty } })).ok).toBe(true);
  });
});

describe("when a program merely prints what a failed start would print", () => {
  const LINE = "execvp(3) failed.: No such file or directory";
  it("recognises the line of a failed start, whole and alone", () => {
    expect(readStartFailure(Buffer.from(`${LINE}\r\n`))?.code).toBe("RUNTIME_EXEC_FAILED");
    expect(readStartFailure(Buffer.from(`chdir(2) failed.: Permission denied\r\n`))?.code).toBe("RUNTIME_EXEC_FAILED");
    expect(readStartFailure(Buffer.from(`> ${LINE}\r\n`))).toBeUndefined();
    expect(readStartFailure(Buffer.from(`${LINE}\r\nmore\r\n`))).toBeUndefined();
  });
  it("is not taken for one when it ended otherwise", async () => {
    const folder = makeFolder();
    for (const [code, body] of [
      [0, `console.log("${LINE}")`],
      [1, `console.log("${LINE}"); console.log("more"); process.exitCode = 1`],
    ] as const) {
      const session = take(await launch(planFor(folder, { surface: "pty" }), { binary: bindNode(folder, body) }));
      expect((await readBytes(session.output)).toString()).toContain(LINE);
      expect(await session.ended).toMatchObject({ kind: "exited", exitCode: code });
    }
  });
});

describe("when a headless run ends", () => {
  const go = async (
    body: string,
    options: { timeoutMs?: number; maxOutputBytes?: number } = {},
  ): Promise<RunResult> => {
    const folder = makeFolder();
    return run(planFor(folder, { surface: "headless" }), { binary: bindNode(folder, body), ...options });
  };
  it("passes exit codes on", async () => {
    expect(await go("process.exit(3)")).toMatchObject({ ok: false, exitCode: 3, end: { kind: "exited" } });
    expect(await go("")).toMatchObject({ ok: true, exitCode: 0 });
  });
  it("never takes a child that a signal ended for a success", async () => {
    const result = await go('process.kill(process.pid, "SIGKILL")');
    expect(result).toMatchObject({ ok: false, signal: "SIGKILL", end: { kind: "signalled" } });
    expect(result.exitCode).toBeUndefined();
  });
  it("ends a child that does not, and says so", async () => {
    const result = await go("setInterval(() => {}, 1000)", { timeoutMs: 300 });
    expect(result).toMatchObject({ ok: false, timedOut: true, end: { kind: "killed-by-host", survivors: [] } });
  });
  it("keeps so much output and reads the rest", async () => {
    const result = await go('process.stdout.write("é".repeat(200000)); process.stderr.write("e")', {
      maxOutputBytes: 1_000,
    });
    expect(result.ok).toBe(true);
    expect(result.stdout).toMatchObject({ truncated: true, text: "é".repeat(500) });
    expect(result.stderr).toMatchObject({ truncated: false, text: "e" });
  });
  it("refuses a plan for a terminal", async () => {
    const folder = makeFolder();
    const result = await run(planFor(folder, { surface: "pty" }), { binary: bindFile("/bin/true") });
    expect(result.end).toMatchObject({ kind: "spawn-failed", issue: { code: "RUNTIME_WRONG_SURFACE" } });
  });
});

describe("when a script's interpreter is gone", () => {
  it("names the interpreter, not the script", async () => {
    const folder = makeFolder();
    const interpreter = join(folder, "own-node");
    copyFileSync("/bin/true", interpreter);
    chmodSync(interpreter, 0o755);
    const binary = bindScript(folder, "agent", `#!${interpreter}\n`);
    expect((await run(planFor(folder, { surface: "headless" }), { binary })).ok).toBe(true);
    rmSync(interpreter);
    const refused = await launch(planFor(folder, { surface: "headless" }), { binary });
    expect(codesOf(refused)).toEqual(["RUNTIME_INTERPRETER_MISSING"]);
  });
});
