import type { Issue } from "@slipway/errors";
import type { TerminalSize } from "../terminal/terminal-size.js";

/** Which of the child's streams bytes came from. */
export type StreamName = "pty" | "stdout" | "stderr";

/** How the child itself ended: its own exit, before its session is looked at. */
export type ChildExit = { exitCode?: number; signal?: string; outputCut: boolean };

/** A started child, in a terminal or with pipes: what `launch` needs of both. */
export type ChildHandle = {
  pid: number;
  write: (data: string | Uint8Array) => void;
  resize: (size: TerminalSize) => void;
  pause: (stream: StreamName) => void;
  resume: (stream: StreamName) => void;
};

/** What a started child tells. `exit` comes once, after the last `data`. */
export type ChildEvents = {
  data: (stream: StreamName, chunk: Uint8Array) => void;
  /** The process ended; bytes may still follow. */
  gone: () => void;
  exit: (exit: ChildExit) => void;
};

/** What is started. */
export type ChildRequest = {
  /** Absolute program and arguments. */
  vector: readonly string[];
  /** What the child sees as its argv[0] where that is not the program's path; a terminal cannot give another one. */
  argv0?: string;
  cwd: string;
  env: Record<string, string>;
  stdin?: string;
  size: TerminalSize;
  /** Milliseconds that output is read on after the child ended while another process holds it open. */
  drainMs: number;
  events: ChildEvents;
};

/** A start that failed is an issue. */
export type StartedChild = { ok: true; child: ChildHandle } | { ok: false; issue: Issue };
