import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

interface Terminal {
  onData(listener: (data: string) => void): void;
  onExit(listener: (end: { exitCode: number }) => void): void;
  write(data: string): void;
  kill(signal: string): void;
}

// The declarations of the prebuilt package name another module, so the few members used here are declared above.
const { spawn: spawnInTerminal } = createRequire(import.meta.url)("node-pty") as {
  spawn(file: string, argv: string[], options: object): Terminal;
};

/** A folder for one test, removed when it ends. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "testkit-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end with no terminal; its environment is `env` and nothing else. */
export function runHeadless(
  file: string,
  argv: readonly string[],
  options: { env?: Record<string, string>; cwd?: string; stdin?: string } = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, argv, {
      env: { PATH: process.env["PATH"] ?? "", ...options.env },
      cwd: options.cwd ?? "/",
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", reject);
    child.on("close", (exitCode) =>
      resolve({ exitCode, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    );
    child.stdin.end(options.stdin ?? "");
  });
}

export interface Talk {
  /** Everything the program wrote so far, escapes included, and the pieces it arrived in. */
  readonly text: () => string;
  readonly pieces: readonly string[];
  /** Waits until `wanted` has appeared `times` times. */
  waitFor(wanted: string, times?: number): Promise<void>;
  type(text: string): void;
  /** The exit code. */
  readonly ended: Promise<number>;
}

/**
 * Starts a program in a terminal. A shell holds the terminal open for a moment after the program's end, because node-pty
 * on Node 20 may lose what was written just before the last holder closed it.
 */
export function startInTerminal(file: string, argv: readonly string[], home: string, columns = 200): Talk {
  const terminal = spawnInTerminal("/bin/sh", ["-c", '"$0" "$@"; code=$?; sleep 0.3; exit $code', file, ...argv], {
    cols: columns,
    rows: 40,
    cwd: home,
    env: { PATH: process.env["PATH"] ?? "", HOME: home, TERM: "xterm-256color" },
  });
  let text = "";
  const pieces: string[] = [];
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const check of waiting) check();
  };
  terminal.onData((data) => {
    text += data;
    pieces.push(data);
    wake();
  });
  let exited = false;
  const ended = new Promise<number>((resolve) => {
    terminal.onExit(({ exitCode }) => {
      exited = true;
      resolve(exitCode);
      wake();
    });
  });
  onTestFinished(() => {
    if (!exited) terminal.kill("SIGKILL");
  });
  return {
    text: () => text,
    pieces,
    type: (typed) => terminal.write(typed),
    ended,
    waitFor: (wanted, times = 1) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (text.split(wanted).length > times) resolve();
          else if (exited) reject(new Error(`ended before ${JSON.stringify(wanted)} came: ${JSON.stringify(text)}`));
          else return;
          waiting.delete(check);
        };
        waiting.add(check);
        check();
      }),
  };
}
