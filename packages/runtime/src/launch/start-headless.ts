import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { describeExecFailure } from "./check-program.js";
import type { ChildRequest, StartedChild, StreamName } from "./child-handle.js";
import { maskDescriptors } from "./mask-descriptors.js";

/**
 * Starts the child with pipes, in a session and process group of its own, holding nothing of the host's but its three
 * streams. Its input is closed at once, or right after the prompt was written: a child that reads to the end would
 * otherwise wait for ever.
 */
export async function startHeadless(request: ChildRequest): Promise<StartedChild> {
  const [program, ...args] = request.vector as [string, ...string[]];
  const mask = maskDescriptors();
  let child: ChildProcess;
  try {
    child = spawn(program, args, {
      cwd: request.cwd,
      env: request.env,
      ...(request.argv0 === undefined ? {} : { argv0: request.argv0 }),
      stdio: ["pipe", "pipe", "pipe", ...mask.stdio],
      detached: true,
      shell: false,
      windowsHide: true,
    });
  } catch (error) {
    return { ok: false, issue: describeExecFailure((error as NodeJS.ErrnoException).code, program) };
  } finally {
    mask.release();
  }
  const streams = { stdout: child.stdout as Readable, stderr: child.stderr as Readable };
  forwardOutput(child, streams, request);
  writeInput(child, request.stdin);
  const failed = await waitForSpawn(child);
  if (failed !== undefined) return { ok: false, issue: describeExecFailure(failed.code, program) };

  const select = (stream: StreamName): Readable => (stream === "stderr" ? streams.stderr : streams.stdout);
  return {
    ok: true,
    child: {
      pid: child.pid as number,
      write: () => {},
      resize: () => {},
      pause: (stream) => select(stream).pause(),
      resume: (stream) => select(stream).resume(),
    },
  };
}

function waitForSpawn(child: ChildProcess): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    child.once("spawn", () => resolve(undefined));
    // Stays: a later failure (of a signal, say) must not become an exception of the host.
    child.on("error", (error) => resolve(error));
  });
}

/** `close` waits for every holder of the pipes, a daemon among them: reading stops at the limit after the exit, and says so. */
function forwardOutput(
  child: ChildProcess,
  streams: { stdout: Readable; stderr: Readable },
  request: ChildRequest,
): void {
  const { events } = request;
  streams.stdout.on("data", (chunk: Uint8Array) => events.data("stdout", chunk));
  streams.stderr.on("data", (chunk: Uint8Array) => events.data("stderr", chunk));
  for (const stream of [streams.stdout, streams.stderr]) stream.on("error", () => {});

  let outputCut = false;
  let timer: NodeJS.Timeout | undefined;
  child.once("exit", () => {
    events.gone();
    timer = setTimeout(() => {
      outputCut = true;
      streams.stdout.destroy();
      streams.stderr.destroy();
    }, request.drainMs);
  });
  child.once("close", (code, signal) => {
    clearTimeout(timer);
    if (child.pid === undefined) return;
    events.exit({
      ...(code === null ? {} : { exitCode: code }),
      ...(signal === null ? {} : { signal }),
      outputCut,
    });
  });
}

function writeInput(child: ChildProcess, text: string | undefined): void {
  const input = child.stdin;
  if (input === null) return;
  // A child may end, or close its input, without reading the prompt: its end says what happened, not this pipe.
  input.on("error", () => {});
  input.end(text ?? "");
}
