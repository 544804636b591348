import { readSync } from "node:fs";
import type { RawTerminal } from "./load-node-pty.js";

/** Bytes taken at the end of a terminal. The kernel holds at most 64 KiB of it; a survivor that keeps writing is not waited for. */
const DRAIN_MAX_BYTES = 1024 * 1024;

/** True when the private parts that the drain needs are where they were in the versions it was tried with. */
export function canDrain(terminal: RawTerminal): boolean {
  const socket = terminal._socket;
  return (
    typeof socket?.read === "function" &&
    typeof socket.destroy === "function" &&
    typeof socket._readableState === "object" &&
    "decoder" in socket._readableState &&
    Number.isInteger(terminal.fd)
  );
}

/**
 * Makes the terminal give every byte, as bytes. node-pty drops what is left when its stream is destroyed: up to 15 KB at
 * nearly every exit on Node 20 and 22, and all that a paused reader had left (it destroys the stream 200 ms after the exit).
 * That is where agents print their session id. So before the stream is destroyed for whatever reason, what the stream
 * still holds is emitted and the descriptor is read until it gives no more. The decoder is taken out after the start,
 * because asking for bytes at the start would switch off UTF-8 editing of the terminal (IUTF8). `closing` is told right before:
 * the library's exit event comes later, and what is written in between goes to a closed descriptor.
 */
export function drainAtEnd(terminal: RawTerminal, deliver: (chunk: Uint8Array) => void, closing: () => void): void {
  const socket = terminal._socket;
  socket._readableState.decoder = null;
  socket._readableState.encoding = null;
  const destroy = socket.destroy.bind(socket);
  let drained = false;
  socket.destroy = (error?: Error): unknown => {
    if (!drained) {
      drained = true;
      closing();
      // Reading emits the bytes to the listeners; the returned value would be a second copy.
      while (socket.read() !== null);
      readRest(terminal.fd, deliver);
    }
    return destroy(error);
  };
}

function readRest(descriptor: number, deliver: (chunk: Uint8Array) => void): void {
  for (let total = 0; total < DRAIN_MAX_BYTES; ) {
    const chunk = Buffer.alloc(64 * 1024);
    let count: number;
    try {
      count = readSync(descriptor, chunk, 0, chunk.length, null);
    } catch {
      // EIO: the other side is closed and all was read. EAGAIN: a survivor holds it open and has written nothing more.
      return;
    }
    if (count === 0) return;
    total += count;
    deliver(chunk.subarray(0, count));
  }
}
