import { writeSync } from "node:fs";
import type { Session } from "@slipway/runtime";
import type { Output } from "../output/write-output.js";
import { LineTracker } from "./track-line.js";
import { ModeTracker } from "./track-modes.js";

/**
 * How long answers to questions that the agent asked the terminal are waited for after its end, in milliseconds. A local
 * terminal answers within one; a slow link takes some tens. Unread, they would be typed into the user's shell.
 */
export const LATE_ANSWER_MS = 60;

/** Signals that ask this program to end. SIGINT is not among them: in raw mode Ctrl-C is a byte, and it is the agent's. */
const ENDING = ["SIGTERM", "SIGHUP", "SIGINT"] as const;

/** The size of the terminal; 80 x 24 when it does not say (a serial line). */
export function measureTerminal(): { columns: number; rows: number } {
  return { columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 };
}

/**
 * Joins this terminal with a session until the session's last byte: raw input, every byte both ways, its size. However it
 * ends (agent, signal, fault), the terminal is put back as it was. Returns the signal that ended it from outside, if any.
 */
export async function attachTerminal(session: Session, output: Output): Promise<NodeJS.Signals | undefined> {
  const { stdin, stdout } = process;
  const modes = new ModeTracker();
  const line = new LineTracker();
  let endedBy: NodeJS.Signals | undefined;
  let restored = false;

  const type = (bytes: Uint8Array): void => void session.write(bytes);
  const adaptSize = (): void => {
    const { columns, rows } = measureTerminal();
    session.resize(columns, rows);
  };
  // Whoever stopped this program gave the shell its own terminal settings back. Set off first: what is on is not set again.
  const goOn = (): void => {
    stdin.setRawMode(false);
    stdin.setRawMode(true);
    adaptSize();
  };
  const stop = (signal: NodeJS.Signals): void => {
    endedBy ??= signal;
    void session.terminate();
  };
  // Synchronous, because it must also work while the process is going down on a fault.
  const restore = (): void => {
    if (restored) return;
    restored = true;
    try {
      if (stdin.isTTY) stdin.setRawMode(false);
      writeSync(1, `${modes.restore()}${line.isOpen ? "\n" : ""}`);
    } catch {
      // The terminal is gone: nothing is left to put back.
    }
  };

  process.once("exit", restore);
  for (const signal of ENDING) process.on(signal, stop);
  output.broken.addEventListener("abort", () => stop("SIGHUP"), { once: true });
  try {
    stdin.setRawMode(true);
    stdin.on("data", type);
    stdin.resume();
    stdout.on("resize", adaptSize);
    process.on("SIGCONT", goOn);
    for await (const bytes of session.output) {
      modes.push(bytes);
      line.push(bytes);
      await output.pass("stdout", bytes);
    }
    await session.ended;
  } finally {
    stdin.off("data", type);
    stdout.off("resize", adaptSize);
    process.off("SIGCONT", goOn);
    if (modes.asked && stdin.isTTY) await dropLateAnswers();
    restore();
    stdin.pause();
    process.off("exit", restore);
    for (const signal of ENDING) process.off(signal, stop);
  }
  return endedBy;
}

async function dropLateAnswers(): Promise<void> {
  const drop = (): void => {};
  process.stdin.on("data", drop);
  await new Promise((resolve) => setTimeout(resolve, LATE_ANSWER_MS));
  process.stdin.off("data", drop);
}
