import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { answerQuestions, readScreen } from "./read-screen.js";

interface Terminal {
  onData(listener: (data: string) => void): void;
  onExit(listener: (end: { exitCode: number; signal?: number }) => void): void;
  write(data: string): void;
  kill(signal: string): void;
}

interface TerminalMaker {
  spawn(file: string, argv: string[], options: Record<string, unknown>): Terminal;
}

/** Milliseconds between keys: codex takes keys 8 ms apart for a paste and swallows the Enter after them. */
const KEY_PACE_MS = 40;
/** Milliseconds between the last key and Enter, for the same reason. */
const BEFORE_ENTER_MS = 1_200;
/** Milliseconds without output after which a program is taken to be at rest. */
const QUIET_MS = 700;

/** A conversation typed into a terminal, as a person types it. */
export interface TerminalTalk {
  /** All that was shown, as text. */
  screen(): string;
  /** True when the pattern was shown (after `since`, an earlier length of the screen) in time; false when not, or when the program ended. */
  sees(pattern: RegExp, timeoutMs: number, since?: number): Promise<boolean>;
  /** Waits until nothing has been written for a while. */
  rests(): Promise<void>;
  /** Types a line key by key and Enter. */
  enter(text: string): Promise<void>;
  /** The exit code when the program ended in time, else undefined; what runs on is killed. */
  ends(timeoutMs: number): Promise<number | undefined>;
}

/** Starts a program in a terminal of 120 columns and 40 rows. */
export function talkInTerminal(
  command: readonly string[],
  options: { cwd: string; env: Readonly<Record<string, string>> },
): TerminalTalk {
  // Loaded when needed, and by hand: the declarations of the prebuilt package name another module.
  const { spawn } = createRequire(import.meta.url)("node-pty") as TerminalMaker;
  // The shell holds the terminal open for a moment after the program's end: node-pty on Node 20 may lose what was written
  // just before the last holder closed it, and that is where agents print their id.
  const held = ["-c", '"$@"; code=$?; sleep 0.3; exit $code', "hold", ...command];
  const terminal = spawn("/bin/sh", held, { cols: 120, rows: 40, cwd: options.cwd, env: options.env });
  let output = "";
  let lastOutput = Date.now();
  let exitCode: number | undefined;
  terminal.onData((data) => {
    output += data;
    lastOutput = Date.now();
    const answers = answerQuestions(data);
    if (answers !== "") terminal.write(answers);
  });
  terminal.onExit((end) => {
    exitCode = end.exitCode;
  });
  const until = async (done: () => boolean, timeoutMs: number): Promise<boolean> => {
    const deadline = Date.now() + timeoutMs;
    while (!done()) {
      if (exitCode !== undefined || Date.now() > deadline) return done();
      await sleep(50);
    }
    return true;
  };
  const screen = (): string => readScreen(output);
  return {
    screen,
    sees: (pattern, timeoutMs, since = 0) => until(() => pattern.test(screen().slice(since)), timeoutMs),
    rests: async () => {
      await until(() => Date.now() - lastOutput > QUIET_MS, 10_000);
    },
    enter: async (text) => {
      for (const key of text) {
        terminal.write(key);
        await sleep(KEY_PACE_MS);
      }
      await sleep(BEFORE_ENTER_MS);
      terminal.write("\r");
    },
    ends: async (timeoutMs) => {
      await until(() => exitCode !== undefined, timeoutMs);
      if (exitCode === undefined) terminal.kill("SIGKILL");
      return exitCode;
    },
  };
}
