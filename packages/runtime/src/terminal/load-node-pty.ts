import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { runtimeIssue } from "../runtime-error.js";

/** What is used of a started terminal, its private socket included: see `drain-terminal.ts` for why. */
export type RawTerminal = {
  pid: number;
  fd: number;
  onData: (listener: (data: string | Uint8Array) => void) => unknown;
  onExit: (listener: (end: { exitCode: number; signal?: number }) => void) => unknown;
  write: (data: string | Uint8Array) => void;
  resize: (columns: number, rows: number) => void;
  pause: () => void;
  resume: () => void;
  kill: (signal?: string) => void;
  _socket: TerminalSocket;
};

/** The private stream of a terminal, as far as it is used. */
export type TerminalSocket = {
  read: () => unknown;
  destroy: (error?: Error) => unknown;
  destroyed: boolean;
  _readableState: { decoder: unknown; encoding: unknown };
};

/** The optional peer: `node-pty`, or a package with the same API installed under that name. */
export type NodePty = {
  spawn: (
    file: string,
    args: string[],
    options: { name: string; cols: number; rows: number; cwd: string; env: Record<string, string>; encoding: string },
  ) => RawTerminal;
};

/** Loads the peer. Missing, or without its native part for this platform: refused with what to install. */
export async function loadNodePty(load: () => Promise<unknown> = importNodePty): Promise<Result<NodePty>> {
  let module: unknown;
  try {
    module = await load();
  } catch (error) {
    return refuse(unavailable(error));
  }
  const candidates = [module, (module as { default?: unknown } | undefined)?.default];
  const found = candidates.find((candidate) => typeof (candidate as NodePty | undefined)?.spawn === "function");
  return found === undefined ? refuse(unavailable(new Error("it has no spawn function"))) : succeed(found as NodePty);
}

/** A variable, because the name is an alias: the declarations of the package behind it are for its own name. */
const PEER: string = "node-pty";

function importNodePty(): Promise<unknown> {
  return import(/* @vite-ignore */ PEER);
}

function unavailable(error: unknown): Issue {
  const reason = error instanceof Error ? (error.message.split("\n", 1)[0] as string) : String(error);
  return runtimeIssue({
    code: "RUNTIME_PTY_UNAVAILABLE",
    message: msg`no terminal can be opened: node-pty cannot be loaded (${reason})`,
    hint: msg`install it with its native part (npm install node-pty@npm:@lydell/node-pty@1.2.0-beta.15, optional dependencies included), or run without a terminal`,
  });
}
