import { constants } from "node:os";
import type { Issue, Result } from "@slipway/errors";
import { msg, succeed } from "@slipway/errors";
import type { ChildRequest, StartedChild } from "../launch/child-handle.js";
import { runtimeIssue } from "../runtime-error.js";
import { checkDescriptorLeak } from "./check-descriptor-leak.js";
import { canDrain, drainAtEnd } from "./drain-terminal.js";
import type { NodePty, RawTerminal } from "./load-node-pty.js";
import { loadNodePty } from "./load-node-pty.js";
import { spawnAlone } from "./spawn-alone.js";

/** Where the terminal library comes from. */
export type TerminalPorts = { load?: () => Promise<unknown> };

let checked: Promise<Result<NodePty>> | undefined;

/**
 * The terminal library, loaded and checked once per process: it must start, give every byte, and keep one session's
 * terminal out of the next one's reach.
 */
export function openTerminalSupport(ports: TerminalPorts = {}): Promise<Result<NodePty>> {
  if (ports.load !== undefined) return checkSupport(ports.load);
  checked ??= checkSupport(undefined).then((result) => {
    // A missing native part may be installed while the host runs: only a success is kept.
    if (!result.ok) checked = undefined;
    return result;
  });
  return checked;
}

async function checkSupport(load: (() => Promise<unknown>) | undefined): Promise<Result<NodePty>> {
  const loaded = await (load === undefined ? loadNodePty() : loadNodePty(load));
  if (!loaded.ok) return loaded;
  const leak = await checkDescriptorLeak(loaded.value);
  return leak.ok ? succeed(loaded.value, leak.issues) : leak;
}

/** Starts the child in a terminal of its own, at its final size, holding nothing of the host's. */
export function startInTerminal(library: NodePty, request: ChildRequest): StartedChild {
  const started = spawnAlone(library, request.vector, {
    name: request.env["TERM"] ?? "xterm-256color",
    cols: request.size.columns,
    rows: request.size.rows,
    cwd: request.cwd,
    env: request.env,
    encoding: "utf8",
  });
  if (!started.ok) return { ok: false, issue: started.issues[0] as Issue };
  const terminal = started.value;
  if (!canDrain(terminal)) {
    terminal.kill("SIGKILL");
    return {
      ok: false,
      issue: runtimeIssue({
        code: "RUNTIME_PTY_UNAVAILABLE",
        message: msg`this version of node-pty would lose the end of the output`,
        hint: msg`install @lydell/node-pty 1.2.0-beta.15 under the name node-pty`,
      }),
    };
  }
  return { ok: true, child: follow(terminal, request) };
}

function follow(terminal: RawTerminal, request: ChildRequest): Extract<StartedChild, { ok: true }>["child"] {
  let ended = false;
  const deliver = (data: string | Uint8Array): void => {
    request.events.data("pty", typeof data === "string" ? Buffer.from(data) : data);
  };
  terminal.onData(deliver);
  drainAtEnd(terminal, deliver, () => {
    ended = true;
  });
  terminal.onExit(({ exitCode, signal }) => {
    ended = true;
    request.events.gone();
    // The library says exit code 0 for a child that a signal ended.
    const name = signal === undefined || signal === 0 ? undefined : nameSignal(signal);
    request.events.exit({ ...(name === undefined ? { exitCode } : { signal: name }), outputCut: false });
  });
  return {
    pid: terminal.pid,
    write: (data) => {
      if (!ended) terminal.write(data);
    },
    resize: ({ columns, rows }) => {
      if (ended) return;
      try {
        terminal.resize(columns, rows);
      } catch {
        // The terminal closed between the child's end and our hearing of it.
      }
    },
    pause: () => terminal.pause(),
    resume: () => terminal.resume(),
  };
}

function nameSignal(number: number): string {
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found?.[0] ?? `SIG${number}`;
}
