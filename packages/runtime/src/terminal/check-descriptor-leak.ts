import { closeSync, existsSync, openSync, readdirSync, readlinkSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { hasInEnvironment } from "../processes/read-process.js";
import { runtimeIssue } from "../runtime-error.js";
import type { NodePty, RawTerminal } from "./load-node-pty.js";
import { spawnAlone } from "./spawn-alone.js";

/** Programs that wait for input and do nothing else; the first that exists is used. */
const HARMLESS = ["/bin/cat", "/usr/bin/cat"];

/** Milliseconds for a program to begin. It takes about 2. */
const BEGIN_LIMIT_MS = 2_000;

/**
 * Opens two terminals and looks whether the second program holds the first one's controlling side. With a library that
 * leaks it (node-pty 1.1.0 does), one agent can read and answer another one's approval prompts; it is then refused. A
 * number below the first terminal is free when the second is opened, because that is where a library that closes only what
 * lies below its newest terminal leaks. Where there is no `/proc` nothing can be shown, and nothing is refused.
 */
export async function checkDescriptorLeak(library: NodePty): Promise<Result<"checked" | "unproven">> {
  const program = HARMLESS.find((path) => existsSync(path));
  if (process.platform !== "linux" || program === undefined) return succeed("unproven");
  const terminals: RawTerminal[] = [];
  try {
    const hole = openSync("/dev/null", "r");
    try {
      const first = open(library, program);
      if (!first.ok) return first;
      terminals.push(first.value);
    } finally {
      closeSync(hole);
    }
    const opened = open(library, program);
    if (!opened.ok) return opened;
    terminals.push(opened.value);
    const second = opened.value;
    if (!(await hasBegun(second.pid)))
      return refuse(
        runtimeIssue({
          code: "RUNTIME_PTY_UNAVAILABLE",
          message: msg`a terminal was opened but ${program} did not begin in it`,
          hint: msg`run without a terminal`,
        }),
      );
    if (!holdsMaster(second.pid)) return succeed("checked");
    return refuse(
      runtimeIssue({
        code: "RUNTIME_PTY_LEAKS",
        message: msg`this version of node-pty lets one session reach another one's terminal`,
        hint: msg`install @lydell/node-pty 1.2.0-beta.15 under the name node-pty; 1.1.0 leaks`,
      }),
    );
  } finally {
    await Promise.all(terminals.map(close));
  }
}

function open(library: NodePty, program: string): Result<RawTerminal> {
  const env = { SLIPWAY_CHECK: "1" };
  return spawnAlone(library, [program], { name: "dumb", cols: 80, rows: 24, cwd: "/", env, encoding: "utf8" });
}

/** The environment of a process is the new one only once exec is done and inherited descriptors are closed. */
async function hasBegun(pid: number): Promise<boolean> {
  for (const until = Date.now() + BEGIN_LIMIT_MS; Date.now() < until; ) {
    if (hasInEnvironment(pid, "SLIPWAY_CHECK=")) return true;
    await wait(2);
  }
  return false;
}

function holdsMaster(pid: number): boolean {
  return readdirSync(`/proc/${pid}/fd`).some((name) => {
    if (Number(name) <= 2) return false;
    try {
      return /^\/dev\/(?:pts\/)?ptmx$/.test(readlinkSync(`/proc/${pid}/fd/${name}`));
    } catch {
      return false;
    }
  });
}

function close(terminal: RawTerminal): Promise<void> {
  return new Promise((resolve) => {
    terminal.onExit(() => resolve());
    terminal.kill("SIGKILL");
  });
}
